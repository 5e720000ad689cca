"""What no game can take is answered in the same words everywhere."""

import pytest

from echoes.games.conversation.shell import is_undo, range_text, refused_text, unknown_command_text
from echoes.games.typed_commands import CommandTable


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_message_is_refused_where_it_is_empty_or_longer_than_the_limit_and_a_command(language: str):
    assert refused_text(language, "a" * 18, 10) is None
    for name, message in (("too_long", "a" * 30), ("empty", "")):
        refused = refused_text(language, message, 10)
        assert refused and refused[0] == name


def test_a_number_that_stands_for_nothing_tells_what_can_be_picked():
    assert "1 to 4" in range_text("en", 4)
    assert len({range_text("en", count) for count in (0, 1, 2)}) == 3


def test_an_unknown_command_names_the_one_that_is_near_or_the_help():
    commands = CommandTable({"undo": ("undo",)})
    assert "/undo" in unknown_command_text("en", commands, "undi", "HELP")
    assert "HELP" in unknown_command_text("en", commands, "xyzzy", "HELP")


def test_undo_takes_a_number_of_turns_or_nothing():
    assert is_undo("") and is_undo("2")
    assert not any(map(is_undo, ("0", "-1", "two")))
