"""The part of the situation puzzle for authors and operators."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import ClassVar

from pydantic import BaseModel

from echoes.core.log.entries import Entry
from echoes.core.log.records import ScenarioInfo
from echoes.core.protocols import JsonObject, Models
from echoes.core.text.bilingual import Bilingual
from echoes.core.views.blocks import Block
from echoes.games.author_forms import Decision, FormField, FormValues, Gap
from echoes.games.authoring import Authoring
from echoes.games.drafts import DraftOptions, ScenarioDrafter
from echoes.games.lint_findings import LintFinding, Playability
from echoes.games.scenario import FileReport, ImportBatch, ImportOptions, Library
from echoes.games.situation_puzzle.authoring import rehearsal
from echoes.games.situation_puzzle.authoring.decisions import decide
from echoes.games.situation_puzzle.authoring.findings import puzzle_findings, repeated_stories
from echoes.games.situation_puzzle.authoring.form import puzzle_form, puzzle_from_form
from echoes.games.situation_puzzle.authoring.gaps import puzzle_gaps
from echoes.games.situation_puzzle.authoring.guided import guiding_questions, own_question
from echoes.games.situation_puzzle.authoring.lint import lint
from echoes.games.situation_puzzle.authoring.playability import playability
from echoes.games.situation_puzzle.authoring.rule_once import rule_once, ruling_blocks
from echoes.games.situation_puzzle.puzzle.field_names import labels_of_fields
from echoes.games.situation_puzzle.puzzle.json_schema import PUBLIC_FIELDS, puzzle_schema
from echoes.games.situation_puzzle.puzzle.loader import GameDataLoader
from echoes.games.situation_puzzle.puzzle.schema import Puzzle
from echoes.games.situation_puzzle.settings import AgentSettings
from echoes.games.situation_puzzle.state import PuzzleState
from echoes.games.situation_puzzle.turn.context import PuzzleContext
from echoes.games.situation_puzzle.turn.corrections import CorrectionArguments, author_correction


class PuzzleAuthoring(Authoring[Puzzle, PuzzleState, PuzzleContext]):
    """The tools of authors and operators; they show what is secret."""

    operations: ClassVar[Mapping[str, type[BaseModel]]] = {"correct": CorrectionArguments}
    is_drafted = True
    _loader: GameDataLoader
    _agents: AgentSettings

    def read_file(self, path: Path) -> list[FileReport]:
        """Read a puzzle file."""
        return self._loader.read_file(path)

    def import_files(self, paths: Sequence[Path], options: ImportOptions, library: Library) -> ImportBatch:
        """Read collections of any form, joined, with ids, and compared with the puzzles that are there."""
        return self._loader.import_files(paths, options, library)

    def lint(self, scenario: Puzzle) -> list[str]:
        """Return findings for the author."""
        return [Bilingual(one.worded().message, one.worded("zh").message) for one in lint(scenario)]

    def review(self, scenario: Puzzle, language: str = "en") -> list[LintFinding]:
        """Return findings for the author, each with severity, place and remedy."""
        return [found.worded(language) for found in puzzle_findings(scenario)]

    def review_together(self, scenarios: Sequence[Puzzle]) -> list[tuple[Puzzle, LintFinding]]:
        """Return the puzzles that tell a story once more."""
        return [(puzzle, found.worded()) for puzzle, found in repeated_stories(scenarios)]

    def playability(self, scenario: Puzzle, language: str) -> Playability:
        """Judge from facts, rulings, wordings and hints how far it can be played without a model."""
        return playability(scenario, self._agents.in_play(scenario), language)

    def load(self, data: JsonObject) -> Puzzle:
        """Return a puzzle from its canonical form."""
        return Puzzle.model_validate(data)

    def form(self, scenario: Puzzle | None, language: str) -> Sequence[FormField]:
        """Return title, story, answer, facts, hints and the rest as a form."""
        return puzzle_form(scenario, language)

    def from_form(self, values: FormValues, scenario: Puzzle | None) -> Puzzle:
        """Return the puzzle that an author has written; the rulings stay."""
        return puzzle_from_form(values, scenario)

    def gaps(self, scenario: Puzzle, games: Iterable[Sequence[Entry]], language: str) -> Sequence[Gap]:
        """Return the questions of players that no ruling answers, and what waits to be confirmed."""
        return puzzle_gaps(scenario, games, language)

    def guiding_questions(self, scenario: Puzzle, language: str) -> Sequence[Gap]:
        """Return the core facts that no YES establishes, and questions that people ask of every puzzle."""
        return guiding_questions(scenario, language)

    def own_question(self, scenario: Puzzle, language: str) -> Gap:
        """Return the gap of a question that the author makes up."""
        return own_question(scenario, language)

    def decide(self, scenario: Puzzle, decisions: Sequence[Decision]) -> Puzzle:
        """Return the puzzle with several decisions on questions, facts, hints and the rest."""
        return decide(scenario, decisions)

    def drafter(
        self, scenario: Puzzle, options: DraftOptions, models: Models, games: Iterable[Sequence[Entry]]
    ) -> ScenarioDrafter[Puzzle]:
        """Return the means to have models draft facts, hints, names and rulings."""
        from echoes.games.situation_puzzle.drafting.order import PuzzleDrafter  # authors alone need it

        return PuzzleDrafter(scenario, options, models, games)

    def import_fields(self, language: str) -> Mapping[str, str]:
        """Return the fields of a puzzle that a column may stand for."""
        return labels_of_fields(language)

    def schema(self) -> JsonObject:
        """Return the JSON Schema of a puzzle file."""
        return puzzle_schema()

    def public_view(self, scenario: Puzzle) -> JsonObject:
        """Return the part that a player may read of a puzzle before it is solved."""
        return {key: value for key, value in scenario.to_json().items() if key in PUBLIC_FIELDS}

    async def test(self, scenario: Puzzle, context: PuzzleContext, seed: int) -> list[str]:
        """Ask each authored question and tell the solution; return what is not ruled as it was authored."""
        return await rehearsal.rehearse(context.puzzle, context.referee)

    def about(self, scenario: Puzzle) -> ScenarioInfo:
        """Return difficulty, tags, content warnings, and how far it can be played without a model."""
        level = self.playability(scenario, scenario.language).level
        return ScenarioInfo(
            difficulty=scenario.difficulty,
            tags=scenario.tags,
            content_warnings=scenario.content_warnings,
            needs_model=level == "not",
            without_model=level,
        )

    def teaser(self, scenario: Puzzle) -> str:
        """Return the beginning of its statement."""
        return scenario.statement

    async def try_out(self, context: PuzzleContext, text: str) -> Sequence[Block]:
        """Return the ruling on a text, what would be offered, and why."""
        tried = await rule_once(context.referee, text, explain=True)
        return ruling_blocks(tried, text, context.puzzle.language)

    async def operate(self, context: PuzzleContext, state: PuzzleState, operation: BaseModel) -> Entry:
        """Correct the ruling of an earlier turn."""
        if isinstance(operation, CorrectionArguments):
            return await author_correction(context, state, operation)
        return await super().operate(context, state, operation)
