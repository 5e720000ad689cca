"""The cost of replies."""

from pydantic import BaseModel


class Usage(BaseModel):
    """The cost of replies: numbers of calls and tokens, and time in milliseconds."""

    model_calls: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    elapsed_ms: float = 0.0

    def __add__(self, other: "Usage") -> "Usage":
        """Return the sum of both."""
        return Usage(**{name: getattr(self, name) + getattr(other, name) for name in Usage.model_fields})
