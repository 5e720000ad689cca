"""One run of `echoes puzzles draft`: which puzzle, at what price, and where the draft goes."""

from dataclasses import dataclass
from pathlib import Path
from typing import cast

from echoes.config import load_config
from echoes.core.errors import BadInput, UnknownName
from echoes.core.files.writing import atomic_write
from echoes.engine.engine import GameEngine
from echoes.engine.scenarios.drafting import DraftLimits, DraftRun
from echoes.engine.scenarios.files import scenario_text
from echoes.engine.scenarios.publishing import publication_of
from echoes.games.drafts import DraftOptions
from echoes.games.situation_puzzle.drafting.draft import PuzzleDraft
from echoes.games.situation_puzzle.puzzle.schema import Puzzle
from echoes.interfaces.cli import scenarios
from echoes.interfaces.cli.progress import progress
from echoes.interfaces.cli.situation_puzzle.draft_report import DraftReport

_KIND = "situation_puzzle"


@dataclass(frozen=True)
class DraftWishes:
    """The options of a run, as in the command."""

    options: DraftOptions
    limits: DraftLimits
    out: Path | None
    as_json: bool
    dry_run: bool = False


@dataclass
class DraftCommand:
    """A run of the command.

    Attributes:
        puzzle: as its author has it.
        run: of its draft.
    """

    puzzle: Puzzle
    wishes: DraftWishes
    run: DraftRun
    report: DraftReport

    @classmethod
    async def begin(
        cls, engine: GameEngine, puzzle: str, lang: str | None, wishes: DraftWishes
    ) -> "DraftCommand":
        """Find the puzzle, and what is there of its draft.

        Raises:
            UserError: there is no such puzzle, or it can't be drafted, which a dry run does not mind.
        """
        found, config = _chosen(engine, puzzle, lang), load_config()
        folder = config.paths.game_storage / "drafts"
        run = await DraftRun.begin(engine, _KIND, found, wishes.options, wishes.limits, folder)
        if not wishes.dry_run:
            run.check_models()
            if wishes.out is None:
                run.check_can_be_published()
        prices = {name: (price.prompt, price.completion) for name, price in config.models.prices.items()}
        report = DraftReport(found, run.steps, run.budget, run.price(prices), wishes.as_json)
        return cls(found, wishes, run, report)

    def tell_cost(self) -> None:
        """Tell what the draft will cost, and what of it is done already."""
        self.report.tell_cost(self.run.drafter.estimate)

    async def draft(self) -> PuzzleDraft:
        """Draft the puzzle, as `DraftRun.draft`."""
        with progress("steps") as told:
            self.run.steps.on_step = lambda: told(self.run.steps.done, self.run.calls)
            return cast("PuzzleDraft", await self.run.draft())

    def save(self, result: PuzzleDraft) -> None:
        """Put the draft into a new version of the puzzle, or into files; and tell what there is.

        Raises:
            BadInput: the story was changed meanwhile.
            StorageFailed: a folder can't be written.
        """
        out = self.wishes.out
        made = result.added_to(self.puzzle) if out else cast("Puzzle", self.run.publish(result))
        path = _written(made, out) if out else None
        self.report.tell_result(made, result, self.run.engine.games[_KIND].review(made), path)
        if result.translation:
            path = _written(result.translation, out) if out else None
            self.report.tell_translation(result.translation, path)


def _written(puzzle: Puzzle, folder: Path) -> Path:
    """Write a puzzle into a folder; return the path of its file."""
    path = folder / f"{puzzle.id}_{puzzle.language}.json"
    try:
        atomic_write(path, scenario_text(puzzle), private=True)
    except OSError as error:
        raise BadInput(f"{path} can't be written ({error.strerror})", "Name a folder.") from None
    return path


def _chosen(engine: GameEngine, puzzle: str, lang: str | None) -> Puzzle:
    if not Path(puzzle).is_file():
        try:
            found = [publication_of(engine, puzzle, lang).scenario] if lang else []
        except UnknownName:
            found = []
        found = found or [scenarios.chosen(engine.scenarios, engine.games, puzzle, _KIND, lang)[1]]
    else:
        found = [
            one for _, one in scenarios.chosen_or_all(engine.scenarios, engine.games, puzzle, _KIND, lang)
        ]
    if len(found) != 1 or not isinstance(found[0], Puzzle):
        raise BadInput(f"{puzzle} holds {len(found)} puzzles", "Take them in, and draft one after the other.")
    return found[0]
