"""The judge: a model that knows the solution, and replies with rulings and ids of facts only."""

import hashlib
from collections.abc import Sequence

from echoes.core.protocols import LLMClient
from echoes.games.draft_steps import DraftSteps, together
from echoes.games.situation_puzzle.drafting.draft import DraftedQuestion
from echoes.games.situation_puzzle.drafting.plan import DraftPlan
from echoes.games.situation_puzzle.drafting.prompts import JUDGE, TASKS
from echoes.games.situation_puzzle.drafting.replies import JudgedReply, JudgementReply
from echoes.games.situation_puzzle.drafting.writing import solution_text
from echoes.games.situation_puzzle.events import RulingWord
from echoes.games.situation_puzzle.puzzle.schema import AuthoredRuling, Fact, Puzzle
from echoes.games.situation_puzzle.referees.llm.prompts import SECOND_LOOKS

_LOOKS = (0, 1)


class DraftJudge:
    """The model that rules twice on each question, in another order and company the second time.

    Args:
        puzzle: with its secrets.
        facts: to which its rulings may refer.
        llm: the model.
        steps: through which it is asked.
        plan: of the draft.
    """

    def __init__(
        self, puzzle: Puzzle, facts: Sequence[Fact], llm: LLMClient, steps: DraftSteps, plan: DraftPlan
    ) -> None:
        self._language, self._llm, self._steps, self._batch = puzzle.language, llm, steps, plan.batch
        self._facts = {fact.id for fact in facts}
        self._system = f"{JUDGE[puzzle.language]}\n{solution_text(puzzle, facts)}"

    async def rule(
        self, questions: Sequence[DraftedQuestion]
    ) -> tuple[list[AuthoredRuling], list[DraftedQuestion]]:
        """Rule on questions twice.

        Returns:
            The rulings, unconfirmed, and the questions without one.
        """
        looks = await together(self._look(questions, look) for look in _LOOKS)
        rulings: list[AuthoredRuling] = []
        unruled: list[DraftedQuestion] = []
        for index, question in enumerate(questions):
            found = [look[index] for look in looks if index in look]
            if found:
                rulings.append(self._combined(question, found))
            else:
                unruled.append(question)
        return rulings, unruled

    async def _look(self, questions: Sequence[DraftedQuestion], look: int) -> dict[int, JudgedReply]:
        """Return the rulings of one look by the places of the questions; those left out are asked again."""
        order = [*range(len(questions))]
        if look:
            order.sort(key=lambda index: hashlib.sha256(questions[index].texts[0].encode()).digest())
        found = await self._ruled(questions, order, look)
        missing = [index for index in order if index not in found]
        return {**found, **(await self._ruled(questions, missing, look) if missing else {})}

    async def _ruled(
        self, questions: Sequence[DraftedQuestion], order: Sequence[int], look: int
    ) -> dict[int, JudgedReply]:
        batches = [order[start : start + self._batch] for start in range(0, len(order), self._batch)]
        replies = await together(self._ask(questions, batch, look) for batch in batches)
        found: dict[int, JudgedReply] = {}
        for batch, reply in zip(batches, replies, strict=True):
            for one in reply.rulings if reply else ():
                if 1 <= one.n <= len(batch):
                    found.setdefault(batch[one.n - 1], one)
        return found

    async def _ask(
        self, questions: Sequence[DraftedQuestion], batch: Sequence[int], look: int
    ) -> JudgementReply | None:
        tasks = TASKS[self._language]
        lines: list[str] = []
        for number, index in enumerate(batch, 1):
            first, *others = questions[index].texts
            also = f" ({tasks['also']}{' / '.join(others)})" if others else ""
            lines.append(f"{number}. {first}{also}")
        prompt = tasks["judge"].format(look=SECOND_LOOKS[self._language][look], questions="\n".join(lines))
        name = f"rulings, look {look + 1}: {questions[batch[0]].texts[0]}"
        return await self._steps.ask(name, self._llm, self._system, prompt, JudgementReply)

    def _combined(self, question: DraftedQuestion, looks: Sequence[JudgedReply]) -> AuthoredRuling:
        """Return the result of the looks: the facts and wordings that all of them name, and their doubt."""
        votes: tuple[RulingWord, ...] = tuple(look.ruling for look in looks)
        agree = len({*votes}) == 1
        is_yes = agree and votes[0] == "YES"
        facts = self._common([look.facts for look in looks]) if is_yes else set[str]()
        steps = self._common([look.steps for look in looks]) - facts if is_yes else set[str]()
        others = {number for look in looks for number in look.different}
        texts = [text for number, text in enumerate(question.texts) if number not in others or number == 0]
        return AuthoredRuling(
            texts=tuple(texts),
            ruling=votes[0],
            facts=tuple(sorted(facts)),
            steps=tuple(sorted(steps)),
            open=question.blind and agree and not (facts or steps),
            about=question.about,
            unconfirmed=True,
            votes=votes,
            doubt=round(1 - min(look.confidence for look in looks), 3) if agree else 1.0,
            from_solution=question.from_solution,
        )

    def _common(self, named: Sequence[Sequence[str]]) -> set[str]:
        return self._facts.intersection(*({name.strip() for name in names} for names in named))
