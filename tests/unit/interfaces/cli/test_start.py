"""The start of the command line pauses the collector, and only its own pause ends with it."""

import gc

from echoes.interfaces.cli.start import end_start


def test_a_command_that_another_program_calls_freezes_nothing_of_it():
    before = gc.get_freeze_count()
    end_start()
    assert (gc.isenabled(), gc.get_freeze_count()) == (True, before)


def test_what_was_imported_is_not_looked_through_again():
    gc.disable()
    try:
        end_start()
        assert gc.isenabled()
        assert gc.get_freeze_count() > 0
    finally:
        gc.unfreeze()
        gc.enable()
