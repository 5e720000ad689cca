"""The puzzle in its other language.

What players may read before the end is translated by a model that is shown nothing of the solution: the
story, and the questions of those who had not seen it. Solution, facts and hints are translated apart.
"""

from collections.abc import Iterable, Mapping, Sequence

from echoes.core.protocols import JsonObject, LLMClient
from echoes.games.draft_steps import DraftSteps, together
from echoes.games.situation_puzzle.drafting.draft import DraftedQuestion, QuestionPool, one_line
from echoes.games.situation_puzzle.drafting.plan import DraftPlan
from echoes.games.situation_puzzle.drafting.prompts import TASKS, TRANSLATOR
from echoes.games.situation_puzzle.drafting.replies import SolutionReply, StoryReply, TranslationReply
from echoes.games.situation_puzzle.drafting.writing import SolutionWriter
from echoes.games.situation_puzzle.puzzle.in_play import only_known
from echoes.games.situation_puzzle.puzzle.schema import AuthoredRuling, Language, Puzzle

_OTHER: Mapping[str, Language] = {"en": "zh", "zh": "en"}


class Translator:
    """The model that translates a puzzle with its draft.

    Args:
        puzzle: with what was drafted for it.
        llm: the model.
        steps: through which it is asked.
        plan: of the draft.
    """

    def __init__(self, puzzle: Puzzle, llm: LLMClient, steps: DraftSteps, plan: DraftPlan) -> None:
        self._puzzle, self._llm, self._steps, self._plan = puzzle, llm, steps, plan
        self._language = _OTHER[puzzle.language]
        self._tasks = TASKS[self._language]

    async def translation(self) -> Puzzle | None:
        """Return the puzzle in the other language; None if story or solution could not be translated."""
        story = await self._story()
        solution = await self._solution() if story else None
        if story is None or solution is None:
            return None
        source = self._puzzle.to_json()
        told: JsonObject = {
            **{
                name: source[name]
                for name in ("id", "difficulty", "constraints", "provenance")
                if name in source
            },
            "language": self._language,
            "title": one_line(story.title),
            "statement": story.statement,
            "public_facts": [*story.public_facts],
            "answer": solution.answer,
        }
        new = Puzzle.model_validate(told)
        writer = SolutionWriter(new, self._llm, self._steps, self._plan)
        wordings = await self._wordings(new)
        facts = [
            {"id": fact.id, "statement": one_line(text), "core": fact.core,
             "wordings": wordings.get(fact.id, []), "unconfirmed": True}
            for fact, text in zip(self._puzzle.facts, solution.facts, strict=False)
        ]  # fmt: skip
        known = {str(fact["id"]) for fact in facts}
        parts = {
            "facts": facts,
            "hints": [
                {"text": one_line(text), "facts": sorted(known.intersection(hint.facts)), "unconfirmed": True}
                for hint, text in zip(self._puzzle.hints, solution.hints, strict=False)
            ],
            "cast": [one.model_dump() for one in await writer.cast()],
            "synonyms": [one.model_dump() for one in await writer.synonyms()],
            "rulings": [only_known(one, known).model_dump() for one in await self._rulings(new)],
        }
        return Puzzle.model_validate({**told, **parts})

    async def _story(self) -> StoryReply | None:
        one = self._puzzle
        public = "\n".join(one.public_facts) or self._tasks["nothing"]
        task = self._tasks["story"].format(title=one.title, statement=one.statement, public=public)
        system = TRANSLATOR[self._language]
        return await self._steps.ask("translation: story", self._llm, system, task, StoryReply)

    async def _solution(self) -> SolutionReply | None:
        one = self._puzzle
        task = self._tasks["solution"].format(
            answer=one.answer,
            facts=_numbered(fact.statement for fact in one.facts),
            hints=_numbered(hint.text for hint in one.hints) or self._tasks["nothing"],
        )
        system = TRANSLATOR[self._language]
        return await self._steps.ask("translation: solution", self._llm, system, task, SolutionReply)

    async def _wordings(self, new: Puzzle) -> dict[str, list[str]]:
        said = [(fact.id, (*fact.wordings, *fact.unconfirmed_wordings)) for fact in self._puzzle.facts]
        said = [(name, texts) for name, texts in said if texts]
        found = await self._texts("facts", new, [texts for _, texts in said], 2)
        return {said[index][0]: [*texts] for index, texts in found.items()}

    async def _rulings(self, new: Puzzle) -> list[AuthoredRuling]:
        """Return the rulings with their questions translated; those of who knew the solution go apart."""
        pool = QuestionPool(new)
        found: list[AuthoredRuling] = []
        for name, seen in (("questions", False), ("questions on facts", True)):
            rulings = [one for one in self._puzzle.rulings if one.from_solution is seen]
            texts = await self._texts(name, new, [one.texts for one in rulings], self._plan.batch)
            for index, one in enumerate(rulings):
                for question in pool.take([DraftedQuestion(texts.get(index, ()))]):
                    waits = {"texts": question.texts, "unconfirmed": True, "remark": ""}
                    found.append(one.model_copy(update=waits))
        return found

    async def _texts(
        self, name: str, new: Puzzle, entries: Sequence[tuple[str, ...]], batch: int
    ) -> dict[int, tuple[str, ...]]:
        """Return entries of several wordings in the other language, by their places."""
        titles, one = self._tasks, self._puzzle
        system = (
            f"{TRANSLATOR[self._language]}\n{titles['original_title']}\n{one.title}\n{one.statement}\n\n"
            f"{titles['translation_title']}\n{new.title}\n{new.statement}"
        )

        async def some(start: int) -> dict[int, tuple[str, ...]]:
            listed = _numbered(" / ".join(texts) for texts in entries[start : start + batch])
            task, step = titles["texts"].format(entries=listed), f"translation: {name} {start + 1}"
            reply = await self._steps.ask(step, self._llm, system, task, TranslationReply)
            return {
                start + row.n - 1: tuple(filter(None, map(one_line, row.texts)))
                for row in (reply.entries if reply else ())
                if 1 <= row.n <= min(batch, len(entries) - start)
            }

        found = await together(some(start) for start in range(0, len(entries), batch))
        return {index: texts for part in found for index, texts in part.items()}


def _numbered(texts: Iterable[str]) -> str:
    return "\n".join(f"{number}. {text}" for number, text in enumerate(texts, 1))
