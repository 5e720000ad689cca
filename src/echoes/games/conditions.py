"""Conditions in scenario files: `all`, `any` and `not` over atoms that a game registers. No code in files.

In a file: `when: {all: [{flag: has_key}, {not: {done: porter}}]}`.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from pydantic import BaseModel, ConfigDict, GetJsonSchemaHandler, model_serializer, model_validator
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema

from echoes.core.files.json_values import is_array, is_object
from echoes.core.protocols import JsonObject

Atom = str | int
Predicates = Mapping[str, Callable[[Any], bool]]
"""What each atom that a game registers means, by its name."""
_DEEPEST = 8


class Condition(BaseModel):
    """A condition.

    Attributes:
        op: `all`, `any`, `not`, or the name of an atom.
        parts: what an operator combines.
        value: of an atom.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    op: str
    parts: tuple["Condition", ...] = ()
    value: Atom = ""

    @model_validator(mode="before")
    @classmethod
    def _from_file(cls, data: object) -> object:
        if isinstance(data, Condition):
            return data
        if not is_object(data) or len(data) != 1:
            raise ValueError("a condition is one of `all`, `any`, `not` or an atom, with its value")
        [(op, value)] = data.items()
        if op in ("all", "any"):
            if not is_array(value) or not value:
                raise ValueError(f"`{op}` needs a list of conditions")
            return {"op": op, "parts": tuple(Condition.model_validate(part) for part in value)}
        if op == "not":
            return {"op": op, "parts": (Condition.model_validate(value),)}
        if isinstance(value, bool) or not isinstance(value, str | int):
            raise ValueError(f"`{op}` needs a name or a whole number")
        return {"op": op, "value": value}

    @model_validator(mode="after")
    def _is_shallow(self) -> "Condition":
        if self._depth() > _DEEPEST:
            raise ValueError(f"conditions are nested deeper than {_DEEPEST}")
        return self

    @model_serializer
    def _to_file(self) -> JsonObject:
        if self.op == "not":
            return {"not": self.parts[0].model_dump()}
        return {self.op: [part.model_dump() for part in self.parts] if self.parts else self.value}

    @classmethod
    def __get_pydantic_json_schema__(
        cls, core_schema: CoreSchema, handler: GetJsonSchemaHandler
    ) -> JsonSchemaValue:
        """Return the schema of the form that stands in files."""
        return {"type": "object", "minProperties": 1, "maxProperties": 1, "description": cls.__doc__}

    def _depth(self) -> int:
        return 1 + max((part._depth() for part in self.parts), default=0)

    def holds(self, predicates: Predicates) -> bool:
        """Return whether it holds.

        Args:
            predicates: of all atoms that the game registers.
        """
        match self.op:
            case "all":
                return all(part.holds(predicates) for part in self.parts)
            case "any":
                return any(part.holds(predicates) for part in self.parts)
            case "not":
                return not self.parts[0].holds(predicates)
            case atom:
                return predicates[atom](self.value)

    def atoms(self) -> Iterator[tuple[str, Atom]]:
        """Yield name and value of each atom in it."""
        if not self.parts:
            yield self.op, self.value
        for part in self.parts:
            yield from part.atoms()
