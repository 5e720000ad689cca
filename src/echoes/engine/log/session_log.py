"""The log of one session, followed and appended to, with the projection that goes with it."""

import logging
from collections.abc import Iterable, Sequence
from typing import cast

from echoes.core.errors import StorageFailed
from echoes.core.log.entries import Cause, Entry
from echoes.core.log.event_log import TornEnd, read_log
from echoes.core.log.events import Event, SessionStarted, TurnFailed, TurnsUndone
from echoes.core.log.queries import effective_entries, has_event
from echoes.core.operation.gc_pause import gc_paused
from echoes.core.operation.tracing import rows_so_far, span
from echoes.core.operation.usage import Usage
from echoes.core.protocols import TimeSource
from echoes.core.seats.visibility import seen_of
from echoes.core.text.plain_text import pluralize
from echoes.engine.log.checkpoint import Checkpoint
from echoes.engine.log.projection import SessionProjection
from echoes.engine.log.recorder import Recorder
from echoes.engine.log.unread_events import UnreadEvents
from echoes.engine.views.recent_seat_views import RecentSeatViews
from echoes.games.base import AnyGame
from echoes.games.scenario import Scenario
from echoes.storage.backends import Storage


def torn_end_line(session_id: str, torn: TornEnd, language: str) -> str:
    """Say that the end of a log was torn, and where it is now."""
    if language == "zh":
        return f"对局“{session_id}”的记录末尾不完整，有 {torn.size} 个字节移到了 {torn.aside}"
    moved = f"{pluralize(torn.size, 'byte')} {'was' if torn.size == 1 else 'were'} set aside in {torn.aside}"
    return f"the end of the log of session '{session_id}' was torn: {moved}"


def rebuilt_state_line(session_id: str, language: str) -> str:
    """Say that a state was not what the log tells, and was made anew from it."""
    if language == "zh":
        return f"对局“{session_id}”的状态已按记录重新建立"
    return f"the state of session '{session_id}' was built again from its log"


class SessionLog:
    """The log of a session; the caller of its methods holds the session's lock.

    The log is the truth: the projection is built from it when a session is opened, and again if somebody
    else has taken back what it tells. The checkpoint is a copy of the projection's state.

    Args:
        opening: the first entry of the log; `read` follows the rest.
        game: the game type of the session.
        scenario: the version that it began with.
        storage: log and checkpoints.
        clock: tells the time.

    Attributes:
        started: the event that opened the session.
        projection: the session as far as the log was read.
        position: the position of the log when it was last read.
        unread: events outside of messages, for readers.
    """

    def __init__(
        self,
        opening: Entry,
        game: AnyGame,
        scenario: Scenario,
        storage: Storage,
        clock: TimeSource,
    ) -> None:
        self.started = cast("SessionStarted", opening.event)
        self.session_id = self.started.session_id
        self.game, self.scenario = game, scenario
        self._log = storage.event_log
        self._recorder = Recorder(storage.event_log, self.session_id, clock)
        self._checkpoint = Checkpoint(self.session_id, storage)
        self._opening = 1 + opening.rest
        self._compared = False
        self._deferred = Usage()
        self.unread = UnreadEvents()
        self.projection = SessionProjection(game, scenario)
        self._views = RecentSeatViews(game.seats(scenario))
        self.position = -1

    async def read(self, parts: Iterable[tuple[Sequence[Entry], int]]) -> None:
        """Follow the log from its beginning, as `EventLog.parts` returns it.

        Raises:
            StorageFailed: it can't be read.
        """
        self._start((), 0)
        for entries, position in parts:
            if has_event(entries, TurnsUndone):  # what counts is known only at the end
                whole = [*await read_log(self._log, self._log.parts, self.session_id)]
                self._start([entry for part, _ in whole for entry in part], whole[-1][1])
                break
            self._follow(entries, position)

    async def entries(self) -> list[Entry]:
        """Return the whole log."""
        return await read_log(self._log, self._log.read, self.session_id)

    async def seen(self, events: Sequence[Event], seat: str) -> list[Event]:
        """Return those of just recorded events that a seat may see, numbered as it counts."""
        if not self.projection.private:
            return [*events]
        seen = self._views.seen(events, seat)
        return seen_of(events, await self.entries(), seat) if seen is None else seen

    def turn(self, seat: str) -> int:
        """Return the number of the last turn, as a seat counts."""
        return self._views.turn(seat) if self.projection.private else self.projection.turn

    def defer_usage(self, usage: Usage) -> None:
        """Add the cost of discarded follow-up work to the next write."""
        self._deferred += usage

    def transient_event(self, event: Event) -> Event:
        """Return an event that says why nothing was recorded; it is not in the log."""
        return self._recorder.transient_event(event)

    async def reconcile(self) -> list[str]:
        """Follow the log if it has grown; the first time, also compare the checkpoint with it.

        Returns:
            The repairs, one line each, in the language of the game.
        Raises:
            StorageFailed: the log can't be read.
        """
        repairs: list[str] = []
        position = await self._log_position()
        if not self._compared or position != self.position:
            repairs = await self._catch_up(position)
        state = self.projection.state
        self._recorder.follow(state.get("stamp", ""), state.get("entries", 0))
        return repairs

    async def _log_position(self) -> int:
        held = self._log.held_position(self.session_id)
        return await read_log(self._log, self._log.position, self.session_id) if held is None else held

    async def _catch_up(self, position: int) -> list[str]:
        since = self.position if 0 < self.position <= position else 0
        with span("log read"):
            entries, position, torn = await read_log(self._log, self._log.repair, self.session_id, since)
        lang = self.started.lang
        repairs = [torn_end_line(self.session_id, torn, lang)] if torn else []
        if entries and isinstance(entries[0].event, SessionStarted):
            since = 0  # another file took its place, and was read from the beginning
        if since and not entries:
            self.position = position
        elif since:
            await self._go_on(entries, position)
        else:
            self._start(entries, position)
        # What came from elsewhere nobody here has been told yet; a failure was told to whom it concerns.
        fresh = [one.event for one in entries if since and not isinstance(one.event, TurnFailed)]
        seats = self.game.seats(self.scenario)
        self.unread.announce(event for event in fresh if seats or event.is_news)
        self.unread.moved(event for event in fresh if not (seats or event.is_news))
        if not self._compared:
            repairs += await self._compare()
        return repairs

    async def record(
        self, entries: Sequence[Entry], cause: Cause | None = None, log: Sequence[Entry] = ()
    ) -> list[Entry]:
        """Append entries as one write, and follow them.

        Args:
            entries: the entries, without envelopes.
            cause: the cause of the write.
            log: the whole log before, if it was read.
        Returns:
            The entries as they were written.
        Raises:
            StorageFailed: nothing was written.
        """
        if not entries:
            return []
        if cause and self._deferred != Usage():
            cause = cause.model_copy(update={"dropped": self._deferred + (cause.dropped or Usage())})
        if cause and (spans := rows_so_far()):
            cause = cause.model_copy(update={"spans": spans})
        with span("log append"):
            recorded = await self._recorder.record(entries, cause, self.position)
        self._deferred = Usage() if cause else self._deferred
        self.position = -1  # should folding fail, the log is read again
        await self._go_on(recorded, self._recorder.position, log)
        try:
            with span("checkpoint write"):
                await self._checkpoint.write(self.projection.state)
        except StorageFailed as error:  # the log has it, and is all that counts
            logging.getLogger(__name__).warning("a checkpoint is not written: %s", error)
            self._compared = False
        return recorded

    def _start(self, entries: Sequence[Entry], position: int) -> None:
        with gc_paused():
            self._views.read(entries)
            self.projection.read(entries)
        self.unread.keep({entry.event.turn for entry in effective_entries(entries)})
        self.position = position

    async def _go_on(self, entries: Sequence[Entry], position: int, before: Sequence[Entry] = ()) -> None:
        """Follow appended entries; the whole log is needed only if they take turns back."""
        if has_event(entries, TurnsUndone):
            self._start([*before, *entries] if before else await self.entries(), position)
        else:
            self._follow(entries, position)

    def _follow(self, entries: Sequence[Entry], position: int) -> None:
        self._views.follow(entries)
        self.projection.follow(entries)
        self.position = position

    async def _compare(self) -> list[str]:
        state = self.projection.state
        found = await self._checkpoint.repair(state)
        self._compared = True
        begun = state.get("entries", 0) > self._opening and self.started.forked_from is None
        if found == "right" or (found == "missing" and not begun):
            return []
        return [rebuilt_state_line(self.session_id, self.started.lang)]
