"""The screen of a table in the terminal: what one seat sees, or what those see who share the screen."""

from itertools import zip_longest

from echoes.core.log.entries import Entry
from echoes.core.log.events import CommandResult, Event, SessionStarted, TurnsUndone
from echoes.core.seats.visibility import PUBLIC, SeatView
from echoes.engine.engine import GameEngine
from echoes.engine.sessions.queries import read_tail
from echoes.interfaces.cli.event_printer import EventPrinter


class TableScreen:
    """Prints the log of a session as it grows.

    Whoever plays one seat sees what that seat sees. Where several share the screen, it shows what the seat
    sees whose turn it is; when the turn passes on, what the next seat saw meanwhile is caught up on. Each
    seat counts events for itself, so there an event's id names the seat, and no two are the same.

    Args:
        engine: at whose table.
        session_id: the session.
        printer: prints events.
        seat: that looks on; None where the screen is shared.
    """

    def __init__(self, engine: GameEngine, session_id: str, printer: EventPrinter, seat: str | None) -> None:
        self._engine, self._session_id, self._printer, self._seat = engine, session_id, printer, seat
        self._position = 0
        self._views: dict[str, SeatView] = {}
        self._looks_from = PUBLIC
        self._unseen: list[dict[str, Event]] = []

    async def begin(self, resumed: bool) -> None:
        """Print what has happened, but for the opening; nothing of it where the session is resumed."""
        session = await self._engine.open_session(self._session_id)
        self._views = {seat: SeatView(seat) for seat in (PUBLIC, *session.seats)}
        self._looks_from = await self.seat()
        if resumed:
            self._read()
            self._unseen = []
        else:
            await self.catch_up()

    async def seat(self) -> str:
        """Return the seat that looks on now."""
        return self._seat if self._seat is not None else await self._engine.next_seat(self._session_id)

    async def catch_up(self) -> list[Event]:
        """Print what was appended, and return it."""
        self._read()
        printed = self._print()
        if (now := await self.seat()) != self._looks_from:
            self._looks_from = now
            printed += self._print()
        return printed

    def _read(self) -> None:
        entries, self._position = read_tail(self._engine, self._session_id, self._position)
        for entry in entries:
            self._unseen.append(self._seen(entry))

    def _seen(self, entry: Entry) -> dict[str, Event]:
        views = [(seat, view.see(entry)) for seat, view in self._views.items()]
        hides = isinstance(entry.event, SessionStarted)
        return {seat: self._named(seen.event, seat) for seat, seen in views if seen is not None and not hides}

    def _named(self, event: Event, seat: str) -> Event:
        """Return an event with an id of its own among all that the screen shows."""
        if self._seat is not None:
            return event
        return event.model_copy(update={"event_id": f"{event.event_id}@{seat}"})

    def _print(self) -> list[Event]:
        shown = [event[self._looks_from] for event in self._unseen if self._looks_from in event]
        self._unseen = [event for event in self._unseen if self._looks_from not in event and event]
        for event, after in zip_longest(shown, shown[1:]):
            # What was taken back from elsewhere says nothing of it.
            alone = isinstance(event, TurnsUndone) and not isinstance(after, CommandResult)
            self._printer.event(event, theirs=alone)
        return shown
