"""The budget of one player's model in one game, counted where the calls are made.

Repairs, retries and mode searches turn one request into several calls. The count therefore belongs to the
running task, and the raw call checks it.
"""

from collections.abc import Generator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field

from echoes.core.errors import ModelFailed
from echoes.core.operation.usage import Usage


@dataclass
class CallBudget:
    """A limit on calls and tokens; None for no limit.

    No call is started once the limit is reached. The tokens of a reply are known only afterwards, so the
    last reply may exceed the limit.

    Attributes:
        calls: the most calls.
        tokens: the most tokens, of prompts and replies together.
        used: the cost so far.
        exhausted: whether a call was refused.
        outer: the budget within which this one is; it holds too, and all that is used counts in it.
    """

    calls: int | None = None
    tokens: int | None = None
    used: Usage = field(default_factory=Usage)
    exhausted: bool = False
    outer: "CallBudget | None" = None

    @property
    def is_last(self) -> bool:
        """Return whether at most one call is left."""
        is_own = self.calls is not None and self.used.model_calls >= self.calls - 1
        return is_own or (self.outer is not None and self.outer.is_last)

    def begin(self) -> None:
        """Count a call that is about to be made.

        Raises:
            ModelFailed: the budget is used up; the call must not be made.
        """
        tokens = self.used.prompt_tokens + self.used.completion_tokens
        bounds = ((self.calls, self.used.model_calls), (self.tokens, tokens))
        if any(bound is not None and so_far >= bound for bound, so_far in bounds):
            self.exhausted = True
            raise ModelFailed("budget", "the player's budget for this game is spent", "Raise its caps.")
        if self.outer is not None:
            self.outer.begin()
        self.used += Usage(model_calls=1)

    def end(self, usage: Usage) -> None:
        """Add the tokens and the time of a call that was counted by `begin`."""
        prompt, completion = max(0, usage.prompt_tokens), max(0, usage.completion_tokens)
        self.used += Usage(prompt_tokens=prompt, completion_tokens=completion, elapsed_ms=usage.elapsed_ms)
        if self.outer is not None:
            self.outer.end(usage)


CALL_BUDGET: ContextVar[CallBudget | None] = ContextVar("meter", default=None)
"""The budget of this task: of a player while it thinks, or the meter of an answer."""


@contextmanager
def metered_calls() -> Generator[CallBudget]:
    """Count the calls that this task, and tasks started by it, make meanwhile; there is no limit."""
    meter = CallBudget()
    running = CALL_BUDGET.set(meter)
    try:
        yield meter
    finally:
        CALL_BUDGET.reset(running)


@contextmanager
def capped_calls(calls: int | None) -> Generator[CallBudget]:
    """Allow this task only so many calls meanwhile, and no more than its budget has left, if it has one.

    Args:
        calls: the most; None for no limit of its own.
    """
    inner = CallBudget(calls=calls, outer=CALL_BUDGET.get())
    running = CALL_BUDGET.set(inner)
    try:
        yield inner
    finally:
        CALL_BUDGET.reset(running)
