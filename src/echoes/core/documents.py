"""Documents, from which a knowledge base is built, and the passages that it returns."""

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Document:
    """One piece of a puzzle's knowledge.

    Attributes:
        id: unique within its knowledge base.
        text: what is embedded and found.
        tier: how far it may be seen.
        type: what it is to the game, such as `puzzle_statement`, `fact`, `ruling`.
        metadata: flat values that come back with the passage.
    """

    id: str
    text: str
    tier: str
    type: str
    metadata: dict[str, str | int] = field(default_factory=dict[str, str | int])


@dataclass(frozen=True)
class Passage:
    """A document that was found.

    Attributes:
        score: cosine similarity to the query, -1 to 1.
    """

    id: str
    text: str
    type: str
    score: float
    metadata: dict[str, str | int] = field(default_factory=dict[str, str | int])
