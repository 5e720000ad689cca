"""Votes of a model on the same matter, each asked for in another way."""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from echoes.core.errors import ModelFailed
from echoes.core.operation.usage import Usage

FormT = TypeVar("FormT")
WordT = TypeVar("WordT", bound=str)
AskOnce = Callable[[str], Awaitable[tuple[FormT, Usage]]]
"""Asks once, with an instruction by which the vote differs; returns the reply and its cost."""


@dataclass(frozen=True)
class Poll(Generic[FormT]):
    """The replies to some votes.

    Attributes:
        asked: the number of votes, with those that failed.
        usage: of all.
        failed: the last failure, if there is one.
    """

    asked: int
    forms: Sequence[FormT]
    usage: Usage
    failed: ModelFailed | None

    def majority(self, words: Sequence[WordT]) -> tuple[WordT | None, str]:
        """Return the word that more than half of all votes say, or None, and the votes in words.

        Args:
            words: those of the replies that count.
        """
        votes = Counter(words)
        word, count = max(votes.items(), key=lambda one: one[1], default=(None, 0))
        return (word if 2 * count > self.asked else None), f"votes: {dict(votes)}"


async def poll(looks: Sequence[str], ask: AskOnce[FormT]) -> Poll[FormT]:
    """Ask once for each instruction, all at the same time."""
    forms: list[FormT] = []
    usage, failed = Usage(), None
    for reply in await asyncio.gather(*map(ask, looks), return_exceptions=True):
        if isinstance(reply, ModelFailed):
            failed, usage = reply, usage + (reply.spent or Usage())
        elif isinstance(reply, BaseException):
            raise reply
        else:
            forms.append(reply[0])
            usage += reply[1]
    return Poll(len(looks), forms, usage, failed)
