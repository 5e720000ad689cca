"""Unread events: each reader is told once, of what its seat may see, and hidden ones push out none."""

import pytest

from echoes.core.log.events import CommandResult, Event
from echoes.core.seats.visibility import PUBLIC
from echoes.engine.log.unread_events import UnreadEvents


def told(number: int, *audience: str, turn: int = 0) -> Event:
    return CommandResult(command="say", text=str(number), audience=audience, turn=turn)


@pytest.fixture
def unread() -> UnreadEvents:
    """Unread events of one reader, `red`."""
    made = UnreadEvents()
    made.listen("red")
    return made


def texts(unread: UnreadEvents, seat: str) -> list[str]:
    return [event.text for event in unread.take("red", seat) if isinstance(event, CommandResult)]


def test_each_reader_is_told_once(unread: UnreadEvents):
    unread.announce([told(1), told(2)])
    assert texts(unread, "red") == ["1", "2"]
    assert texts(unread, "red") == []
    assert unread.take("blue", "blue") == [], "nothing is kept for who has not looked yet"


def test_what_is_for_another_seat_waits_for_it(unread: UnreadEvents):
    unread.announce([told(1, "red"), told(2, "blue"), told(3)])
    assert texts(unread, PUBLIC) == ["3"]
    assert texts(unread, "red") == ["1"]
    assert texts(unread, "blue") == ["2"]


def test_however_much_is_hidden_what_is_public_is_told(unread: UnreadEvents):
    unread.announce([told(1)])
    for number in range(100):
        unread.announce([told(number, "blue")])
    assert texts(unread, "red") == ["1"]


def test_what_was_taken_back_is_no_news(unread: UnreadEvents):
    unread.announce([told(1, turn=1), told(2, turn=2)])
    unread.keep({0, 1})
    assert texts(unread, PUBLIC) == ["1"]
