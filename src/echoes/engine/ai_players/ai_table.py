"""AI players at the seats of a table, and how their messages are sent."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

from echoes.core.log.event_log import read_log
from echoes.core.log.events import Event, Narrated, Trace, TurnFailed
from echoes.core.seats.visibility import SeatView
from echoes.engine.engine import GameEngine
from echoes.games.player import Move, Player

MOST_TRIES = 3
"""The most times that a message is sent if the referee can't answer it for a technical reason."""


@dataclass(frozen=True)
class Step:
    """One message of the player and its result.

    Attributes:
        move: the message.
        events: the events that it led to.
        failed: how many times the referee gave no answer for a technical reason.
        cause: the last such reason, for the operator.
    """

    move: Move
    events: Sequence[Event]
    failed: int = 0
    cause: str = ""


class AITable:
    """One AI player per seat; each sees only what its seat may see.

    Args:
        engine: at whose table they sit.
        session_id: the session.
        player: opens the player of a seat.
    """

    def __init__(
        self, engine: GameEngine, session_id: str, player: Callable[[str], Awaitable[Player]]
    ) -> None:
        self._engine, self._session_id, self._player = engine, session_id, player
        self._players: dict[str, Player] = {}
        self._views: dict[str, SeatView] = {}
        self._unrecorded: dict[str, Sequence[Event]] = {}
        self._read: dict[str, int] = {}

    async def next(self) -> tuple[str, Player, Sequence[Event]]:
        """Return the seat that moves, its player, and the events that are new to it."""
        seat = await self._engine.next_seat(self._session_id)
        return seat, *await self.at(seat)

    async def at(self, seat: str) -> tuple[Player, Sequence[Event]]:
        """Return the player of a seat, and the events that are new to it."""
        if seat not in self._players:
            self._players[seat], self._views[seat] = await self._player(seat), SeatView(seat)
        fresh = await self._fresh(seat)
        return self._players[seat], [*fresh, *self._unrecorded.pop(seat, ())]

    def answered(self, seat: str, events: Sequence[Event]) -> None:
        """Keep those of the events that answered a seat that the log does not tell."""
        self._unrecorded[seat] = [event for event in events if isinstance(event, TurnFailed)]

    async def _fresh(self, seat: str) -> list[Event]:
        log = self._engine.storage.event_log
        entries, self._read[seat] = await read_log(log, log.tail, self._session_id, self._read.get(seat, 0))
        shown = [seen.event for entry in entries if (seen := self._views[seat].see(entry)) is not None]
        # Narration is for people; a failure that is in the log was told when it happened.
        return [event for event in shown if not isinstance(event, Narrated | TurnFailed)]


async def table_pauses(engine: GameEngine, session_id: str) -> bool:
    """Return whether the seats of a table wait until they are asked to go on, as far as its log was read."""
    session = await engine.open_session(session_id)
    state = session.projection.state.get("game")
    return state is not None and engine.games[session.started.game_type].is_paused(state)


async def send_move(
    engine: GameEngine, session_id: str, move: Move, seat: str, by: str = "", tries: int = MOST_TRIES
) -> Step:
    """Send a message, and send it again if the referee failed.

    Args:
        engine: that plays the session.
        session_id: which one.
        move: with the message.
        seat: from which it is sent.
        by: the sender; see `core.seats.seating.must_hold`.
        tries: the most times that it is sent.
    """
    failed = 0
    while True:
        events = [event async for event in engine.handle_message(session_id, move.text, by=by, seat=seat)]
        cause = await _failure(engine, session_id, events)
        failed += cause is not None
        if cause is None or failed >= tries:
            return Step(move, events, failed, cause or "")


async def _failure(engine: GameEngine, session_id: str, events: Sequence[Event]) -> str | None:
    """Return the technical reason why a message got no answer; None if there is none."""
    if refused := [event.error for event in events if isinstance(event, TurnFailed)]:
        return refused[0]
    if any(event.is_unanswered for event in events):
        log = engine.storage.event_log
        entries = await read_log(log, log.read, session_id)
        last = next((one for one in reversed(entries) if one.event.is_unanswered), None)
        trace = (last.trace if last else None) or Trace()
        return (trace.cause or "no answer") if trace.failed else None
    return None
