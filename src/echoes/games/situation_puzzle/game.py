"""The situation puzzle as a game type."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pydantic import ValidationError

from echoes.core.documents import Document
from echoes.core.entries import Entry
from echoes.core.errors import BadSetting
from echoes.core.events import Event
from echoes.core.protocols import JsonObject, LLMClient, Models
from echoes.core.roles import DEFAULT_ACCESS, Role
from echoes.core.views import Block
from echoes.games.base import GameType
from echoes.games.context_window import Window
from echoes.games.player import Caps, Player, PlayerSeat
from echoes.games.rolling import Line
from echoes.games.scenario import FileReport
from echoes.games.situation_puzzle import asking, record, view
from echoes.games.situation_puzzle.budget import hints_left, over_budget
from echoes.games.situation_puzzle.changes import evolve
from echoes.games.situation_puzzle.context import Narrator, PuzzleContext, PuzzleTurn, game_of
from echoes.games.situation_puzzle.corrections import correction_of
from echoes.games.situation_puzzle.events import (
    PUZZLE_EVENTS,
    HintGiven,
    HypothesisJudged,
    PuzzleStarted,
    QuestionRuled,
    RulingChallenged,
    RulingCorrected,
)
from echoes.games.situation_puzzle.hint_writer import HintWriter, Story
from echoes.games.situation_puzzle.language.readers import reader_of
from echoes.games.situation_puzzle.lint import lint
from echoes.games.situation_puzzle.loader import GameDataLoader
from echoes.games.situation_puzzle.narrator import telling, worth_a_word
from echoes.games.situation_puzzle.opening import open_game
from echoes.games.situation_puzzle.player import check_player, open_player
from echoes.games.situation_puzzle.puzzle import Puzzle
from echoes.games.situation_puzzle.referees.base import Seat, open_referee
from echoes.games.situation_puzzle.referees.shelf import shelf_of
from echoes.games.situation_puzzle.referees.taped import TapedReferee
from echoes.games.situation_puzzle.scoring import ANSWER_COST, HINT_COST
from echoes.games.situation_puzzle.settings import AgentSettings
from echoes.games.situation_puzzle.state import PuzzleState, initial_state, progress
from echoes.games.situation_puzzle.traces import OpeningTrace, UndoTrace
from echoes.games.situation_puzzle.window import window
from echoes.games.table import Finding, Limits, Recalled, Table, Tally, Telling

if TYPE_CHECKING:
    from langgraph.graph import StateGraph


class SituationPuzzle(GameType[Puzzle, PuzzleState, PuzzleContext]):
    """Yes, no, yes and no, irrelevant: until somebody finds the solution."""

    name = "situation_puzzle"
    folder = "situation_puzzles"
    access = DEFAULT_ACCESS
    roles = (Role.REFEREE, Role.HINT_MASTER)
    events = PUZZLE_EVENTS
    gives_way = ("IRRELEVANT", "WRONG", "PARTIAL", "NO", "CLOSE", "YES AND NO", "HINT", "YES")

    def __init__(self, limits: Limits, agents: JsonObject) -> None:
        super().__init__(limits, agents)
        self._loader = GameDataLoader()
        try:
            self._agents = AgentSettings.model_validate(agents)
        except ValidationError as error:
            first = error.errors()[0]
            where = ".".join(["agents", self.name, *map(str, first["loc"])])
            problem = first["msg"].removeprefix("Value error, ")
            raise BadSetting(
                f"setting '{where}': {problem}", "Mend it in config/agents.yaml or in the environment."
            ) from None

    def read_file(self, path: Path) -> list[FileReport]:
        """Read a puzzle file."""
        return self._loader.read_file(path)

    def lint(self, scenario: Puzzle) -> list[str]:
        """Findings for the author."""
        return lint(scenario)

    def load(self, data: JsonObject) -> Puzzle:
        """A puzzle from its canonical form."""
        return Puzzle.model_validate(data)

    def documents(self, scenario: Puzzle) -> list[Document]:
        """Statement, hints, answer, facts and rulings, each with its tier."""
        return self._loader.documents(scenario)

    def about(self, scenario: Puzzle) -> JsonObject:
        """How hard it is, and what it is about."""
        return {
            "difficulty": scenario.difficulty,
            "tags": list(scenario.tags),
            "content_warnings": list(scenario.content_warnings),
        }

    def opening(
        self, scenario: Puzzle, referee: str, recalled: Recalled, models: Models
    ) -> tuple[PuzzleStarted, OpeningTrace]:
        """The statement, a notice where the puzzle can't be played in full, and what is due to memory."""
        return open_game(scenario, referee, recalled, models, self.limits, self._agents)

    def initial_state(self, scenario: Puzzle) -> PuzzleState:
        """Nothing asked yet."""
        return initial_state()

    def evolve(self, state: PuzzleState, entry: Entry) -> PuzzleState:
        """The state after one entry."""
        return evolve(state, entry)

    def blocks(self, event: Event, language: str) -> Sequence[Block] | None:
        """What an event looks like."""
        return view.blocks(event, language)

    def line_of(self, event: Event) -> Line | None:
        """Rulings, verdicts and hints are what a history is made of."""
        match event:
            case QuestionRuled():
                return Line(turn=event.turn, kind=event.ruling, text=event.text)
            case HypothesisJudged():
                return Line(turn=event.turn, kind=event.verdict, text=event.text)
            case HintGiven():
                return Line(turn=event.turn, kind="HINT", text=event.text)
            case _:
                return None

    def amends(self, event: Event) -> tuple[int, str | None] | None:
        """A ruling that was corrected, overturned or withdrawn."""
        if isinstance(event, RulingChallenged | RulingCorrected) and event.revises_past:
            return event.turn, event.new_ruling
        return None

    def progress(self, scenario: Puzzle, state: PuzzleState) -> float:
        """The share of the core facts that are established or led to."""
        return progress(state, scenario.core_facts)

    def kept(self, state: PuzzleState) -> UndoTrace | None:
        """Hints that were read stay read."""
        return UndoTrace(hints=state["hints"], given=state["given"]) if state["hints_stay"] else None

    def tally(self, state: PuzzleTurn) -> Tally:
        """Questions and hints, and what they cost."""
        game = game_of(state)
        limit, left = game["max_questions"], hints_left(state)
        return Tally(game["questions"], limit, game["hints"], left, HINT_COST, ANSWER_COST)

    def counts(self, entries: Sequence[Entry]) -> dict[str, int | None]:
        """Questions, hints, score, and messages that were not ruled."""
        return record.counts(entries)

    def record(self, entries: Sequence[Entry]) -> JsonObject:
        """How a finished game went, as counts."""
        return record.record(entries)

    def summary(self, entries: Sequence[Entry]) -> str:
        """Who played what, how it was asked, and how it ended."""
        return record.summary(entries)

    def summary_prompt(self, entries: Sequence[Entry]) -> tuple[str, str]:
        """What a model is shown that sums a session up."""
        return record.summary_prompt(entries)

    def findings(self, scenario: Puzzle, state: PuzzleState) -> list[Finding]:
        """The core facts."""
        known = state["facts"]
        core = (fact for fact in scenario.judged_facts if fact.id in scenario.core_facts)
        return [Finding(fact.statement, fact.id in known) for fact in core]

    def add_nodes(self, graph: "StateGraph[Any, Any, Any, Any]", end: str) -> None:
        """The graph of one message."""
        from echoes.games.situation_puzzle.graph import add_nodes

        add_nodes(graph, end)

    def context(self, table: Table) -> PuzzleContext:
        """The puzzle with its referee."""
        puzzle: Puzzle = table.scenario
        seat = Seat(
            puzzle,
            table.retrievers[Role.REFEREE],
            table.models.llm(Role.REFEREE),
            self._agents.referee,
            self._agents.context_tokens[Role.REFEREE],
        )
        started = table.started
        ours = isinstance(started, PuzzleStarted)
        referee = open_referee(started.referee if ours else table.referee, seat)
        reader = reader_of(puzzle)
        bank = shelf_of(puzzle).bank
        return PuzzleContext(
            session_id=table.session_id,
            puzzle=puzzle,
            referee=TapedReferee(referee, table.tape),
            hint_writer=_hint_writer(puzzle, table),
            narrator=self._narrator(puzzle, table),
            verbosity=self._agents.narration.verbosity,
            reader=reader,
            phrases=self._agents.phrases_in(puzzle.language),
            limits=self.limits,
            history=table.history,
            vocabulary=bank.vocabulary,
            authored=bank.literals.keys(),
            retrievers=table.retrievers,
        )

    def _narrator(self, puzzle: Puzzle, table: Table) -> Narrator | None:
        """The narrator that is a model, where one is wanted and there is one."""
        voice = table.models.llm(Role.NARRATOR)
        if self._agents.narration.by != "model" or voice is None:
            return None
        return Narrator(voice, self._agents.persona.tone[puzzle.language], self._agents.narration.verbosity)

    async def telling(
        self, context: PuzzleContext, state: PuzzleTurn, message: str, events: Sequence[Event]
    ) -> Telling | None:
        """What the narrator is to put into words."""
        event = worth_a_word(context.verbosity, game_of(state), events) if context.narrator else None
        if event is None or over_budget(state):
            return None
        return telling(context, await self.window(Role.NARRATOR, context, state, ""), event, message)

    async def window(
        self,
        role: str,
        context: PuzzleContext,
        state: PuzzleTurn,
        message: str,
        name: str | None = None,
        notes: Sequence[tuple[str, str]] = (),
    ) -> Window:
        """What a role is shown, within its budget."""
        budget = self._agents.context_tokens[Role(role)]
        return await window(role, context, state, message, budget, name, notes)

    def caps(self) -> Caps:
        """The configured bounds of an AI player's game."""
        bounds = self._agents.player
        return Caps(bounds.turns, bounds.calls, bounds.tokens)

    def check_player(self, name: str, llm: LLMClient | None, script: Sequence[str]) -> None:
        """Refuse an AI player that can't play with what there is."""
        check_player(name, llm, script)

    def player(self, name: str, seat: PlayerSeat) -> Player:
        """An AI player for one session."""
        return open_player(name, seat, self._agents.player)

    async def try_out(self, context: PuzzleContext, text: str, explain: bool = False) -> JsonObject:
        """The ruling on a text."""
        return await asking.ask(context.referee, text, explain)

    def correction(
        self,
        context: PuzzleContext,
        state: PuzzleState,
        turn: int,
        ruling: str,
        facts: Sequence[str],
        because: str,
    ) -> Entry:
        """The event by which an author or operator corrects a ruling."""
        return correction_of(context, state, turn, ruling, facts, because)


def _hint_writer(puzzle: Puzzle, table: Table) -> HintWriter:
    """The writer of further hints; it is handed what is public and the hints, and nothing else."""
    llm = table.models.llm(Role.HINT_MASTER)
    told = (puzzle.title, puzzle.statement, *puzzle.public_facts)
    return HintWriter(
        llm, Story(puzzle.language, told, tuple(hint.text for hint in puzzle.hints)), table.tape
    )
