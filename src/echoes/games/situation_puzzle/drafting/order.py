"""An order for a draft of one puzzle: by which models, how much, and at what price."""

from collections.abc import Iterable, Sequence

from echoes.core.log.entries import Entry
from echoes.core.protocols import Models
from echoes.games.draft_steps import DraftSteps
from echoes.games.drafts import DraftOptions, ScenarioDrafter
from echoes.games.situation_puzzle.authoring.harvest import unanswered_questions
from echoes.games.situation_puzzle.drafting.draft import DraftModels, PuzzleDraft
from echoes.games.situation_puzzle.drafting.drafter import Drafter
from echoes.games.situation_puzzle.drafting.plan import DraftPlan, estimate
from echoes.games.situation_puzzle.puzzle.schema import Puzzle
from echoes.games.situation_puzzle.roles import DRAFT_ROLES


class PuzzleDrafter(ScenarioDrafter[Puzzle]):
    """Has a puzzle drafted.

    Args:
        puzzle: as its author has it; what it holds already is not drafted.
        options: of the author.
        models: of the roles.
        games: the logs of its games, for questions that could not be ruled on.
    """

    def __init__(
        self, puzzle: Puzzle, options: DraftOptions, models: Models, games: Iterable[Sequence[Entry]]
    ) -> None:
        self.scenario = puzzle
        self._asked = unanswered_questions(puzzle, games)
        self._plan = DraftPlan.of(options.size, options.other_language)
        self.estimate = estimate(puzzle, self._plan, len(self._asked) + len(puzzle.proposals))
        author, questioner, judge = (models.llm(role) for role in DRAFT_ROLES)
        self._models = DraftModels(author, questioner, judge) if author and questioner and judge else None
        self.models = {role: getattr(self._models, role).id for role in DRAFT_ROLES if self._models}

    def fits(self, edited: Puzzle) -> bool:
        """Return whether story and solution are still the same."""
        return (edited.statement, edited.answer) == (self.scenario.statement, self.scenario.answer)

    async def draft(self, steps: DraftSteps) -> PuzzleDraft:
        """Draft the puzzle, step by step."""
        assert self._models is not None, "without models nothing is begun"
        return await Drafter(self.scenario, self._models, steps, self._plan, self._asked).draft()
