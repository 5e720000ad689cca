"""The budget of one player's model in one game, counted where the calls are made.

Above that there are repairs, retries and searches for a mode, which make several calls of one; so the count
is kept with the task that plays, and the raw call looks at it.
"""

from contextvars import ContextVar
from dataclasses import dataclass, field

from echoes.core.errors import ModelFailed
from echoes.core.usage import Usage


@dataclass
class CallBudget:
    """A bound on calls and tokens; None for none.

    No call is begun beyond it. What a reply takes is known only afterwards, so that the last one can exceed
    the tokens.

    Attributes:
        used: what was used so far.
        exhausted: whether a call was refused.
    """

    calls: int | None = None
    tokens: int | None = None
    used: Usage = field(default_factory=Usage)
    exhausted: bool = False

    @property
    def is_last(self) -> bool:
        """Tell whether one call is left, or none."""
        return self.calls is not None and self.used.model_calls >= self.calls - 1

    def begin(self) -> None:
        """Count a call that is about to be made.

        Raises:
            ModelFailed: nothing is left; it is not made.
        """
        tokens = self.used.prompt_tokens + self.used.completion_tokens
        bounds = ((self.calls, self.used.model_calls), (self.tokens, tokens))
        if any(bound is not None and so_far >= bound for bound, so_far in bounds):
            self.exhausted = True
            raise ModelFailed("budget", "the player's budget for this game is spent", "Raise its caps.")
        self.used += Usage(model_calls=1)

    def end(self, usage: Usage) -> None:
        """Count what a call has cost beside itself."""
        prompt, completion = max(0, usage.prompt_tokens), max(0, usage.completion_tokens)
        self.used += Usage(prompt_tokens=prompt, completion_tokens=completion, elapsed_ms=usage.elapsed_ms)


CALL_BUDGET: ContextVar[CallBudget | None] = ContextVar("meter", default=None)
"""The meter of the game that this task plays, while its player thinks."""
