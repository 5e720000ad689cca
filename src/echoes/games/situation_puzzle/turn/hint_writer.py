"""A further hint by a model, once the authored ladder is used up.

The model is given the story, the hints and what the player has established: no solution, no facts, no authored
rulings. So it can't give away what it does not know; what it may guess is checked before it is shown.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from pydantic import TypeAdapter

from echoes.core.errors import ModelFailed
from echoes.core.log.reply_journal import ReplyJournal
from echoes.core.operation.usage import Usage
from echoes.core.protocols import LLMClient
from echoes.core.text.plain_text import clean
from echoes.games.resources import GameResources
from echoes.games.situation_puzzle.puzzle.schema import Puzzle
from echoes.games.situation_puzzle.roles import HINT_MASTER

LONGEST = 300
"""Characters of the longest hint that a model may write."""
_SHORTEST = 6
"""Letters of the shortest hint."""
_MARKS = ("[hints]", "[established]")
_NO_WORDS = (*_MARKS, "{", "}", "```")

_ORDER = {
    "en": """\
You help the player of a situation puzzle who is stuck. You know the story, the author's hints and what the player has found out; \
you do not know the solution. Write one further hint of one or two short sentences in English that makes the player ask a new kind of \
question, starting from what has been found out. Do not state or guess a solution, do not repeat a hint, and write nothing but the hint.""",
    "zh": """\
你在帮助一位卡住的海龟汤玩家。你知道汤面、作者的提示和玩家已经问出来的事，但不知道汤底。请用中文再写一条提示，一两句短话，\
从已经问出来的事出发，引导玩家换一种方向提问。不要说出或猜测汤底，不要重复已有的提示，除了提示什么也不要写。""",
}


@dataclass(frozen=True)
class PublicStory:
    """The public part of a puzzle, which is all that a writer of hints may know."""

    language: str
    told: tuple[str, ...]
    hints: tuple[str, ...]


@dataclass(frozen=True)
class WrittenHint:
    """A hint, or the reason why there is none."""

    text: str = ""
    failed: str = ""
    usage: Usage = field(default_factory=Usage)


_WRITTEN = TypeAdapter(WrittenHint)


class HintWriter:
    """A writer of hints whose replies go through the session's reply journal.

    Args:
        llm: the model of the hint master; None where only a replay can speak for it.
        story: everything that it may know.
        journal: the reply journal of the session.
    """

    def __init__(self, llm: LLMClient | None, story: PublicStory, journal: ReplyJournal) -> None:
        self._llm, self._story, self._journal = llm, story, journal

    async def write(self, established: Sequence[str], given: Sequence[str]) -> WrittenHint:
        """Write one more hint.

        Args:
            established: lines of what has been ruled.
            given: hints that were written before.
        """
        return await self._journal.reply("hint", lambda: self._ask(established, given), _WRITTEN)

    def is_none(self, text: str) -> bool:
        """Return whether a text is no hint: it repeats the prompt, or holds markup."""
        said = _letters(text)
        shown = [_letters(part) for part in (*self._story.told, *self._story.hints)]
        told = len(said) < _SHORTEST or any(
            said in part or part in said for part in shown if len(part) >= _SHORTEST
        )
        return told or any(mark in text for mark in _NO_WORDS)

    async def _ask(self, established: Sequence[str], given: Sequence[str]) -> WrittenHint:
        if self._llm is None:
            return WrittenHint(failed="no language model is configured")
        hints = "\n".join(f"- {hint}" for hint in (*self._story.hints, *given))
        system = f"{_ORDER[self._story.language]}\n\n" + "\n".join(self._story.told)
        prompt = "\n".join([_MARKS[0], hints, _MARKS[1], *established])
        try:
            text, usage = await self._llm.generate(system, prompt)
        except ModelFailed as error:
            return WrittenHint(failed=error.cause, usage=error.spent or Usage())
        lines = [line.strip() for line in clean(text).splitlines() if line.strip()]
        return WrittenHint(" ".join(lines).strip('"“”')[:LONGEST], usage=usage)


def _letters(text: str) -> str:
    return "".join(c for c in text.casefold() if c.isalnum())


def open_hint_writer(puzzle: Puzzle, resources: GameResources[Puzzle]) -> HintWriter:
    """Return the writer of further hints, which is given the public texts and the hints, and nothing else."""
    told = (puzzle.title, puzzle.statement, *puzzle.public_facts)
    story = PublicStory(puzzle.language, told, tuple(hint.text for hint in puzzle.hints))
    return HintWriter(resources.models.llm(HINT_MASTER), story, resources.journal)
