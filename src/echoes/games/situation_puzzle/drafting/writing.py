"""The author's helper: it knows the solution, and writes facts, wordings, hints, cast and synonyms."""

from collections.abc import Sequence

from echoes.core.protocols import LLMClient
from echoes.games.draft_steps import DraftSteps
from echoes.games.situation_puzzle.drafting.draft import DraftedQuestion, one_line
from echoes.games.situation_puzzle.drafting.plan import DraftPlan
from echoes.games.situation_puzzle.drafting.prompts import AUTHOR, TASKS
from echoes.games.situation_puzzle.drafting.replies import (
    CastReply,
    FactsReply,
    HintsReply,
    QuestionsReply,
    SynonymsReply,
    WordingsReply,
)
from echoes.games.situation_puzzle.puzzle.reader import reader_of
from echoes.games.situation_puzzle.puzzle.schema import CastMember, Fact, Hint, Puzzle, Synonyms


def story_text(puzzle: Puzzle) -> str:
    """Return the texts that a player reads before the first question, under a title."""
    told = "\n".join((puzzle.title, puzzle.statement, *puzzle.public_facts))
    return f"{TASKS[puzzle.language]['story_title']}\n{told}"


def solution_text(puzzle: Puzzle, facts: Sequence[Fact]) -> str:
    """Return story, solution and facts, each under its title."""
    titles = TASKS[puzzle.language]
    blocks = [story_text(puzzle), f"{titles['solution_title']}\n{puzzle.answer}"]
    if facts:
        listed = "\n".join(f"{fact.id}: {fact.statement}" for fact in facts)
        blocks.append(f"{titles['facts_title']}\n{listed}")
    return "\n\n".join(blocks)


class SolutionWriter:
    """The model that writes with the solution before it; players read nothing of it unconfirmed.

    Args:
        puzzle: as its author has it.
        llm: the model.
        steps: through which it is asked.
        plan: of the draft.
    """

    def __init__(self, puzzle: Puzzle, llm: LLMClient, steps: DraftSteps, plan: DraftPlan) -> None:
        self._puzzle, self._llm, self._steps, self._plan = puzzle, llm, steps, plan
        self._tasks = TASKS[puzzle.language]
        self._reader = reader_of(puzzle)
        self._in_language = self._reader.in_language

    def _system(self, facts: Sequence[Fact]) -> str:
        return f"{AUTHOR[self._puzzle.language]}\n{solution_text(self._puzzle, facts)}"

    async def facts(self) -> list[Fact]:
        """Return facts with their core marks; the author's own clues are shown, and may be wrong."""
        clues = "\n".join(fact.statement for fact in self._puzzle.facts)
        task = self._tasks["facts"] + (f"\n\n{self._tasks['clues_title']}\n{clues}" if clues else "")
        system = self._system(())
        reply = await self._steps.ask("facts", self._llm, system, task, FactsReply, self._tells_of_story)
        taken = {fact.id for fact in self._puzzle.facts}
        ids = (f"f{number}" for number in range(1, 10_000) if f"f{number}" not in taken)
        said = {one_line(one.statement): one.core for one in (reply.facts if reply else ())}
        return [
            Fact(id=next(ids), statement=statement, core=core, unconfirmed=True)
            for statement, core in said.items()
            if statement and self._in_language(statement)
        ]

    def _tells_of_story(self, reply: FactsReply) -> bool:
        """Return whether any fact speaks of what the story speaks of; a small model may repeat the task."""
        told = self._reader.ideas(f"{self._puzzle.answer}\n{self._puzzle.statement}")
        ideas = self._reader.ideas("\n".join(one.statement for one in reply.facts))
        ideas -= self._reader.plain_ideas
        return bool(ideas & told) or any(self._reader.same_word_family(idea, told) for idea in ideas)

    async def wordings(self, fact: Fact, facts: Sequence[Fact]) -> list[str]:
        """Return a fact in other words."""
        task = self._tasks["wordings"].format(count=self._plan.fact_wordings, fact=fact.statement)
        name = f"wordings of {fact.id}"
        reply = await self._steps.ask(name, self._llm, self._system(facts), task, WordingsReply)
        texts = dict.fromkeys(one_line(text) for text in (reply.wordings if reply else ()))
        known = (fact.statement, *fact.wordings)
        return [text for text in texts if text and text not in known and self._in_language(text)]

    async def hints(self, facts: Sequence[Fact]) -> list[Hint]:
        """Return hints, the gentlest first."""
        reply = await self._steps.ask(
            "hints", self._llm, self._system(facts), self._tasks["hints"], HintsReply
        )
        return [
            Hint(
                text=one_line(one.text),
                facts=tuple(fact.id for fact in facts if fact.id in one.facts),
                unconfirmed=True,
            )
            for one in (reply.hints if reply else ())
            if one_line(one.text) and self._in_language(one.text)
        ]

    async def cast(self, needed: bool = False) -> list[CastMember]:
        """Return everybody in the story with the names for them.

        Args:
            needed: whether a reply that names nobody is of no use.
        """
        system, task = self._system(()), self._tasks["cast"]

        def usable(reply: CastReply) -> bool:
            return not needed or bool(self._members(reply))

        reply = await self._steps.ask("cast", self._llm, system, task, CastReply, usable)
        return self._members(reply) if reply else []

    def _members(self, reply: CastReply) -> list[CastMember]:
        found: dict[str, CastMember] = {}
        for one in reply.cast:
            name, aliases = one_line(one.name), self._distinct(one.aliases)
            if name and self._fits(name):
                found[name] = CastMember(name=name, aliases=aliases, unconfirmed=True)
        return [*found.values()]

    async def synonyms(self, needed: bool = False) -> list[Synonyms]:
        """Return groups of words that mean the same in this story, each word in one group only.

        Args:
            needed: whether a reply without a group is of no use.
        """
        system, task = self._system(()), self._tasks["synonyms"]

        def usable(reply: SynonymsReply) -> bool:
            return not needed or bool(self._groups(reply))

        reply = await self._steps.ask("synonyms", self._llm, system, task, SynonymsReply, usable)
        return self._groups(reply) if reply else []

    def _groups(self, reply: SynonymsReply) -> list[Synonyms]:
        taken: set[str] = set()
        found: list[Synonyms] = []
        for group in reply.groups:
            words = [word for word in self._distinct(group.words) if word.casefold() not in taken]
            taken |= {word.casefold() for word in words}
            if len(words) > 1:
                broader = self._distinct(group.broader)
                found.append(Synonyms(words=tuple(words), broader=broader, unconfirmed=True))
        return found

    async def near(self, fact: Fact, facts: Sequence[Fact]) -> list[DraftedQuestion]:
        """Return questions that lead to a fact, and near misses."""
        numbers = {"count": self._plan.per_fact, "wordings": self._plan.wordings}
        task = self._tasks["near"].format(fact=fact.statement, **numbers)
        name = f"questions on {fact.id}"
        reply = await self._steps.ask(name, self._llm, self._system(facts), task, QuestionsReply)
        return [
            DraftedQuestion(tuple(one.texts), one.place, from_solution=True)
            for one in (reply.questions if reply else ())
        ]

    def _fits(self, name: str) -> bool:
        """Return whether a name or word is in the language, or stands in the puzzle as it is."""
        return self._in_language(name) or name in self._puzzle.answer or name in self._puzzle.statement

    def _distinct(self, texts: Sequence[str]) -> tuple[str, ...]:
        return tuple(text for text in dict.fromkeys(map(one_line, texts)) if text and self._fits(text))
