"""The state of one session, kept in step with its log."""

import logging
from collections.abc import Iterable, Sequence
from typing import Any, cast

from echoes.core.entries import Entry
from echoes.core.errors import StorageFailed
from echoes.core.events import Event, SessionStarted, TurnsUndone
from echoes.core.history import effective_entries, ending_of
from echoes.core.seating import Seating
from echoes.core.seats import is_private
from echoes.engine.checkpoint import Checkpoint
from echoes.engine.turns import fold, follow
from echoes.games.base import AnyGame
from echoes.games.scenario import Scenario
from echoes.games.turn_state import TurnState
from echoes.storage.backends import Storage

_COMPARED = ("entries", "stamp", "game", "history")
_NEWS = 32
"""The number of unread events that are kept for a reader, for each audience."""


class SessionState:
    """The state of a session, which follows its log; the caller of its methods holds the session's lock.

    The log is the truth: the state is built from it when a session is opened, and again if somebody else has
    written to the log. The checkpoint is a copy of the state.

    Args:
        entries: the log of the session, from its opening on.
        game: its game type.
        scenario: the version that it began with.
        storage: log and checkpoints.

    Attributes:
        values: the state itself; replaced by each change, never changed in place.
        position: the position of the log when it was last read.
        ended: whether the game is over.
        private: whether some event is hidden from somebody.
        seating: the holders of the seats.
    """

    def __init__(self, entries: Sequence[Entry], game: AnyGame, scenario: Scenario, storage: Storage) -> None:
        started = cast("SessionStarted", entries[0].event)
        self._session_id, self._forked = started.session_id, started.forked_from is not None
        self._game, self._scenario = game, scenario
        self._log = storage.event_log
        self._checkpoint = Checkpoint(self._session_id, storage)
        self._compared = False
        self._news: dict[str, list[Event]] = {}
        self.ended, self.private = False, False
        self.seating = Seating()
        self.values = TurnState[Any](turn=max(entry.event.turn for entry in entries))
        self._note(entries)
        self.position = -1  # the log is read, and a torn end looked for, before anything counts

    @property
    def turn(self) -> int:
        """The number of the last turn."""
        return self.values.get("turn", 0)

    def listen(self, reader: str) -> None:
        """Keep events for a reader from now on."""
        self._news.setdefault(reader, [])

    def news(self, reader: str, seat: str) -> list[Event]:
        """Return the events recorded outside of messages since a reader's last call that a seat may see.

        Args:
            reader: the reader; events since its first call are kept for it.
            seat: the seat from which the reader looks now; events for other seats are kept for later.
        """
        unread = self._news.setdefault(reader, [])
        fresh = [event for event in unread if not event.audience or seat in event.audience]
        self._news[reader] = [event for event in unread if event not in fresh]
        return fresh

    async def reconcile(self) -> list[str]:
        """Follow the log if it has grown; the first time, also compare the checkpoint with it.

        Returns:
            The repairs, one line each.
        Raises:
            StorageFailed: the log can't be read.
        """
        position = self._log.position(self._session_id)
        if self._compared and position == self.position:
            return []
        since = self.position if 0 < self.position < position else 0
        entries, repaired = self._log.repair(self._session_id, since)
        repairs = [repaired] if repaired else []
        if entries and isinstance(entries[0].event, SessionStarted):
            since = 0  # another file took its place, and was read from the beginning
        if since:
            self._go_on(entries)
        else:
            self._start(entries)
        # What an author corrected from elsewhere, or others did at the table, nobody here has been told yet.
        seats = self._game.seats(self._scenario)
        self.announce(entry.event for entry in entries if since and (seats or entry.event.is_news))
        if not self._compared:
            repairs += await self._compare()
        return repairs

    async def recorded(self, entries: Sequence[Entry]) -> None:
        """Follow entries that were just appended."""
        self.position = -1  # should folding fail, the log is read again
        self._go_on(entries)
        try:
            await self._checkpoint.write(self.values)
        except StorageFailed as error:  # the log has it, and is all that counts
            logging.getLogger(__name__).warning("a checkpoint is not written: %s", error)
            self._compared = False

    def announce(self, events: Iterable[Event]) -> None:
        """Keep events for all readers."""
        added = [*events]
        self._news = {reader: _newest([*unread, *added]) for reader, unread in self._news.items()}

    def _start(self, entries: Sequence[Entry]) -> None:
        values = fold(self._game, self._scenario, entries)  # until that works, what was private stays so
        self.ended, self.private, self.seating = False, False, Seating()
        turns = {entry.event.turn for entry in effective_entries(entries)}
        for reader, unread in self._news.items():
            self._news[reader] = [event for event in unread if event.turn in turns]
        self.values = values
        self._note(entries)

    def _go_on(self, entries: Sequence[Entry]) -> None:
        """Follow appended entries; the whole log is needed only if they take turns back."""
        if any(isinstance(entry.event, TurnsUndone) for entry in entries):
            self._start(self._log.read(self._session_id))
        else:
            self.private = self.private or is_private(entry.event for entry in entries)
            self.values = follow(self._game, self.values, entries)
            self._note(entries)

    def _note(self, entries: Sequence[Entry]) -> None:
        self.ended = self.ended or ending_of(entries) is not None
        self.private = self.private or is_private(entry.event for entry in entries)
        self.seating = self.seating.after(entries)
        self.position = self._log.position(self._session_id)

    async def _compare(self) -> list[str]:
        known = await self._checkpoint.read()
        right = known is not None and all(known.get(key) == self.values.get(key) for key in _COMPARED)
        if not right:
            await self._checkpoint.replace(self.values)
        self._compared = True
        begun = self.values.get("entries", 0) > 1 and not self._forked
        if right or (known is None and not begun):
            return []
        return [f"the state of session '{self._session_id}' was built again from its log"]


def _newest(events: Sequence[Event]) -> list[Event]:
    """Return the newest events of each audience, so that hidden ones push out none that others see."""
    kept: list[Event] = []
    count: dict[tuple[str, ...], int] = {}
    for event in reversed(events):
        count[event.audience] = count.get(event.audience, 0) + 1
        if count[event.audience] <= _NEWS:
            kept.append(event)
    return kept[::-1]
