"""The heist as a game type."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from pydantic import ValidationError

from echoes.core.chance import hash_of, new_seed
from echoes.core.documents import Document
from echoes.core.entries import Entry
from echoes.core.errors import BadSetting
from echoes.core.events import Event, SessionStarted
from echoes.core.history import ending_of
from echoes.core.panels import Panel
from echoes.core.protocols import JsonObject, LLMClient, Models
from echoes.core.records import GameFacts, ScenarioInfo
from echoes.core.roles import DEFAULT_ACCESS, Role
from echoes.core.views import Block, ComposerMode
from echoes.games.base import GameType
from echoes.games.heist.events import (
    HEIST_EVENTS,
    HeistEnded,
    HeistStarted,
    HeistStartTrace,
    Moved,
    RewindTrace,
)
from echoes.games.heist.narration.phrases import LICENCE, phrase
from echoes.games.heist.pack.lint import findings_of
from echoes.games.heist.pack.loader import files_of_pack, find_packs, read_pack
from echoes.games.heist.pack.random_walk import walk_randomly
from echoes.games.heist.pack.schema import Score, score_schema
from echoes.games.heist.players.registry import check_strategy, open_strategy
from echoes.games.heist.reducer import after_entry
from echoes.games.heist.rules.creation import carried_scoundrel
from echoes.games.heist.settings import HeistSettings
from echoes.games.heist.state import HeistState, new_heist
from echoes.games.heist.turn.context import HeistContext
from echoes.games.heist.turn.offers import offer_moves
from echoes.games.heist.turn.respond import HeistTurn, answer_message
from echoes.games.heist.view.blocks import blocks_of_heist
from echoes.games.heist.view.panels import composer_of_heist, panels_of_heist
from echoes.games.history_summary import HistoryLine
from echoes.games.player import Player, PlayerLimits, PlayerSeat
from echoes.games.resources import GameResources, Limits, PlayerMemory
from echoes.games.scenario import FileReport

if TYPE_CHECKING:
    from langgraph.graph import StateGraph

PUBLIC_KEYS = (
    "id",
    "language",
    "title",
    "statement",
    "blurb",
    "difficulty",
    "tags",
    "content_warnings",
    "provenance",
)
"""What anybody may read of a score."""


class Heist(GameType[Score, HeistState, HeistContext]):
    """The game type: one scoundrel, dice with committed outcomes, clocks and consequences."""

    name = "heist"
    title = "Heist"
    description = "A score to pull off: dice whose price you see before you spend them, clocks, consequences."
    translations: ClassVar[Mapping[str, tuple[str, str]]] = {
        "zh": ("劫案", "干一票：花骰子之前先看清价码，还有会走的钟和会找上门的后果。")
    }
    folder = "heists"
    access = DEFAULT_ACCESS
    roles = ()
    events = HEIST_EVENTS
    trim_order = ("told", "move")

    def __init__(self, limits: Limits, agents: JsonObject) -> None:
        super().__init__(limits, agents)
        try:
            self.settings = HeistSettings.model_validate(agents)
        except ValidationError as error:
            first = error.errors()[0]
            where = ".".join(["agents", self.name, *map(str, first["loc"])])
            raise BadSetting(f"setting '{where}': {first['msg']}", "Fix it in config/agents.yaml.") from None

    def find_files(self, folder: Path, named: str = "") -> list[Path]:
        """Return packs and single files."""
        return find_packs(folder, named)

    def files_of(self, path: Path) -> list[Path]:
        """Return the files that a score is read from."""
        return files_of_pack(path)

    def read_file(self, path: Path) -> list[FileReport]:
        """Read a pack, or a score that was taken in."""
        return read_pack(path)

    def lint(self, scenario: Score) -> list[str]:
        """Return findings for the author."""
        return findings_of(scenario)

    async def test(self, scenario: Score, context: HeistContext, seed: int) -> list[str]:
        """Walk through a score at random many times; return what went wrong or was never reached."""
        return walk_randomly(scenario, seed)

    def schema(self) -> JsonObject:
        """Return the JSON Schema of a score in one language."""
        return score_schema()

    def public_view(self, scenario: Score) -> JsonObject:
        """Return what a player may read of a score before it is played."""
        return {key: value for key, value in scenario.to_json().items() if key in PUBLIC_KEYS}

    def load(self, data: JsonObject) -> Score:
        """Return a score from its canonical form."""
        return Score.model_validate(data)

    def about(self, scenario: Score) -> ScenarioInfo:
        """Return its difficulty, tags and content warnings."""
        return ScenarioInfo(
            difficulty=scenario.difficulty, tags=scenario.tags, content_warnings=scenario.content_warnings
        )

    def teaser(self, scenario: Score) -> str:
        """Return the beginning of its premise."""
        return scenario.statement

    def documents(self, scenario: Score) -> list[Document]:
        """Return the premise; all else is read from the score itself."""
        return [Document("premise", scenario.statement, "public", "premise")]

    def opening(
        self, scenario: Score, recalled: PlayerMemory, models: Models
    ) -> tuple[SessionStarted, HeistStartTrace]:
        """Return the event that opens a session, with the first options, and the seed beside it."""
        seed = self.settings.seed or new_seed()
        veteran = carried_scoundrel(recalled.last)
        state = new_heist()
        state["veteran"] = veteran
        offered = offer_moves(scenario, state)
        model = models.llm(Role.NARRATOR) if self.settings.by == "model" else None
        dice = scenario.dice if self.settings.dice == "score" else self.settings.dice
        started = HeistStarted(
            puzzle_id=scenario.id,
            title=scenario.title,
            lang=scenario.language,
            puzzle_hash=scenario.content_hash,
            game_type=self.name,
            model=model.id if model else None,
            content_warnings=[*scenario.content_warnings],
            statement=scenario.statement,
            seed_hash=hash_of(seed),
            dice=dice,
            veteran=veteran,
            prompt=offered.prompt,
            options=offered.options,
            licence=LICENCE,
        )
        return started, HeistStartTrace(seed=seed)

    def initial_state(self, scenario: Score) -> HeistState:
        """Return the state before anything has happened."""
        return new_heist()

    def evolve(self, state: HeistState, entry: Entry) -> HeistState:
        """Return the state after one entry."""
        return after_entry(state, entry)

    def kept(self, state: HeistState) -> RewindTrace:
        """Return the dice spent so far: a game rewound past one is marked."""
        return RewindTrace(spent=state["counted"], rewound=state["rewound"])

    def progress(self, scenario: Score, state: HeistState) -> float:
        """Return the share of the scenes that are over."""
        return 1.0 if state["ended"] else round(min(0.95, len(state["done"]) / len(scenario.scenes)), 4)

    def blocks(self, event: Event, language: str) -> Sequence[Block] | None:
        """Return the blocks that show an event."""
        return blocks_of_heist(event, language)

    def panels(self, scenario: Score, state: HeistTurn, language: str, seat: str) -> Sequence[Panel]:
        """Return sheet, dice, clocks and what else is known."""
        return panels_of_heist(scenario, state.get("game", new_heist()))

    def composer(self, scenario: Score, state: HeistTurn, language: str, seat: str) -> Sequence[ComposerMode]:
        """Return the one way to say something."""
        return composer_of_heist(language)

    def line_of(self, event: Event) -> HistoryLine | None:
        """Return a move as a line of the history."""
        if isinstance(event, Moved) and event.text:
            return HistoryLine(turn=event.turn, kind="move", text=event.text)
        return None

    def counts(self, entries: Sequence[Entry]) -> dict[str, int | None]:
        """Return the score of a finished game."""
        ended = ending_of(entries)
        return {"score": ended.details.score if isinstance(ended, HeistEnded) else None}

    def record(self, entries: Sequence[Entry]) -> GameFacts:
        """Return the figures of a finished game."""
        ended = ending_of(entries)
        if not isinstance(ended, HeistEnded):
            return GameFacts()
        own = ended.details.model_dump(
            include={"ending", "success", "coin", "dice_spent", "rewound", "scoundrel"}
        )
        return GameFacts.model_validate({"score": ended.details.score, **own})

    def summary(self, entries: Sequence[Entry]) -> str:
        """Return who played what, and how it ended."""
        ended = ending_of(entries)
        started = entries[0].event
        assert isinstance(started, SessionStarted)
        how = ended.details.title if isinstance(ended, HeistEnded) else phrase(started.lang, "given_up")
        return f"{started.player_id}: “{started.title}”. {how}."

    def add_nodes(self, graph: "StateGraph[Any, Any, Any, Any]", end: str) -> None:
        """Add the one node that answers a message."""
        from langgraph.graph import START

        wired: Any = graph
        wired.add_node("answer_message", answer_message)
        wired.add_edge(START, "answer_message")
        wired.add_edge("answer_message", end)

    def context(self, resources: GameResources) -> HeistContext:
        """Build the context of the node."""
        model = resources.models.llm(Role.NARRATOR) if self.settings.by == "model" else None
        return HeistContext(
            session_id=resources.session_id,
            score=resources.scenario,
            journal=resources.journal,
            history=resources.history,
            limits=self.limits,
            master=model,
            tokens=self.settings.context_tokens,
        )

    def caps(self) -> PlayerLimits:
        """Return the configured bounds of an AI player's game."""
        return PlayerLimits(self.settings.turns)

    def check_player(self, name: str, llm: LLMClient | None, script: Sequence[str]) -> None:
        """Refuse an AI player that lacks what it needs."""
        check_strategy(name, llm, script)

    def player(self, name: str, seat: PlayerSeat) -> Player:
        """Return an AI player for one session."""
        return open_strategy(name, seat)
