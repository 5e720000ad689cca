"""The situation puzzle as a game type."""

from collections.abc import Mapping, Sequence
from typing import ClassVar

from echoes.core.documents import Document
from echoes.core.log.entries import Entry
from echoes.core.log.events import Event
from echoes.core.log.records import GameFacts
from echoes.core.protocols import JsonObject, Models
from echoes.core.seats.roles import Role
from echoes.core.views.blocks import Block, ComposerMode
from echoes.games.agent_settings import read_settings
from echoes.games.base import GameType
from echoes.games.context_window import Window
from echoes.games.guide import Guide
from echoes.games.history_summary import HistoryLine
from echoes.games.player import Player, PlayerLimits, PlayerSeat
from echoes.games.resources import GameResources, Limits, NarrationRequest, PlayerMemory
from echoes.games.situation_puzzle import view
from echoes.games.situation_puzzle.authoring.tools import PuzzleAuthoring
from echoes.games.situation_puzzle.events import (
    PUZZLE_EVENTS,
    HintGiven,
    HypothesisJudged,
    PuzzleStarted,
    QuestionRuled,
    RulingChallenged,
    RulingCorrected,
    VerdictChallenged,
)
from echoes.games.situation_puzzle.guide import guide_in, question_before_giving_up
from echoes.games.situation_puzzle.narration.narrator import build_narration_request, event_to_narrate
from echoes.games.situation_puzzle.panels import PuzzleViewModel, composer_modes, view_model_of
from echoes.games.situation_puzzle.play_settings import PuzzleLimits
from echoes.games.situation_puzzle.players.registry import PLAYERS
from echoes.games.situation_puzzle.prompt_sections import role_window
from echoes.games.situation_puzzle.puzzle.loader import GameDataLoader
from echoes.games.situation_puzzle.puzzle.schema import Puzzle
from echoes.games.situation_puzzle.reducer import evolve, open_choice
from echoes.games.situation_puzzle.referees.contract import (
    REFEREES,
    RefereeDependencies,
    configured_referee,
    open_referee,
)
from echoes.games.situation_puzzle.referees.journaled import JournaledReferee
from echoes.games.situation_puzzle.referees.rules.referee import read_ahead
from echoes.games.situation_puzzle.roles import DRAFT_ROLES, HINT_MASTER, PUZZLE_ACCESS, PuzzleRole
from echoes.games.situation_puzzle.session import record
from echoes.games.situation_puzzle.session.opening import open_game
from echoes.games.situation_puzzle.settings import AgentSettings
from echoes.games.situation_puzzle.share_card import share_card
from echoes.games.situation_puzzle.state import PuzzleState, initial_state, progress
from echoes.games.situation_puzzle.traces import OpeningTrace, UndoTrace
from echoes.games.situation_puzzle.turn.context import (
    Narrator,
    PuzzleContext,
    over_budget,
    puzzle_state,
)
from echoes.games.situation_puzzle.turn.hint_writer import open_hint_writer
from echoes.games.situation_puzzle.turn.message_parser import COMMANDS
from echoes.games.turn_state import GameGraph, TurnState


class SituationPuzzle(PuzzleAuthoring, GameType[Puzzle, PuzzleState, PuzzleContext]):
    """The game type: questions ruled yes, no, yes and no or irrelevant, until the solution is found."""

    name = "situation_puzzle"
    has_days = True
    title = "Situation puzzle"
    description = "A strange story: ask questions until you know what happened."
    translations: ClassVar[Mapping[str, tuple[str, str]]] = {
        "zh": ("海龟汤", "一个奇怪的故事：一路问下去，直到明白发生了什么。")
    }
    folder = "situation_puzzles"
    access = PUZZLE_ACCESS
    roles = (Role.REFEREE, HINT_MASTER)
    players = PLAYERS
    commands = COMMANDS
    model_roles = (Role.REFEREE, Role.NARRATOR, HINT_MASTER, *DRAFT_ROLES)
    events = PUZZLE_EVENTS
    trim_order = ("IRRELEVANT", "WRONG", "PARTIAL", "NO", "CLOSE", "YES AND NO", "HINT", "YES")

    def __init__(self, limits: Limits, agents: JsonObject) -> None:
        super().__init__(limits, agents)
        self.limits = limits if isinstance(limits, PuzzleLimits) else PuzzleLimits(**limits.model_dump())
        if self.limits.referee != "auto":
            REFEREES.load(self.limits.referee)  # an unknown name is refused at once
        self._loader = GameDataLoader()
        self._agents = read_settings(AgentSettings, agents, self.name)

    def documents(self, scenario: Puzzle) -> list[Document]:
        """Return statement, hints, answer, facts and rulings as documents, each with its tier."""
        return self._loader.documents(scenario)

    def opening(
        self, scenario: Puzzle, recalled: PlayerMemory, models: Models
    ) -> tuple[PuzzleStarted, OpeningTrace]:
        """Return the event that opens a session, and its trace."""
        return open_game(scenario, self._referee(models), recalled, models, self.limits, self._agents)

    def uses_model(self, models: Models) -> bool:
        """Return whether another referee than the embedded one rules."""
        return self._referee(models) != "embedded"

    def _referee(self, models: Models) -> str:
        """Return the name of the configured referee."""
        return configured_referee(self.limits.referee, models)

    def initial_state(self, scenario: Puzzle) -> PuzzleState:
        """Return the state before the first question."""
        return initial_state()

    def evolve(self, state: PuzzleState, entry: Entry) -> PuzzleState:
        """Return the state after one entry."""
        return evolve(state, entry)

    def blocks(self, event: Event, language: str) -> Sequence[Block] | None:
        """Return the blocks that show an event."""
        return view.blocks(event, language)

    def composer(
        self, scenario: Puzzle, state: TurnState[PuzzleState], language: str, seat: str
    ) -> Sequence[ComposerMode]:
        """Return the two ways to say something: ask, or give the final answer."""
        return composer_modes(language)

    def view_model(
        self, scenario: Puzzle, state: TurnState[PuzzleState], language: str, seat: str
    ) -> PuzzleViewModel:
        """Return charges, and at the end the parts of the solution."""
        return view_model_of(scenario, state, language)

    def guide(self, language: str) -> Guide:
        """Return the rules, a tiny puzzle, and questions to begin with."""
        return guide_in(language)

    def giving_up(self, language: str) -> str:
        """Return the question that a person is asked before the solution is shown."""
        return question_before_giving_up(language)

    def line_of(self, event: Event) -> HistoryLine | None:
        """Return the line of a ruling, verdict or hint in the history; None for other events."""
        match event:
            case QuestionRuled():
                return HistoryLine(turn=event.turn, kind=event.ruling, text=event.text)
            case HypothesisJudged():
                return HistoryLine(turn=event.turn, kind=event.verdict, text=event.text)
            case HintGiven():
                return HistoryLine(turn=event.turn, kind="HINT", text=event.text)
            case _:
                return None

    def amends(self, event: Event) -> tuple[int, str | None] | None:
        """Return the turn of a ruling or verdict that no longer stands, and what holds instead."""
        if isinstance(event, RulingChallenged | RulingCorrected) and event.revises_past:
            return event.turn, event.new_ruling
        if isinstance(event, VerdictChallenged) and event.revises_past:
            return event.turn, event.new_verdict
        return None

    def progress(self, scenario: Puzzle, state: PuzzleState) -> float:
        """Return the share of the core facts that are established or led to."""
        return progress(state, scenario.core_facts)

    def kept(self, state: PuzzleState) -> UndoTrace | None:
        """Return the part that undoing keeps: hints that were read, and the answers that were judged."""
        return UndoTrace(
            hints=state["hints"],
            given=state["given"],
            skipped=state["skipped"],
            answers=state["answers"],
        )

    def counts(self, entries: Sequence[Entry]) -> dict[str, int | None]:
        """Return the counts of questions, hints, score, and messages that were not ruled."""
        return record.counts(entries)

    def record(self, entries: Sequence[Entry]) -> GameFacts:
        """Return counts of a finished game."""
        return record.game_facts(entries)

    def summary(self, entries: Sequence[Entry]) -> str:
        """Sum up player, puzzle, questions and ending."""
        return record.summary(entries)

    def summary_prompt(self, entries: Sequence[Entry]) -> tuple[str, str]:
        """Return the system prompt and the prompt for a model that sums a session up."""
        return record.summary_prompt(entries)

    def add_nodes(self, graph: GameGraph, end: str) -> None:
        """Add the nodes that handle one message."""
        from echoes.games.situation_puzzle.graph import add_nodes

        add_nodes(graph, end)

    def read_ahead(self, scenario: Puzzle) -> None:
        """Analyse the authored rulings and facts."""
        read_ahead(self._agents.in_play(scenario))

    def context(self, resources: GameResources[Puzzle]) -> PuzzleContext:
        """Build the context of the nodes: the puzzle with its referee."""
        puzzle = self._agents.in_play(resources.scenario)
        dependencies = RefereeDependencies(
            puzzle,
            resources.retrievers[Role.REFEREE],
            resources.models.llm(Role.REFEREE),
            self._agents.referee,
            self._agents.context_tokens[PuzzleRole.REFEREE],
        )
        started = resources.started
        ours = isinstance(started, PuzzleStarted)
        chosen = resources.agents.get(Role.REFEREE) or self._referee(resources.models)
        referee = open_referee(started.referee if ours else chosen, dependencies)
        return PuzzleContext(
            session_id=resources.session_id,
            puzzle=puzzle,
            referee=JournaledReferee(referee, resources.journal),
            hint_writer=open_hint_writer(puzzle, resources),
            narrator=self._narrator(puzzle, resources),
            verbosity=self._agents.narration.verbosity,
            phrases=self._agents.phrases_in(puzzle.language),
            limits=self.limits,
            history=resources.history,
            retrievers=resources.retrievers,
        )

    def _narrator(self, puzzle: Puzzle, resources: GameResources[Puzzle]) -> Narrator | None:
        """Return the narrator that is a model, if the settings ask for it and there is one."""
        voice = resources.models.llm(Role.NARRATOR)
        if self._agents.narration.by != "model" or voice is None:
            return None
        return Narrator(voice, self._agents.persona.tone[puzzle.language], self._agents.narration.verbosity)

    async def narration_request(
        self, context: PuzzleContext, state: TurnState[PuzzleState], message: str, events: Sequence[Event]
    ) -> NarrationRequest | None:
        """Return the event that the narrator is to put into words, with its prompt."""
        event = event_to_narrate(context.verbosity, puzzle_state(state), events) if context.narrator else None
        if event is None or over_budget(state):
            return None
        return build_narration_request(
            context, await self.window(Role.NARRATOR, context, state, ""), event, message
        )

    async def window(
        self,
        role: str,
        context: PuzzleContext,
        state: TurnState[PuzzleState],
        message: str,
        name: str | None = None,
        notes: Sequence[tuple[str, str]] = (),
    ) -> Window:
        """Build the prompt window of a role, within its budget."""
        budget = self._agents.context_tokens[PuzzleRole(role)]
        return await role_window(role, context, state, message, budget, name, notes)

    def share_card(self, entries: Sequence[Entry], day: str) -> str:
        """Return title, counts and colours."""
        return share_card(entries, day)

    def open_choice(self, state: PuzzleState, entries: Sequence[Entry]) -> Event | None:
        """Return the event whose options can still be picked, also after hints and commands."""
        return open_choice(state, entries)

    def caps(self) -> PlayerLimits:
        """Return the configured bounds of an AI player's game."""
        bounds = self._agents.player
        return PlayerLimits(bounds.turns, bounds.calls, bounds.tokens)

    def player(self, name: str, seat: PlayerSeat) -> Player:
        """Return an AI player for one session."""
        return self.players.open(name, seat, self._agents.player)
