"""A draft from beginning to end."""

import asyncio
from collections.abc import Sequence

from echoes.core.errors import ModelFailed
from echoes.games.draft_steps import DraftSteps, together
from echoes.games.situation_puzzle.drafting.cloze_writing import ClozeWriter
from echoes.games.situation_puzzle.drafting.draft import (
    DraftedQuestion,
    DraftModels,
    PuzzleDraft,
    QuestionPool,
)
from echoes.games.situation_puzzle.drafting.judging import DraftJudge
from echoes.games.situation_puzzle.drafting.plan import DraftPlan
from echoes.games.situation_puzzle.drafting.questioning import Questioner
from echoes.games.situation_puzzle.drafting.translating import Translator
from echoes.games.situation_puzzle.drafting.writing import SolutionWriter
from echoes.games.situation_puzzle.puzzle.question_map import QUESTION_MAP
from echoes.games.situation_puzzle.puzzle.schema import Fact, Puzzle

_ENOUGH_WORDINGS = 3
"""Wordings of a fact from which on no more are drafted."""


class Drafter:
    """Has a puzzle drafted; the same steps give the same draft.

    Args:
        puzzle: as its author has it; what it holds already is not drafted.
        models: of the three roles.
        steps: through which they are asked.
        plan: of the draft.
        asked: real players' questions that could not be ruled on.
    """

    def __init__(
        self,
        puzzle: Puzzle,
        models: DraftModels,
        steps: DraftSteps,
        plan: DraftPlan,
        asked: Sequence[str] = (),
    ) -> None:
        self._puzzle, self._models, self._steps, self._plan = puzzle, models, steps, plan
        self._given = [*asked, *puzzle.proposals][: plan.proposals]
        self._writer = SolutionWriter(puzzle, models.author, steps, plan)
        self._questioner = Questioner(puzzle, models.questioner, steps, plan)
        self._pool = QuestionPool(puzzle)

    async def draft(self) -> PuzzleDraft:
        """Return the draft, with the names of the steps that gave nothing.

        Raises:
            ModelFailed: the budget is spent, the model is away, or it gave no facts.
            StorageFailed: the folder of the steps can't be written.
        """
        draft = PuzzleDraft()
        facts = await self._facts(draft)
        await self._parts(draft, facts)
        judge = DraftJudge(self._puzzle, facts, self._models.judge, self._steps, self._plan)
        near = await together(self._writer.near(fact, facts) for fact in facts)
        blind = await together(self._questioner.blind(place) for place in QUESTION_MAP)
        given = [DraftedQuestion((text,)) for text in self._given]
        asked = [question for questions in (given, *blind, *near) for question in questions]
        await self._judge(draft, judge, asked)
        for number in range(self._plan.rounds):
            ruled = [one for one in (*self._puzzle.rulings, *draft.rulings) if one.may_count]
            await self._judge(draft, judge, await self._questioner.follow(number, ruled))
        if not self._puzzle.cloze:
            whole = await asyncio.to_thread(draft.added_to, self._puzzle)
            draft.cloze = await ClozeWriter(whole, self._models.author, self._steps).cloze()
        if self._plan.other_language:
            whole = await asyncio.to_thread(draft.added_to, self._puzzle)
            translator = Translator(whole, self._models.author, self._steps, self._plan)
            draft.translation = await translator.translation()
            draft.untranslated = translator.missing
        draft.left = tuple(dict.fromkeys(self._steps.left))
        return draft

    async def _facts(self, draft: PuzzleDraft) -> list[Fact]:
        known = self._puzzle.facts
        given = [fact for fact in known if not fact.unconfirmed]
        if not given and any(fact.core for fact in known):
            given = [*known]  # drafted before; clues of a collection are never core
        if given:
            return given
        draft.facts = await self._writer.facts()
        if not draft.facts:
            raise ModelFailed(
                "unreadable",
                "the model gave no facts of the solution that can be used",
                "Use a larger model, or write the facts yourself; --retry asks again.",
            )
        return draft.facts

    async def _parts(self, draft: PuzzleDraft, facts: Sequence[Fact]) -> None:
        few = [fact for fact in facts if len(fact.wordings) < _ENOUGH_WORDINGS]
        wordings = await together(self._writer.wordings(fact, facts) for fact in few)
        draft.wordings = {fact.id: texts for fact, texts in zip(few, wordings, strict=True) if texts}
        draft.hints = [] if self._puzzle.hints else await self._writer.hints(facts)
        draft.cast = [] if self._puzzle.cast else await self._writer.cast()
        draft.synonyms = [] if self._puzzle.synonyms else await self._writer.synonyms()

    async def _judge(self, draft: PuzzleDraft, judge: DraftJudge, asked: Sequence[DraftedQuestion]) -> None:
        new = await asyncio.to_thread(self._pool.take, asked)
        rulings, unruled = await judge.rule(new)
        draft.rulings += rulings
        draft.unruled += unruled
