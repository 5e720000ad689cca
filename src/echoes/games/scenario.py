"""What is played, whatever the game, and what became of a file that holds some."""

from dataclasses import dataclass, field
from typing import Protocol

from echoes.core.protocols import JsonObject


class Scenario(Protocol):
    """What one session plays: a puzzle, a chapter, a heist.

    Attributes:
        id: the same in all languages.
        language: `en` or `zh`.
        content_hash: changes with any edit.
    """

    @property
    def id(self) -> str: ...

    @property
    def title(self) -> str: ...

    @property
    def language(self) -> str: ...

    @property
    def content_hash(self) -> str: ...

    def to_json(self) -> JsonObject:
        """The canonical form, from which `GameType.load` makes it again."""
        ...


@dataclass
class FileReport:
    """What became of one record of a file that was read.

    Attributes:
        scenario: what was made of it, if it could be.
        error: why it could not be, naming file, field and reason.
        notes: unmapped fields, decisions taken, lint findings.
    """

    source: str
    scenario: Scenario | None = None
    error: str | None = None
    notes: list[str] = field(default_factory=list[str])
