"""The names and synonyms of one story, as a reader needs them."""

from collections.abc import Sequence
from typing import Protocol


class NamedEntity(Protocol):
    """A character of the story, with the names and pronouns used for them."""

    @property
    def name(self) -> str:
        """The name that identifies them."""
        ...

    @property
    def aliases(self) -> Sequence[str]:
        """Other names and pronouns."""
        ...


class SynonymGroup(Protocol):
    """Words that mean the same in this story; the first stands for all."""

    @property
    def words(self) -> Sequence[str]:
        """The words, one at least."""
        ...
