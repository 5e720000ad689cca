"""The puzzle in its other language: whole, or not at all.

What players may read before the end is translated by a model that is shown nothing of the solution: the
story, and the questions of those who had not seen it. Solution, facts and hints are translated apart, and
so is the cloze, by one who is not told which choices are right.
"""

from collections.abc import Mapping

from echoes.core.protocols import JsonObject, LLMClient
from echoes.core.text.bilingual import Bilingual
from echoes.games.draft_steps import DraftSteps
from echoes.games.situation_puzzle.drafting.draft import one_line
from echoes.games.situation_puzzle.drafting.plan import DraftPlan
from echoes.games.situation_puzzle.drafting.prompts import TASKS, TRANSLATOR
from echoes.games.situation_puzzle.drafting.replies import SolutionReply, StoryReply
from echoes.games.situation_puzzle.drafting.translated_cloze import translated_cloze
from echoes.games.situation_puzzle.drafting.translated_entries import EntryTranslator, numbered
from echoes.games.situation_puzzle.drafting.translated_rulings import translated_rulings
from echoes.games.situation_puzzle.drafting.wholeness import Wholeness
from echoes.games.situation_puzzle.drafting.writing import SolutionWriter
from echoes.games.situation_puzzle.puzzle.in_play import cloze_of_known
from echoes.games.situation_puzzle.puzzle.schema import Language, Puzzle

_OTHER: Mapping[str, Language] = {"en": "zh", "zh": "en"}
_KEPT = ("id", "difficulty", "constraints", "provenance")
_STORY, _SOLUTION = Bilingual("the story", "汤面"), Bilingual("the solution", "汤底")
_LABELS, _WORDINGS = (
    Bilingual("a tag or warning", "标签或内容提醒"),
    Bilingual("a fact's wording", "事实的说法"),
)
_CAST, _SYNONYMS = Bilingual("the cast", "人物"), Bilingual("the synonyms", "同义词")
_QUESTIONS, _CLOZE = Bilingual("a question", "问题"), Bilingual("the cloze", "填空")


class Translator:
    """The model that translates a puzzle with its draft.

    Args:
        puzzle: with what was drafted for it.
        llm: the model.
        steps: through which it is asked.
        plan: of the draft.

    Attributes:
        missing: the first part that has no usable translation, so that the puzzle has none.
    """

    def __init__(self, puzzle: Puzzle, llm: LLMClient, steps: DraftSteps, plan: DraftPlan) -> None:
        self._puzzle, self._llm, self._steps, self._plan = puzzle, llm, steps, plan
        self._language = _OTHER[puzzle.language]
        self._tasks, self._system = TASKS[self._language], TRANSLATOR[self._language]
        self._is = Wholeness(self._language)
        self.missing = Bilingual("")

    async def translation(self) -> Puzzle | None:
        """Return the puzzle in the other language; None if any part of it could not be translated."""
        story = await self._story()
        solution = await self._solution() if story else None
        if story is None or solution is None:
            return self._none(_SOLUTION if story else _STORY)
        source = self._puzzle.to_json()
        told: JsonObject = {
            **{name: source[name] for name in _KEPT if name in source},
            "language": self._language,
            "title": one_line(story.title),
            "statement": story.statement,
            "public_facts": [*story.public_facts],
            "answer": solution.answer,
            "facts": [
                {"id": fact.id, "statement": one_line(text), "core": fact.core, "unconfirmed": True}
                for fact, text in zip(self._puzzle.facts, solution.facts, strict=True)
            ],
            "hints": [
                {
                    "text": one_line(text),
                    "facts": [*hint.facts],
                    "steps": [*hint.steps],
                    "unconfirmed": True,
                }
                for hint, text in zip(self._puzzle.hints, solution.hints, strict=True)
            ],
        }
        return await self._with_entries(Puzzle.model_validate(told))

    async def _with_entries(self, new: Puzzle) -> Puzzle | None:
        """Return the puzzle with labels, wordings, names and rulings, once story and solution are there."""
        old = self._puzzle
        texts = EntryTranslator(old, new, self._llm, self._steps, self._plan.batch)
        labels = await texts.first_of("tags and warnings", (*old.tags, *old.content_warnings))
        if labels is None:
            return self._none(_LABELS)
        said = {fact.id: (*fact.wordings, *fact.unconfirmed_wordings) for fact in old.facts}
        said = {name: wordings for name, wordings in said.items() if wordings}
        wordings = await texts.of("facts", [*said.values()], 2)
        if wordings is None:
            return self._none(_WORDINGS)
        by_fact = dict(zip(said, wordings, strict=True))
        parts = {
            "tags": tuple(labels[: len(old.tags)]),
            "content_warnings": tuple(labels[len(old.tags) :]),
            "facts": tuple(
                fact.model_copy(update={"wordings": by_fact.get(fact.id, ())}) for fact in new.facts
            ),
        }
        return await self._with_names(new.model_copy(update=parts), texts)

    async def _with_names(self, new: Puzzle, texts: EntryTranslator) -> Puzzle | None:
        """Return the puzzle with cast, synonyms, rulings and cloze."""
        writer = SolutionWriter(new, self._llm, self._steps, self._plan)
        old = self._puzzle
        cast = await writer.cast(needed=bool(old.cast))
        if old.cast and not cast:
            return self._none(_CAST)
        synonyms = await writer.synonyms(needed=bool(old.synonyms))
        if old.synonyms and not synonyms:
            return self._none(_SYNONYMS)
        rulings = await translated_rulings(old, new, texts)
        if rulings is None:
            return self._none(_QUESTIONS)
        kept = cloze_of_known(old.cloze, [fact.id for fact in old.facts]) if old.cloze else None
        cloze = await translated_cloze(kept, new.language, texts) if kept else None
        if kept and cloze is None:
            return self._none(_CLOZE)
        named = {"cast": tuple(cast), "synonyms": tuple(synonyms)}
        parts = {**named, "rulings": tuple(rulings), "cloze": cloze}
        return Puzzle.model_validate(new.model_copy(update=parts).to_json())

    def _none(self, missing: Bilingual) -> None:
        self.missing = missing

    async def _story(self) -> StoryReply | None:
        one = self._puzzle
        public = "\n".join(one.public_facts) or self._tasks["nothing"]
        task = self._tasks["story"].format(title=one.title, statement=one.statement, public=public)

        def usable(reply: StoryReply) -> bool:
            return (
                self._is.said(reply.title)
                and self._is.whole(reply.statement, one.statement)
                and self._is.all_said(reply.public_facts, one.public_facts)
            )

        return await self._steps.ask("translation: story", self._llm, self._system, task, StoryReply, usable)

    async def _solution(self) -> SolutionReply | None:
        one = self._puzzle
        facts, hints = [fact.statement for fact in one.facts], [hint.text for hint in one.hints]
        task = self._tasks["solution"].format(
            answer=one.answer, facts=numbered(facts), hints=numbered(hints) or self._tasks["nothing"]
        )

        def usable(reply: SolutionReply) -> bool:
            return (
                self._is.whole(reply.answer, one.answer)
                and self._is.all_said(reply.facts, facts)
                and self._is.all_said(reply.hints, hints)
            )

        step = "translation: solution"
        return await self._steps.ask(step, self._llm, self._system, task, SolutionReply, usable)
