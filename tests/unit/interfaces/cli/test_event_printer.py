"""A message from a pipe is shown as it was sent, and moves nothing on the terminal."""

import pytest

from echoes.interfaces.cli.event_printer import EventPrinter


def test_a_message_moves_nothing_on_the_terminal(capsys: pytest.CaptureFixture[str]):
    EventPrinter(False, {}).message("\x1b[2Jis it\x07 winter?\x7f [b]")
    assert capsys.readouterr().out == "\n› is it winter? [b]\n"
    EventPrinter(True, {}).message("is it winter?")
    assert capsys.readouterr().out == ""
