"""Documents, which make up a knowledge base, and the passages that a search returns."""

from dataclasses import dataclass, field

LINKS, NAMES, TIES = "links", "names", "ties"
"""Keys of metadata, one value a line: ids of documents that one belongs to, who and what it names, and pairs
of these that it ties, with a tab between them."""


@dataclass(frozen=True)
class Document:
    """One piece of a scenario's knowledge.

    Attributes:
        id: unique within its knowledge base.
        text: the text that is embedded and found.
        tier: the tier of secrecy that a role must be allowed to read.
        type: its kind in the game, such as `puzzle_statement`, `fact` or `ruling`.
        metadata: flat values that are returned with the passage.

    >>> Document("f1", "The lamp is a signal.", tier="secret", type="fact").tier
    'secret'
    """

    id: str
    text: str
    tier: str
    type: str
    metadata: dict[str, str | int] = field(default_factory=dict[str, str | int])


@dataclass(frozen=True)
class Passage:
    """A document that a search found.

    Attributes:
        id, text, type, metadata: as in `Document`.
        score: cosine similarity to the query, -1 to 1.

    >>> Passage("f1", "The lamp is a signal.", type="fact", score=0.8).score
    0.8
    """

    id: str
    text: str
    type: str
    score: float
    metadata: dict[str, str | int] = field(default_factory=dict[str, str | int])
