"""The cost of replies."""

from pydantic import BaseModel


class Usage(BaseModel):
    """The cost of replies: numbers of calls and tokens, and time in milliseconds."""

    model_calls: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    elapsed_ms: float = 0.0

    @property
    def is_free(self) -> bool:
        """Return whether nothing was spent."""
        return not (self.model_calls or self.prompt_tokens or self.completion_tokens or self.elapsed_ms)

    def __add__(self, other: "Usage") -> "Usage":
        """Return the sum of both."""
        if other.is_free:
            return self
        return Usage(**{name: getattr(self, name) + getattr(other, name) for name in Usage.model_fields})


NO_USAGE = Usage()
"""The cost of what no model did."""
