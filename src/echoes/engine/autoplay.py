"""An AI player at the table: the same engine, the same events, nobody at the keyboard."""

from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Literal

from echoes.core.errors import ModelFailed
from echoes.core.events import TURN_EVENTS, GameEvent, RulingUnavailable, SessionEnded, TurnFailed, Usage
from echoes.core.protocols import LLMClient, ModelT, OnPiece
from echoes.core.roles import Role
from echoes.engine.engine import GameEngine
from echoes.games.player import Caps, Move, Player, PlayerSeat

ENDINGS = ("solved", "given_up", "out_of_turns", "out_of_budget", "stopped", "no_referee", "no_player")
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


@dataclass
class Autoplay:
    """What came of a game.

    Attributes:
        ending: how it ended; only `solved` is a success, and of the last two nobody is to blame for losing.
        usage: of the player's model.
        why: the cause of a `no_referee` or `no_player`, for the operator.
    """

    ending: Ending = "stopped"
    turns: int = 0
    usage: Usage = field(default_factory=Usage)
    failed: int = 0
    why: str = ""


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


async def seat_of(
    engine: GameEngine, session_id: str, llm: LLMClient | None, seed: int, script: Sequence[str] = ()
) -> PlayerSeat:
    """What an AI player of a session is given: what its role may see, and nothing else."""
    session = await engine.open_session(session_id)
    tools: dict[str, Any] = {}
    if llm is not None:
        from echoes.engine.tools import session_tools

        tools = {tool.name: tool for tool in await session_tools(engine, session_id, Role.PLAYER)}
    look = partial(engine.window, session_id, Role.PLAYER)
    return PlayerSeat(session.started, look, tools, llm, seed, script)


async def autoplay(
    engine: GameEngine,
    session_id: str,
    strategy: str,
    caps: Caps,
    seed: int = 0,
    script: Sequence[str] = (),
    outcome: Autoplay | None = None,
) -> AsyncIterator[Step]:
    """Let an AI player play a session from its beginning.

    A message that the referee can't answer for a technical reason is sent again; where that does not help,
    the game ends as `no_referee`, and nobody has lost it.

    Args:
        engine: with its models.
        session_id: of a session that nobody has played yet.
        strategy: the name of the player.
        caps: hard bounds.
        seed: decides what the player leaves to chance.
        script: what a scripted player says.
        outcome: is filled in as the game goes on.
    Raises:
        UnknownName: no such strategy.
        BadInput: it lacks a model, or a script.
    """
    outcome = outcome or Autoplay()
    llm = engine.models.llm(Role.PLAYER)
    capped = CappedModel(llm, caps) if llm else None
    seat = await seat_of(engine, session_id, capped, seed, script)
    session = await engine.open_session(session_id)
    player: Player = engine.games[session.started.game_type].player(strategy, seat)
    events: Sequence[GameEvent] = [session.started]
    messages = 0
    while outcome.turns < caps.turns and messages < caps.turns * _FREE_A_TURN:
        try:
            move = await player.move(events, caps.turns - outcome.turns)
        except ModelFailed as error:
            outcome.usage += error.spent or Usage()
            spent = capped is not None and capped.exhausted
            outcome.ending, outcome.why = ("out_of_budget", "") if spent else ("no_player", str(error))
            return
        if move is None:
            outcome.ending = "stopped"
            return
        outcome.usage += move.usage
        step = await _sent(engine, session_id, move)
        messages += 1
        events = step.events
        outcome.turns += sum(event.event in TURN_EVENTS for event in events)
        outcome.failed += step.failed
        yield step
        if step.failed >= _TRIES:
            outcome.ending, outcome.why = "no_referee", _why(events)
            return
        if ended := [event for event in events if isinstance(event, SessionEnded)]:
            outcome.ending = "solved" if ended[0].status == "COMPLETED" else "given_up"
            return
    outcome.ending = "out_of_turns"


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


def _why(events: Sequence[GameEvent]) -> str:
    last = events[-1] if events else None
    return str(getattr(last, "error", None) or getattr(last, "reason", ""))
