"""The heist as a game type."""

from collections.abc import Mapping, Sequence
from typing import ClassVar, Literal

from pydantic import BaseModel, ConfigDict, Field

from echoes.core.chance import hash_of, new_seed
from echoes.core.documents import Document
from echoes.core.log.entries import Entry
from echoes.core.log.events import Event, SessionStarted
from echoes.core.log.queries import ending_of
from echoes.core.log.records import GameFacts
from echoes.core.protocols import JsonObject, Models
from echoes.core.seats.roles import DEFAULT_ACCESS, Role
from echoes.core.views.blocks import Block, ComposerMode
from echoes.core.views.panels import Panel
from echoes.games.agent_settings import read_settings
from echoes.games.guide import Guide
from echoes.games.heist.events import (
    HEIST_EVENTS,
    HeistEnded,
    HeistStarted,
    HeistStartTrace,
    MoveMade,
    RewindTrace,
)
from echoes.games.heist.narration.phrases import LICENCE, phrase, phrases_in
from echoes.games.heist.pack.lint import score_findings
from echoes.games.heist.pack.random_walk import walk_score
from echoes.games.heist.pack.schema import SCORE_FILES, Score
from echoes.games.heist.players.registry import HEIST_PLAYERS
from echoes.games.heist.reducer import heist_after
from echoes.games.heist.rules.clocks import heist_progress
from echoes.games.heist.rules.creation import carried_scoundrel
from echoes.games.heist.state import HeistState, Veteran, new_heist
from echoes.games.heist.turn.context import HeistContext
from echoes.games.heist.turn.forms import COMMANDS
from echoes.games.heist.turn.offers import last_offer, offer_moves
from echoes.games.heist.turn.respond import HeistTurn, answer_in_heist
from echoes.games.heist.view.blocks import blocks_of_heist
from echoes.games.heist.view.panels import composer_of_heist, panels_of_heist
from echoes.games.history_summary import HistoryLine
from echoes.games.packs.game import PackGame
from echoes.games.player import PlayerLimits
from echoes.games.resources import GameResources, Limits, PlayerMemory
from echoes.games.single_node_graph import add_single_node
from echoes.games.turn_state import GameGraph


class HeistSettings(BaseModel):
    """Settings of heists.

    Attributes:
        dice: `pool` or `roll` for every score; `score` leaves it to the author.
        seed: of the dice of all new sessions; empty draws one for each.
        by: `model` lets the model of the narrator speak, where there is one.
        turns: the hard bound of an AI player's game.
        context_tokens: the bound of what a model is shown.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    dice: Literal["score", "pool", "roll"] = "score"
    seed: str = ""
    by: Literal["rules", "model"] = "model"
    turns: int = Field(default=400, ge=1)
    context_tokens: int = Field(default=4000, ge=1000)


class Heist(PackGame[Score, HeistState, HeistContext]):
    """The game type: one scoundrel, dice with committed outcomes, clocks and consequences."""

    name = "heist"
    title = "Heist"
    description = "A score to pull off: dice whose price you see before you spend them, clocks, consequences."
    translations: ClassVar[Mapping[str, tuple[str, str]]] = {
        "zh": ("劫案", "干一票：花骰子之前先看清价码，还有会走的钟和会找上门的后果。")
    }
    folder = "heists"
    files = SCORE_FILES
    players = HEIST_PLAYERS
    access = DEFAULT_ACCESS
    roles = ()
    commands = COMMANDS
    model_roles = (Role.NARRATOR,)
    events = HEIST_EVENTS
    trim_order = ("told", "move")

    def __init__(self, limits: Limits, agents: JsonObject) -> None:
        super().__init__(limits, agents)
        self.settings = read_settings(HeistSettings, agents, self.name)

    def lint(self, scenario: Score) -> list[str]:
        """Return findings for the author."""
        return score_findings(scenario)

    async def test(self, scenario: Score, context: HeistContext, seed: int) -> list[str]:
        """Walk through a score at random many times; return what went wrong or was never reached."""
        return walk_score(scenario, seed)

    def documents(self, scenario: Score) -> list[Document]:
        """Return the premise; all else is read from the score itself."""
        return [Document("premise", scenario.statement, "public", "premise")]

    def opening(
        self, scenario: Score, recalled: PlayerMemory, models: Models
    ) -> tuple[SessionStarted, HeistStartTrace]:
        """Return the event that opens a session, with the first options, and the seed beside it."""
        seed = self.settings.seed or new_seed()
        veteran, state = carried_scoundrel(recalled.last), new_heist()
        state["veteran"] = Veteran(**veteran.model_dump()) if veteran else None
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
        return heist_after(state, entry)

    def kept(self, state: HeistState) -> RewindTrace:
        """Return the dice spent so far: a game rewound past one is marked."""
        return RewindTrace(spent=state["counted"], rewound=state["rewound"])

    def progress(self, scenario: Score, state: HeistState) -> float:
        """Return the share of the way to an ending that is done."""
        return heist_progress(scenario, state)

    def blocks(self, event: Event, language: str) -> Sequence[Block] | None:
        """Return the blocks that show an event."""
        return blocks_of_heist(event, language)

    def panels(self, scenario: Score, state: HeistTurn, language: str, seat: str) -> Sequence[Panel]:
        """Return sheet, dice, clocks and what else is known."""
        return panels_of_heist(scenario, state.get("game", new_heist()))

    def composer(self, scenario: Score, state: HeistTurn, language: str, seat: str) -> Sequence[ComposerMode]:
        """Return the one way to say something."""
        return composer_of_heist(language, state.get("game", new_heist()))

    def guide(self, language: str) -> Guide:
        """Return the rules in a few lines."""
        return Guide(phrases_in(language).lists["rules"], tutorial=None)

    def giving_up(self, language: str) -> str:
        """Return the question that a person is asked before they give up a score."""
        return phrase(language, "giving_up")

    def open_choice(self, state: HeistState, entries: Sequence[Entry]) -> Event | None:
        """Return the last offer, for whoever comes back."""
        return last_offer(entries)

    def line_of(self, event: Event) -> HistoryLine | None:
        """Return a move as a line of the history."""
        if isinstance(event, MoveMade) and event.text:
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
        """Return the players with their parts, and the ending."""
        ended = ending_of(entries)
        started = entries[0].event
        assert isinstance(started, SessionStarted)
        how = ended.details.title if isinstance(ended, HeistEnded) else phrase(started.lang, "given_up")
        return f"{started.player_id}: “{started.title}”. {how}."

    def add_nodes(self, graph: GameGraph, end: str) -> None:
        """Add the one node that answers a message."""
        add_single_node(graph, answer_in_heist, end)

    def context(self, resources: GameResources[Score]) -> HeistContext:
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
            reader=resources.reader,
        )

    def caps(self) -> PlayerLimits:
        """Return the configured bounds of an AI player's game."""
        return PlayerLimits(self.settings.turns)
