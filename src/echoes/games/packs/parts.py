"""The common ground of what stands in packs: ids, texts, strict models, the scenario."""

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Annotated, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field

from echoes.core.protocols import JsonObject
from echoes.games.scenario import content_hash_of

ID_PATTERN = r"^[a-z][a-z0-9_]{0,39}$"
Id = Annotated[str, Field(pattern=ID_PATTERN)]
Text = Annotated[str, Field(min_length=1, max_length=2000)]
LaterText = Annotated[Text | None, Field(exclude_if=lambda text: text is None)]
"""A text that a later version of the form added: without it, a pack has the hash that it always had."""
Lines = Annotated[tuple[Text, ...], Field(max_length=40)]
LaterLines = Annotated[tuple[Text, ...], Field(max_length=40, exclude_if=lambda lines: not lines)]


DERIVED = Field(json_schema_extra={"may be left out": True})
"""Marks a field that follows from the rest of a pack where it is left out."""


def first_of(field: str) -> Callable[[Mapping[str, Mapping[str, object]]], str]:
    """Return a default: the name of the first entry of a field that stands before it."""
    return lambda data: next(iter(data[field]))


class PackPart(BaseModel):
    """A part of a pack; a key that is not known is an error."""

    model_config = ConfigDict(extra="forbid", frozen=True, defer_build=True)


class PackScenario(PackPart):
    """A scenario of a pack in one language; each kind of game adds its own fields.

    Mechanics and texts are written apart (see `games.packs`) and meet here. Everything that others name has
    an id, which is its key.

    Attributes:
        format: the version of the form.
        id: the name of the folder where none is given.
        statement: what the players are told before anything happens.
        blurb: what it is about, in a sentence or two; the statement if empty.
        provenance: author, licence, source.
    """

    format: Literal[1] = 1
    id: Annotated[Id, DERIVED]
    language: Literal["en", "zh"]
    title: Text
    statement: Text
    blurb: str = Field(default="", max_length=2000)
    difficulty: Annotated[int, Field(ge=1, le=5)] = 2
    tags: tuple[str, ...] = ()
    content_warnings: tuple[str, ...] = ()
    provenance: dict[str, str] = Field(default_factory=dict[str, str])

    @property
    def content_hash(self) -> str:
        """A hash that changes with any edit."""
        return self._hash

    @cached_property
    def _hash(self) -> str:
        return content_hash_of(self.to_json())

    def to_json(self) -> JsonObject:
        """Return the canonical form."""
        return self.model_dump(mode="json")


PackT = TypeVar("PackT", bound=PackScenario)
