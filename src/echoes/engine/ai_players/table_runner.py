"""The table runner: plays the seats that nobody plays, so that a table goes on with few people or none."""

from collections.abc import Sequence
from contextlib import suppress
from datetime import UTC, datetime
from functools import partial
from typing import NamedTuple

from echoes.core.errors import EchoesError, ModelFailed
from echoes.core.operation.call_budget import CALL_BUDGET, CallBudget
from echoes.core.operation.spending import spending_for
from echoes.core.seats.roles import Role
from echoes.core.seats.seating import RUNNER, Holder
from echoes.engine.ai_players.ai_table import MOST_TRIES, AITable, Step, send_move, table_pauses
from echoes.engine.engine import GameEngine
from echoes.engine.sessions.queries import log_position, session_window, unblocked
from echoes.engine.sessions.session import GameSession
from echoes.games.base import AnyGame
from echoes.games.player import Move, Player, PlayerLimits, PlayerSeat

_SPENT = {
    "en": "Free seats have made as many turns as they may at a stretch. /auto lets them go on.",
    "zh": "空座位一口气能走的步数用完了。输入 /auto 可以让它们接着走。",
}
_MESSAGES_A_TURN = 6
"""Messages that an AI player may need for one turn, as where it is asked back."""


class _Due(NamedTuple):
    """The seat that is to move, and its holder, if any."""

    seat: str
    holder: Holder | None


class TableRunner:
    """Makes turns at one table, for seats that nobody holds or whose holder does nothing.

    Args:
        engine: at whose table it sits.
        session_id: the session.
        caps: the bounds on its turns, and on the calls and tokens of the players' model.
        seed: decides what the players leave to chance.

    Attributes:
        turns: the number of turns that it has made.
        why: why it can't go on, for people; empty if it can.
        is_stuck: whether its last step came to nothing though nobody else moved.
    """

    def __init__(
        self, engine: GameEngine, session_id: str, caps: PlayerLimits | None = None, seed: int = 0
    ) -> None:
        self._engine, self._session_id, self._seed, self._caps = engine, session_id, seed, caps
        self._llm = engine.models.llm(Role.PLAYER)
        self._meter = CallBudget(caps.calls, caps.tokens) if caps else CallBudget()
        self._table = AITable(engine, session_id, self._player)
        self._stuck_at = 0
        self.turns, self.why, self.is_stuck = 0, "", False

    async def is_due(self) -> bool:
        """Return whether the turn is that of a seat which the runner may play now.

        Where its last step came to nothing, it waits until anybody has written something; at a table that
        pauses, until somebody acts or asks it to go on.
        """
        if self.is_stuck and self._stuck_at == await self._position():
            return False
        is_due = await self._due(ordered=False) is not None
        return is_due and not await table_pauses(self._engine, self._session_id)

    async def _due(self, ordered: bool) -> _Due | None:
        """Return the seat that is to move; None where the runner may not play it."""
        seat = await self._engine.next_seat(self._session_id)
        session = await self._engine.open_session(self._session_id)
        game, holder = self._game(session), session.projection.seating.holders.get(seat)
        if not game.companion or session.ended or self.is_spent:
            return None
        if holder and not ordered and not self._keeps_waiting(session, holder):
            return None
        return _Due(seat, holder)

    def _keeps_waiting(self, session: GameSession, holder: Holder) -> bool:
        """Return whether somebody else waits for a person who has said nothing for long."""
        idle_s, holders = self._game(session).idle_s(), session.projection.seating.holders
        waits = any(one.key != holder.key for one in holders.values())
        return waits and idle_s is not None and _silent_s(session) >= idle_s

    @property
    def is_spent(self) -> bool:
        """Return whether its bounds are reached."""
        return self._meter.exhausted or (self._caps is not None and self.turns >= self._caps.turns)

    async def step(self, ordered: bool = False, resumes: bool | None = None) -> Sequence[Step]:
        """Make the turn of the seat that is due; none where there is none, or no move is found.

        Each message is in the log before it is returned. The turn is left to whoever moves meanwhile.

        Args:
            ordered: whether somebody asked for it; then a person's seat is played too.
            resumes: whether it goes on though the table pauses; None if it was ordered.
        """
        made: list[Step] = []
        move, self.why = None, ""
        session = await self._engine.open_session(self._session_id)
        with suppress(EchoesError):  # the message says so
            await self._engine.settle(self._session_id)
        goes_on = ordered if resumes is None else resumes
        if not goes_on and await table_pauses(self._engine, self._session_id):
            self.is_stuck, self._stuck_at = True, await self._position()
            return made
        due = await self._due(ordered)
        while due and len(made) < _MESSAGES_A_TURN:
            move = move or await self._move(due.seat)
            if move is None or await self._due(ordered) != due:  # a model thinks for long
                break
            made.append(await self._sent(move, due))
            if any(event.makes_turn for event in made[-1].events):
                self.turns += 1
                self.is_stuck = False
                self.why = _SPENT.get(session.started.lang, _SPENT["en"]) if self.is_spent else ""
                return made
            if sum(step.failed for step in made) >= MOST_TRIES:
                self.why = made[-1].cause
                break
            move = move if made[-1].failed else None
        self.is_stuck = due is not None and await self._due(ordered) == due
        self._stuck_at = await self._position()
        self.why = self.why if self.is_stuck else ""
        return made

    async def _move(self, seat: str) -> Move | None:
        """Return the move of the player of a seat, if it finds one; it says why not if its model fails."""
        player, news = await self._table.at(seat)
        session = await self._engine.open_session(self._session_id)
        running = CALL_BUDGET.set(self._meter)
        try:
            with spending_for(session.started):
                return await player.move(news, 1)
        except ModelFailed as error:
            self.why = str(error)
            return None
        finally:
            CALL_BUDGET.reset(running)

    async def _sent(self, move: Move, due: _Due) -> Step:
        """Send a message once; one for a free seat is refused if somebody has sat down there."""
        by = "" if due.holder else RUNNER
        step = await send_move(self._engine, self._session_id, move, due.seat, by, tries=1)
        self._table.answered(due.seat, step.events)
        return step

    async def _position(self) -> int:
        return await unblocked(self._engine, log_position, self._session_id)

    def _game(self, session: GameSession) -> AnyGame:
        return self._engine.games[session.started.game_type]

    async def _player(self, seat: str) -> Player:
        session = await self._engine.open_session(self._session_id)
        game = self._game(session)
        look = partial(session_window, self._engine, self._session_id, Role.PLAYER, seat=seat)
        longest = game.limits.max_message_chars
        own = PlayerSeat(session.started, look, longest, {}, self._llm, self._seed, (), seat)
        return game.player(game.companion, own)


def _silent_s(session: GameSession) -> float:
    """Return the seconds since anything happened in a session."""
    stamp = session.projection.state.get("stamp", "")
    now = datetime.now(UTC)
    return (now - datetime.fromisoformat(stamp)).total_seconds() if stamp else 0.0
