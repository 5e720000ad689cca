"""A further hint by a model, once the authored ladder is used up.

The model is handed the story, the hints and what the player has established: no solution,
no facts, no authored rulings. So it can't give away what it does not know; what it may
guess is looked at once more before it is shown.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from pydantic import TypeAdapter

from echoes.core.errors import ModelFailed
from echoes.core.plain_text import clean
from echoes.core.protocols import LLMClient
from echoes.core.tape import Tape
from echoes.core.usage import Usage

LONGEST = 300
"""Characters of a hint that a model wrote."""
_SHORTEST = 6
"""Letters; less is no hint."""
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
class Story:
    """What a writer of hints may know of a puzzle."""

    language: str
    told: tuple[str, ...]
    hints: tuple[str, ...]


@dataclass(frozen=True)
class Written:
    """A hint, or why there is none."""

    text: str = ""
    failed: str = ""
    usage: Usage = field(default_factory=Usage)


_WRITTEN: TypeAdapter[Any] = TypeAdapter(Written)


class HintWriter:
    """Writes hints through a session's tape.

    Args:
        llm: the model of the hint master; None where only a replay can speak for it.
        story: all that it may know.
        tape: of the session.
    """

    def __init__(self, llm: LLMClient | None, story: Story, tape: Tape) -> None:
        self._llm, self._story, self._tape = llm, story, tape

    async def write(self, established: Sequence[str], given: Sequence[str]) -> Written:
        """One more hint.

        Args:
            established: lines of what has been ruled.
            given: hints that were written before.
        """
        return await self._tape.reply(lambda: self._ask(established, given), _WRITTEN)

    def is_none(self, text: str) -> bool:
        """Whether a text is no hint: what the writer was shown itself, or what a program reads."""
        said = _letters(text)
        shown = [_letters(part) for part in (*self._story.told, *self._story.hints)]
        told = len(said) < _SHORTEST or any(
            said in part or part in said for part in shown if len(part) >= _SHORTEST
        )
        return told or any(mark in text for mark in _NO_WORDS)

    async def _ask(self, established: Sequence[str], given: Sequence[str]) -> Written:
        if self._llm is None:
            return Written(failed="no language model is configured")
        hints = "\n".join(f"- {hint}" for hint in (*self._story.hints, *given))
        system = f"{_ORDER[self._story.language]}\n\n" + "\n".join(self._story.told)
        prompt = "\n".join([_MARKS[0], hints, _MARKS[1], *established])
        try:
            text, usage = await self._llm.generate(system, prompt)
        except ModelFailed as error:
            return Written(failed=f"{error} {error.detail}".strip(), usage=error.spent or Usage())
        lines = [line.strip() for line in clean(text).splitlines() if line.strip()]
        return Written(" ".join(lines).strip('"“”')[:LONGEST], usage=usage)


def _letters(text: str) -> str:
    return "".join(c for c in text.casefold() if c.isalnum())
