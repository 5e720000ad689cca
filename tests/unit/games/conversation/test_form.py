"""The form of a message is a command, a number, a yes or no, or a move in its very words; all else is free words."""

import pytest

from echoes.games.conversation.form import MessageForm, read_form
from echoes.games.typed_commands import CommandTable

COMMANDS = CommandTable({"help": ("help", "帮助")})
TEXTS = {
    "go:inn": "Go to the inn.",
    "look:cat": "Look at the cat",
    "look:fox": "Look at the cat",
    "看": "看看猫",
}


def form(message: str, *asked: str, is_asked_back: bool = False) -> MessageForm | None:
    return read_form(message, COMMANDS, asked, lambda: TEXTS, is_asked_back)


@pytest.mark.parametrize(
    ("message", "found"),
    [
        ("/help", MessageForm("command", "help")),
        ("/frob it", MessageForm("command", "", "frob")),
        ("2", MessageForm("move", "look:cat")),
        ("the last one", MessageForm("move", "look:cat")),
        ("3", MessageForm("range")),
        ("0", MessageForm("range")),
        ("GO TO THE INN", MessageForm("move", "go:inn")),
        ("看看猫。", MessageForm("move", "看")),
        ("go to the inn now", None),
        ("yes", None),
    ],
)
def test_what_the_form_tells_of_what_is_offered(message: str, found: MessageForm | None):
    assert form(message, "go:inn", "look:cat") == found


def test_words_that_two_moves_have_mean_the_one_that_is_on_the_screen():
    assert form("look at the cat") is None
    assert form("look at the cat", "look:fox") == MessageForm("move", "look:fox")


def test_yes_and_no_answer_what_was_asked_back():
    assert form("yes please", "go:inn", is_asked_back=True) == MessageForm("move", "go:inn")
    assert form("no thanks", "go:inn", is_asked_back=True) == MessageForm("declined")
    assert form("0", "go:inn", is_asked_back=True) == MessageForm("declined")
    assert form("yes", "go:inn", "look:cat", is_asked_back=True) == MessageForm("which")
