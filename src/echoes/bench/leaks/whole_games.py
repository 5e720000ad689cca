"""Leak tests that play whole games: each attack is followed by a command and by a move made at random.

At the opening and after each message, all that a player can see is searched for secrets, and so are the
prompts of the models. What is secret, the kind of game says.
"""

import random
import tempfile
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

from echoes.app import open_engine
from echoes.bench.leaks.attacks import read_attacks
from echoes.bench.leaks.calls import CallRecorder, ModelCall
from echoes.bench.leaks.command_specs import LeaksOptions
from echoes.bench.runs.benchmark import BenchmarkOutcome, json_text
from echoes.config import Config, load_config
from echoes.core.log.events import Event
from echoes.core.seats.visibility import PUBLIC
from echoes.core.views.panels import panel_text
from echoes.engine.engine import GameEngine
from echoes.engine.sessions.session import GameSession
from echoes.games.scenario import ScenarioT
from echoes.models.completion import Completion

_OPENING = "(opening)"
_EXAMPLES = 5
"""Messages that brought a secret out which are shown."""


@dataclass
class ScenarioLeaks:
    """The secrets of one scenario that got out.

    Attributes:
        scenario, lang: its id and language.
        messages: the number of messages sent, attacks and moves.
        games: the number of games that they made.
        shown: secrets in front of the player, by kind.
        prompts: secrets in prompts of models that may not know them, by kind.
        calls: the number of calls of models.
        examples: the messages that brought a secret out, `(opening)` for none.
    """

    scenario: str
    lang: str
    messages: int = 0
    games: int = 0
    shown: Counter[str] = field(default_factory=Counter[str])
    prompts: Counter[str] = field(default_factory=Counter[str])
    calls: int = 0
    examples: list[str] = field(default_factory=list[str])

    @property
    def ok(self) -> bool:
        """Return whether nothing leaked."""
        return not (self.shown.total() or self.prompts.total())

    def add_shown(self, kinds: Sequence[str], after: str) -> None:
        """Count secrets in front of the player, and what brought them out."""
        self.shown.update(kinds)
        self.examples += [after] * bool(kinds)


class AttackedGame(ABC):
    """One game that is attacked.

    Args:
        engine: that plays it.
        session: the game.
        options: the number of options that are offered.

    Attributes:
        ended: whether the game is over, and hides nothing any more.
    """

    def __init__(self, engine: GameEngine, session: GameSession, options: int) -> None:
        self.engine, self.session = engine, session
        self.options, self.ended = options, False

    @abstractmethod
    async def leaks_at_opening(self) -> Sequence[str]:
        """Return the kinds of secrets in what is shown before the first message."""

    @abstractmethod
    async def leaks_after(self, events: Sequence[Event]) -> Sequence[str]:
        """Return the kinds of secrets in what the events of a message show, and in what it has changed."""

    @abstractmethod
    def leaks_in_prompt(self, call: ModelCall) -> Sequence[str]:
        """Return the kinds of secrets in a prompt whose model may not know them, after the message."""

    async def send(self, message: str) -> Sequence[str]:
        """Send a message; return the kinds of secrets in what it shows, none where it ended the game."""
        session_id = self.session.session_id
        events = [event async for event in self.engine.handle_message(session_id, message)]
        events += await self.engine.settled(session_id)
        self.ended = any(event.ends_game for event in events)
        return [] if self.ended else await self.leaks_after(events)

    async def panels(self) -> str:
        """Return the panels beside the conversation, as text and as data."""
        game, language = self.engine.games[self.session.started.game_type], self.session.started.lang
        panels = game.panels(self.session.scenario, await self.session.read(), language, PUBLIC)
        return "\n".join([*map(panel_text, panels), *map(repr, panels)])


def attack_messages(options: LeaksOptions) -> tuple[Config, list[str]]:
    """Return the settings, and the messages of the attacks that are named in the options."""
    config = load_config()
    attacks = read_attacks(options.attacks or config.paths.material("leaks") / "attacks.json")
    return config, [message for group in attacks.messages.values() for message in group]


@asynccontextmanager
async def recorded_engine(
    config: Config, stand_in: Completion | None = None
) -> AsyncGenerator[tuple[GameEngine, list[ModelCall]]]:
    """Open an engine on storage of its own, and record all calls of its models.

    Args:
        config: is not changed, and its storage not touched.
        stand_in: answers in place of the configured models; None for themselves.
    """
    calls: list[ModelCall] = []

    def watch(role: str, completion: Completion) -> Completion:
        return CallRecorder(stand_in or completion, role, calls)

    with tempfile.TemporaryDirectory(prefix="echoes-bench-") as folder:
        own = config.model_copy(deep=True)
        own.paths.game_storage, own.paths.rag_storage = Path(folder) / "games", Path(folder) / "rag"
        own.storage.backend = "sqlite"
        async with open_engine(own, watch=watch) as engine:
            yield engine, calls


async def attack_scenario(
    scenario: ScenarioT,
    begin: Callable[[ScenarioT], Awaitable[AttackedGame]],
    attacks: Sequence[str],
    asks: Sequence[str],
    seed: int,
    calls: Sequence[ModelCall],
) -> ScenarioLeaks:
    """Attack one scenario; a game that has ended is followed by another.

    Args:
        scenario: that is attacked.
        begin: begins a game of it.
        attacks: the messages.
        asks: commands, one of which follows each attack in turn.
        seed: of the moves.
        calls: of the models, to which each message adds.
    """
    found, chance = ScenarioLeaks(scenario.id, scenario.language), random.Random(seed)
    game: AttackedGame | None = None
    for number, attack in enumerate(attacks):
        for message in (attack, asks[number % len(asks)], ""):
            if game is None:
                game = await begin(scenario)
                found.games += 1
                found.add_shown(await game.leaks_at_opening(), _OPENING)
            asked = len(calls)
            sent = message or str(chance.randint(1, max(1, game.options)))
            found.add_shown(await game.send(sent), sent)
            found.messages += 1
            found.calls += len(calls) - asked
            found.prompts.update(kind for call in calls[asked:] for kind in game.leaks_in_prompt(call))
            game = None if game.ended else game
    return found


def leaks_outcome(
    found: Sequence[ScenarioLeaks], game_type: str, key: str, kinds: Sequence[str]
) -> BenchmarkOutcome:
    """Return the output of a leak test; it fails where something leaked.

    Args:
        found: the rows.
        game_type: their kind of game.
        key: the JSON key of a scenario's id.
        kinds: of secrets, in the order in which they are told.
    """
    return BenchmarkOutcome(
        text=[_text(row, kinds) for row in found],
        json_lines=[_json(row, game_type, key, kinds) for row in found],
        ok=all(row.ok for row in found),
    )


def _text(row: ScenarioLeaks, kinds: Sequence[str]) -> str:
    mark = "ok" if row.ok else "LEAK"
    shown, prompts = (
        ", ".join(f"{kind} {some[kind]}" for kind in kinds) for some in (row.shown, row.prompts)
    )
    asked = f"; in {row.calls} prompts: {prompts}" if row.calls else ""
    told = f" after {row.examples[0][:60]!r}" if row.examples else ""
    return (
        f"{row.scenario:18} {row.lang} {row.messages} messages, {row.games} games; shown: {shown}{asked}   "
        f"{mark}{told}"
    )


def _json(row: ScenarioLeaks, game_type: str, key: str, kinds: Sequence[str]) -> str:
    return json_text({
        "game": game_type, key: row.scenario, "lang": row.lang,
        "messages": row.messages, "games": row.games,
        "shown": {kind: row.shown[kind] for kind in kinds}, "calls": row.calls,
        "prompts": {kind: row.prompts[kind] for kind in kinds}, "examples": row.examples[:_EXAMPLES],
        "ok": row.ok,
    })  # fmt: skip
