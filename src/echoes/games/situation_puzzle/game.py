"""The situation puzzle as a game type."""

import logging
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from pydantic import ValidationError

from echoes.core.documents import Document
from echoes.core.errors import BadSetting
from echoes.core.events import Draft, GameEvent
from echoes.core.protocols import JsonObject, Models
from echoes.core.roles import DEFAULT_ACCESS, Role
from echoes.games.base import FileReport, GameType, TurnState
from echoes.games.context_window import Part, Section, Window, build_window
from echoes.games.player import Caps, Player, PlayerSeat
from echoes.games.situation_puzzle.adaptation import adapt, difficulty_for
from echoes.games.situation_puzzle.budget import hints_left, over_budget
from echoes.games.situation_puzzle.changes import evolve
from echoes.games.situation_puzzle.context import Narrator, PuzzleContext, game_of
from echoes.games.situation_puzzle.corrections import correction_of
from echoes.games.situation_puzzle.hint_writer import HintWriter, Story
from echoes.games.situation_puzzle.language.readers import reader_of
from echoes.games.situation_puzzle.lint import lint
from echoes.games.situation_puzzle.loader import GameDataLoader
from echoes.games.situation_puzzle.narrator import telling, worth_a_word
from echoes.games.situation_puzzle.player import open_player
from echoes.games.situation_puzzle.puzzle import Puzzle
from echoes.games.situation_puzzle.referees.base import REFEREES, Seat, open_referee
from echoes.games.situation_puzzle.referees.briefing import Briefing
from echoes.games.situation_puzzle.referees.shelf import shelf_of
from echoes.games.situation_puzzle.referees.taped import TapedReferee
from echoes.games.situation_puzzle.scoring import ANSWER_COST, HINT_COST
from echoes.games.situation_puzzle.settings import AgentSettings
from echoes.games.situation_puzzle.sight import SIGHT
from echoes.games.situation_puzzle.state import PuzzleState, initial_state, progress
from echoes.games.situation_puzzle.window import window
from echoes.games.table import Finding, Limits, Recalled, Table, Tally, Telling

if TYPE_CHECKING:
    from langgraph.graph import StateGraph


class SituationPuzzle(GameType):
    """Yes, no, yes and no, irrelevant: until somebody finds the solution."""

    name = "situation_puzzle"
    folder = "situation_puzzles"
    access = DEFAULT_ACCESS
    roles = (Role.REFEREE, Role.HINT_MASTER)

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

    def opening(self, scenario: Puzzle, referee: str, recalled: Recalled, models: Models) -> Draft:
        """The statement, a notice where the puzzle can't be played in full, and what is due to memory."""
        phrases = self._agents.phrases_in(scenario.language)
        version = REFEREES.load(referee).prompt_version
        if version:
            budget, evidence = self._agents.context_tokens[Role.REFEREE], self._agents.referee.evidence
            Briefing(scenario, budget, evidence).check()
        if self._agents.narration.by == "model" and models.llm(Role.NARRATOR) is None:
            logging.getLogger(__name__).warning("narration.by is 'model', and the narrator has no model")
        elif self._agents.narration.by == "model":
            story = Section(Part.SCENARIO, (scenario.title, scenario.statement, *scenario.public_facts))
            build_window(Role.NARRATOR, None, [story], SIGHT, self._agents.context_tokens[Role.NARRATOR])
        adaptation = adapt(scenario, recalled, self.limits.offer_hint_after)
        level = difficulty_for(recalled.profile, scenario.difficulty) if recalled.difficulty else None
        return {
            "event": "session_started",
            "puzzle_id": scenario.id,
            "title": scenario.title,
            "statement": scenario.statement,
            "lang": scenario.language,
            "puzzle_hash": scenario.content_hash,
            "referee": referee,
            "game_type": self.name,
            "prompt_version": version,
            "notice": None if scenario.rulings or version else phrases.notice_no_rulings,
            "for_player": phrases.say(level[0], **level[1]) if level else None,
            "content_warnings": list(scenario.content_warnings),
            "trace": {
                **self._bounds(scenario, models),
                **adaptation.to_trace(),
                "profile": recalled.profile.get("content", ""),
                "hints_stay": True,
            },
        }

    def _bounds(self, puzzle: Puzzle, models: Models) -> JsonObject:
        """The tighter of the configured and the author's bounds; what models may do in this session."""
        unbound = (self.limits.max_hints, puzzle.constraints.max_hints) == (None, None)
        writes = models.llm(Role.HINT_MASTER) is not None and unbound
        referee = self._agents.referee
        questions = (self.limits.max_questions, puzzle.constraints.max_questions)
        hints = (self.limits.max_hints, puzzle.constraints.max_hints, len(puzzle.hints))
        return {
            "max_questions": min((bound for bound in questions if bound is not None), default=None),
            "max_hints": min(bound for bound in hints if bound is not None),
            "max_message_chars": self.limits.max_message_chars,
            "further_hints": self._agents.further_hints if writes else 0,
            "calls_per_session": referee.calls_per_session,
            "tokens_per_session": referee.tokens_per_session,
        }

    def initial_state(self, scenario: Puzzle) -> JsonObject:
        """Nothing asked yet."""
        return cast("JsonObject", initial_state())

    def evolve(self, state: JsonObject, draft: Draft) -> JsonObject:
        """The state after one event."""
        return cast("JsonObject", evolve(cast("PuzzleState", state), draft))

    def progress(self, scenario: Puzzle, state: JsonObject) -> float:
        """The share of the core facts that are established or led to."""
        return progress(cast("PuzzleState", state), scenario.core_facts)

    def kept(self, state: JsonObject) -> JsonObject:
        """Hints that were read stay read."""
        game = cast("PuzzleState", state)
        return {"hints": game["hints"], "given": cast("Any", game["given"])} if game["hints_stay"] else {}

    def tally(self, state: TurnState) -> Tally:
        """Questions and hints, and what they cost."""
        game = game_of(state)
        limit, left = game["max_questions"], hints_left(state)
        return Tally(game["questions"], limit, game["hints"], left, HINT_COST, ANSWER_COST)

    def findings(self, scenario: Puzzle, state: JsonObject) -> list[Finding]:
        """The core facts."""
        known = cast("PuzzleState", state)["facts"]
        core = (fact for fact in scenario.judged_facts if fact.id in scenario.core_facts)
        return [Finding(fact.statement, fact.id in known) for fact in core]

    def build_graph(self) -> "StateGraph[TurnState, Any, TurnState, TurnState]":
        """The graph of one message."""
        from echoes.games.situation_puzzle.graph import build_graph

        return build_graph()

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
        referee = open_referee(table.referee, seat)
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
        self, context: PuzzleContext, state: TurnState, message: str, events: Sequence[GameEvent]
    ) -> Telling | None:
        """What the narrator is to put into words."""
        event = worth_a_word(context.verbosity, game_of(state), events) if context.narrator else None
        if event is None or over_budget(state):
            return None
        return telling(context, await self.window(Role.NARRATOR, context, state, ""), event, message)

    async def window(
        self,
        role: Role,
        context: PuzzleContext,
        state: TurnState,
        message: str,
        name: str | None = None,
        notes: Sequence[tuple[str, str]] = (),
    ) -> Window:
        """What a role is shown, within its budget."""
        budget = self._agents.context_tokens[role]
        return await window(role, context, state, message, budget, name, notes)

    def caps(self) -> Caps:
        """The configured bounds of an AI player's game."""
        bounds = self._agents.player
        return Caps(bounds.turns, bounds.calls, bounds.tokens)

    def player(self, name: str, seat: PlayerSeat) -> Player:
        """An AI player for one session."""
        return open_player(name, seat, self._agents.player)

    def correction(
        self,
        context: PuzzleContext,
        state: JsonObject,
        turn: int,
        ruling: str,
        facts: Sequence[str],
        because: str,
    ) -> Draft:
        """The event by which an author or operator corrects a ruling."""
        return correction_of(context, cast("PuzzleState", state), turn, ruling, facts, because)


def _hint_writer(puzzle: Puzzle, table: Table) -> HintWriter:
    """The writer of further hints; it is handed what is public and the hints, and nothing else."""
    llm = table.models.llm(Role.HINT_MASTER)
    told = (puzzle.title, puzzle.statement, *puzzle.public_facts)
    return HintWriter(
        llm, Story(puzzle.language, told, tuple(hint.text for hint in puzzle.hints)), table.tape
    )
