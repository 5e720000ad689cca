"""An AI player at the table: the same engine, the same events, nobody at the keyboard."""

from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Literal

from echoes.core.errors import ModelFailed
from echoes.core.events import TURN_EVENTS, GameEvent, RulingUnavailable, SessionEnded, TurnFailed, Usage
from echoes.core.protocols import LLMClient, ModelT, OnPiece
from echoes.core.roles import Role
from echoes.engine.engine import GameEngine
from echoes.games.player import Caps, Move, Player, PlayerSeat

Ending = Literal["solved", "given_up", "out_of_turns", "out_of_budget", "stopped", "no_referee", "no_player"]
"""How a game came to its end: by its verdict, by a cap, or because player or referee could not go on."""

_TRIES = 3
"""How often a message is sent that the referee could not answer for a technical reason."""
_FREE_A_TURN = 4
"""Messages for each turn of the cap, so that free ones come to an end too."""


@dataclass(frozen=True)
class Step:
    """One message and what it led to.

    Attributes:
        failed: how often the referee gave no answer for a technical reason.
    """

    move: Move
    events: Sequence[GameEvent]
    failed: int = 0


class CappedModel:
    """A model that may cost so much in one game and no more; it then refuses every call.

    Args:
        inner: the model.
        caps: calls and tokens.
    """

    def __init__(self, inner: LLMClient, caps: Caps) -> None:
        self.id = inner.id
        self._inner, self._caps = inner, caps
        self.spent = Usage()
        self.exhausted = False

    async def generate(self, system: str, prompt: str) -> tuple[str, Usage]:
        """A reply in words."""
        return await self._counted(self._inner.generate(system, prompt))

    async def generate_structured(
        self, system: str, prompt: str, schema: type[ModelT]
    ) -> tuple[ModelT, Usage]:
        """A reply in a closed form."""
        return await self._counted(self._inner.generate_structured(system, prompt, schema))

    async def stream(self, system: str, prompt: str, on_piece: OnPiece) -> tuple[str, Usage]:
        """A reply in words, piece by piece."""
        return await self._counted(self._inner.stream(system, prompt, on_piece))

    async def _counted(self, call: Any) -> Any:
        tokens = self.spent.prompt_tokens + self.spent.completion_tokens
        bounds = ((self._caps.calls, self.spent.model_calls), (self._caps.tokens, tokens))
        if any(bound is not None and used >= bound for bound, used in bounds):
            call.close()
            self.exhausted = True
            raise ModelFailed("budget", "the player's budget for this game is spent", "Raise its caps.")
        try:
            reply, usage = await call
        except ModelFailed as error:
            self.spent += error.spent or Usage()
            raise
        self.spent += usage
        return reply, usage


class Autoplay:
    """A game that an AI player plays from its beginning.

    A message that the referee can't answer for a technical reason is sent again; where that does not help,
    the game ends as `no_referee`, and nobody has lost it.

    Args:
        engine: with its models.
        session_id: of a session that nobody has played yet.
        strategy: the name of the player.
        caps: hard bounds.
        seed: decides what the player leaves to chance.
        script: what a scripted player says.

    Attributes:
        ending: how it ended; only `solved` is a success.
        turns: how many were used.
        usage: of the player's model.
        failed: how often the referee gave no answer for a technical reason.
        why: the cause of a `no_referee` or `no_player`, for the operator.
    """

    def __init__(
        self,
        engine: GameEngine,
        session_id: str,
        strategy: str,
        caps: Caps,
        seed: int = 0,
        script: Sequence[str] = (),
    ) -> None:
        self._engine, self._session_id, self._strategy = engine, session_id, strategy
        self._caps, self._seed, self._script = caps, seed, script
        llm = engine.models.llm(Role.PLAYER)
        self._model = CappedModel(llm, caps) if llm else None
        self.ending: Ending = "stopped"
        self.turns, self.failed = 0, 0
        self.usage, self.why = Usage(), ""

    async def steps(self) -> AsyncIterator[Step]:
        """Play; each step is in the log when it is handed out.

        Raises:
            UnknownName: no such strategy.
            BadInput: it lacks a model, or a script.
        """
        seat = await self._seat()
        game = self._engine.games[seat.started.game_type]
        player = game.player(self._strategy, seat)
        events: Sequence[GameEvent] = [seat.started]
        for _ in range(self._caps.turns * _FREE_A_TURN):
            if (move := await self._move(player, events)) is None:
                return
            step = await _sent(self._engine, self._session_id, move)
            events = step.events
            self.turns += sum(event.event in TURN_EVENTS for event in events)
            self.failed += step.failed
            yield step
            if self._is_over(step):
                return
        self.ending = "out_of_turns"

    async def _seat(self) -> PlayerSeat:
        """What the player is given: what its role may see, and nothing else."""
        session = await self._engine.open_session(self._session_id)
        tools: dict[str, Any] = {}
        if self._model:
            from echoes.engine.tools import session_tools

            found = await session_tools(self._engine, self._session_id, Role.PLAYER)
            tools = {tool.name: tool for tool in found}
        look = partial(self._engine.window, self._session_id, Role.PLAYER)
        return PlayerSeat(session.started, look, tools, self._model, self._seed, self._script)

    async def _move(self, player: Player, events: Sequence[GameEvent]) -> Move | None:
        try:
            move = await player.move(events, self._caps.turns - self.turns)
        except ModelFailed as error:
            self.usage += error.spent or Usage()
            spent = self._model is not None and self._model.exhausted
            self.ending, self.why = ("out_of_budget", "") if spent else ("no_player", str(error))
            return None
        self.usage += move.usage if move else Usage()
        return move

    def _is_over(self, step: Step) -> bool:
        last = step.events[-1] if step.events else None
        if step.failed >= _TRIES:
            self.ending = "no_referee"
            self.why = str(getattr(last, "error", None) or getattr(last, "reason", ""))
            return True
        for event in step.events:
            if isinstance(event, SessionEnded):
                self.ending = "solved" if event.status == "COMPLETED" else "given_up"
                return True
        if self.turns >= self._caps.turns:
            self.ending = "out_of_turns"
            return True
        return False


async def _sent(engine: GameEngine, session_id: str, move: Move) -> Step:
    """Send a message, again where the referee failed."""
    failed = 0
    while True:
        events = [event async for event in engine.handle_message(session_id, move.text)]
        if not await _failed(engine, session_id, events):
            return Step(move, events, failed)
        failed += 1
        if failed >= _TRIES:
            return Step(move, events, failed)


async def _failed(engine: GameEngine, session_id: str, events: Sequence[GameEvent]) -> bool:
    """Whether a message got no answer for a technical reason; that a referee can't tell is no failure."""
    last = events[-1] if events else None
    if isinstance(last, TurnFailed):
        return True
    if not isinstance(last, RulingUnavailable):
        return False
    trace = engine.storage.event_log.read(session_id)[-1].trace
    return bool(trace and trace.get("failed"))
