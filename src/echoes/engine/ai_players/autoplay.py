"""Games played by AI players, through the same engine and events as those of people."""

from collections.abc import AsyncIterator, Sequence
from contextlib import suppress
from functools import partial
from typing import Any, Literal

from echoes.core.errors import EchoesError, FailureKind, ModelFailed
from echoes.core.log.events import ClarificationAsked, Event, Narrated, SessionEnded, SessionStarted
from echoes.core.operation.call_budget import CALL_BUDGET, CallBudget
from echoes.core.operation.spending import spending_for
from echoes.core.operation.usage import Usage
from echoes.core.seats.roles import Role
from echoes.engine.ai_players.ai_table import MOST_TRIES, AITable, Step, send_move, table_pauses
from echoes.engine.engine import GameEngine
from echoes.engine.sessions.queries import session_window
from echoes.games.player import Move, Player, PlayerLimits, PlayerSeat
from echoes.games.resources import Limits

GameEnding = Literal[
    "solved",
    "given_up",
    "out_of_turns",
    "out_of_messages",
    "out_of_budget",
    "stopped",
    "unreadable",
    "no_referee",
    "no_player",
]
"""The ways in which a game ends.

It ends by a verdict, at a limit, because the player has nothing more to say or its replies can't be read, or
because the referee or the player's model gives no answer.
"""

_FREE_A_TURN = 4
"""Messages allowed per turn of the limit, so that free messages end too."""
_PICKS = 24
"""The most clarifications in a row that a player answers; a referee asks fewer."""
_UNREADABLE: tuple[FailureKind, ...] = ("unreadable", "too_long", "empty", "filtered")
"""Failures of a player's model that count against the player."""


class Autoplay:
    """A game that an AI player plays from its beginning.

    If the referee can't answer a message for a technical reason, the message is sent again. If that does not
    help, the game ends as `no_referee`, and nobody has lost it.

    Args:
        engine: the engine with its models.
        session_id: a session that nobody has played yet.
        strategy: the name of the AI player.
        caps: the hard limits.
        seed: decides what the player leaves to chance.
        script: the messages of a scripted player.

    Attributes:
        ending: the way in which the game ended; only `solved` is a success.
        turns: the number of turns used.
        failed: how many times the referee gave no answer for a technical reason.
        why: what went wrong, for the operator.
    """

    def __init__(
        self,
        engine: GameEngine,
        session_id: str,
        strategy: str,
        caps: PlayerLimits,
        seed: int = 0,
        script: Sequence[str] = (),
    ) -> None:
        self._engine, self._session_id, self._strategy = engine, session_id, strategy
        self._caps, self._seed, self._script = caps, seed, script
        self._llm = engine.models.llm(Role.PLAYER)
        self._meter = CallBudget(caps.calls, caps.tokens)
        self.ending: GameEnding = "stopped"
        self.turns, self.failed, self.why = 0, 0, ""

    @property
    def usage(self) -> Usage:
        """The cost of the player's model, with every single call counted."""
        return self._meter.used

    async def steps(self) -> AsyncIterator[Step]:
        """Play the game; each step is in the log before it is yielded.

        Raises:
            UnknownName: no such strategy.
            BadInput: the strategy lacks a model or a script.
        """
        session = await self._engine.open_session(self._session_id)
        game = self._engine.games[session.started.game_type]

        async def player_of(seat: str) -> Player:
            return game.player(self._strategy, await self._seat(session.started, game.limits, seat))

        table = AITable(self._engine, self._session_id, player_of)
        messages = picks = 0
        most = self._caps.turns * _FREE_A_TURN
        asked_back = last_call = False
        while picks < _PICKS and not await self._pauses():
            seat, player, news = await table.next()
            last_call = player.asks_a_model and self._meter.is_last
            is_last = messages >= most or last_call
            left = 1 if is_last else self._caps.turns - self.turns
            if (move := await self._move(session.started, player, news, left)) is None:
                return
            replies = asked_back and _is_pick(move.text)
            if messages > most and not replies:
                break
            picks = picks + 1 if replies else 0
            messages += not replies
            step = await send_move(self._engine, self._session_id, move, seat)
            # Narration is for people.
            events = [event for event in step.events if not isinstance(event, Narrated)]
            table.answered(seat, events)
            self.turns += sum(event.makes_turn for event in events)
            self.failed += step.failed
            yield step
            if self._is_over(step):
                return
            asked_back = isinstance(events[-1] if events else None, ClarificationAsked)
            if is_last and not asked_back:
                break
        if self.ending != "no_referee":
            self.ending = "out_of_budget" if last_call else "out_of_messages"

    async def _pauses(self) -> bool:
        """Return whether the model that leads the table has failed; the game ends then."""
        if not (await self._engine.open_session(self._session_id)).seats:
            return False  # nobody leads it, and its next message waits for what is to settle by itself
        with suppress(EchoesError):  # the message says so
            await self._engine.settle(self._session_id)
        if pauses := await table_pauses(self._engine, self._session_id):
            self.ending, self.why = "no_referee", "the model that leads the table gives no reply"
        return pauses

    async def _seat(self, started: SessionStarted, limits: Limits, seat: str) -> PlayerSeat:
        """Return the window that a seat hands its player: all that its role may see from there."""
        tools: dict[str, Any] = {}
        if self._llm:
            from echoes.engine.turns.tools import session_tools

            found = await session_tools(self._engine, self._session_id, Role.PLAYER, seat)
            tools = {tool.name: tool for tool in found}
        look = partial(session_window, self._engine, self._session_id, Role.PLAYER, seat=seat)
        longest = limits.max_message_chars
        return PlayerSeat(started, look, longest, tools, self._llm, self._seed, self._script, seat)

    async def _move(
        self, started: SessionStarted, player: Player, events: Sequence[Event], left: int
    ) -> Move | None:
        running = CALL_BUDGET.set(self._meter)
        try:
            with spending_for(started):
                return await player.move(events, left)
        except ModelFailed as error:
            self.why = str(error)
            self.ending = "no_player"
            if self._meter.exhausted:
                self.ending = "out_of_budget"
            elif error.kind in _UNREADABLE:
                self.ending = "unreadable"
            return None
        finally:
            CALL_BUDGET.reset(running)

    def _is_over(self, step: Step) -> bool:
        if step.failed >= MOST_TRIES:
            self.ending = "no_referee"
            self.why = step.cause
            return True
        for event in step.events:
            if isinstance(event, SessionEnded):
                self.ending = "solved" if event.status == "COMPLETED" else "given_up"
                return True
        if self.turns >= self._caps.turns:
            self.ending = "out_of_turns"
            return True
        return False


def _is_pick(message: str) -> bool:
    """Return whether a message contains only numbers and so picks options."""
    return not any(letter.isalpha() for letter in message)
