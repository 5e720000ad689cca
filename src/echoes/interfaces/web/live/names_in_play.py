"""Names that a session's log shows: of people, seats and characters. No newcomer to its room goes by one."""

import re
from collections.abc import Iterable, Mapping, Set
from typing import Any, cast

from echoes.core.entries import Entry
from echoes.core.events import Event
from echoes.core.seat_events import SeatTaken

_CALLING = re.compile(r"[,，(（]")
_OF_CHARACTERS = ("name", "speaker", "people", "introduced")
"""Fields of events that show names."""


class NamesInPlay:
    """The names that the log of one session shows to everybody."""

    def __init__(self) -> None:
        self._people, self._parts = set[str](), set[str]()

    def note(self, entries: Iterable[Entry], seats: Iterable[str]) -> None:
        """Take note of the names in further entries, and of the seats' labels, with and without a calling."""
        entries = [*entries]
        self._people |= {entry.cause.by for entry in entries if entry.cause}
        self._people |= {entry.event.by for entry in entries if isinstance(entry.event, SeatTaken)}
        self._parts |= {name for entry in entries for name in _characters(entry.event)}
        self._parts |= {name for seat in seats for name in (seat, _CALLING.split(seat)[0])}

    def reserved(self, is_owner: bool) -> Set[str]:
        """Return the names that a newcomer does not get; the owner of a fork may be who spoke before it."""
        return (self._parts if is_owner else self._parts | self._people) - {""}


def _characters(event: Event) -> Iterable[str]:
    """Return the names of characters that an event shows to everybody."""
    for field in () if event.audience else _OF_CHARACTERS:
        shown: Any = getattr(event, field, "")
        if isinstance(shown, Mapping):
            yield from map(str, cast("Mapping[str, object]", shown).values())
        elif isinstance(shown, str):
            yield shown
