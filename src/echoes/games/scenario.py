"""Scenarios of any game, and reports on the files that hold them."""

from dataclasses import dataclass, field
from typing import Protocol, TypeVar

from echoes.core.protocols import JsonObject


class Scenario(Protocol):
    """A scenario, which one session plays: a puzzle, a story, a heist.

    Attributes:
        id: the same in all languages.
        language: `en` or `zh`.
        content_hash: changes with any edit.
    """

    @property
    def id(self) -> str:
        """The id, the same in all languages."""
        ...

    @property
    def title(self) -> str:
        """The title."""
        ...

    @property
    def language(self) -> str:
        """`en` or `zh`."""
        ...

    @property
    def content_hash(self) -> str:
        """A hash that changes with any edit."""
        ...

    def to_json(self) -> JsonObject:
        """The canonical form, from which `GameType.load` makes it again."""
        ...


ScenarioT = TypeVar("ScenarioT", bound=Scenario)


@dataclass
class FileReport:
    """The result of reading one record of a file.

    Attributes:
        scenario: what was made of it, if it could be.
        error: why it could not be, naming file, field and reason.
        notes: unmapped fields, decisions taken, lint findings.
    """

    source: str
    scenario: Scenario | None = None
    error: str | None = None
    notes: list[str] = field(default_factory=list[str])
