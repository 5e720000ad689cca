"""References of a pack: what a name points to stands in the form, and one check serves every kind of game.

`Named("place")` marks a dictionary whose keys are names, `Ref("place")` a text that is one of them. A name
below another one is also known with that in front of it: `scene.obstacle` for `quay.patrol`.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, NamedTuple, Protocol

from pydantic import GetJsonSchemaHandler, JsonValue
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema

from echoes.core.files.json_values import is_array, is_object
from echoes.games.conditions import Condition
from echoes.games.packs.faults import Fault
from echoes.games.packs.fields import FieldPath, PackValue
from echoes.games.packs.parts import Id

Names = Mapping[str, Mapping[str, JsonValue]]
"""All names of a pack by kind, each with what stands behind it."""


class Wrong(NamedTuple):
    """A name that is none: why, the name alone, and those that there are."""

    reason: str
    name: str = ""
    known: Iterable[str] = ()


class Reference(Protocol):
    """A form of values that point to something."""

    def wrong(self, value: str | int, names: Names) -> Wrong | None:
        """Return the mistake in a value; None where it fits."""
        ...


@dataclass(frozen=True)
class Named:
    """A dictionary whose keys are names.

    Attributes:
        kind: of what stands behind them.
        alone: whether nothing else that is so marked may have the same name.
        reserved: names that mean something else.
    """

    kind: str
    alone: bool = False
    reserved: tuple[str, ...] = ()


class _Pointing:
    """A mark of a text in the form of a pack; its JSON Schema says what the text points to."""

    def __get_pydantic_json_schema__(
        self, core_schema: CoreSchema, handler: GetJsonSchemaHandler
    ) -> JsonSchemaValue:
        return {**handler(core_schema), "points_to": str(self)}


@dataclass(frozen=True, init=False)
class Ref(_Pointing):
    """The name of something.

    Attributes:
        kinds: of which it may be.
        also: words that mean something of their own.
        unless: returns why something of this kind does not do all the same, such as “is hidden”.
    """

    kinds: tuple[str, ...]
    also: tuple[str, ...] = ()
    unless: Callable[[JsonValue], str] | None = None

    def __init__(
        self, *kinds: str, also: Sequence[str] = (), unless: Callable[[JsonValue], str] | None = None
    ) -> None:
        for name, value in (("kinds", kinds), ("also", tuple(also)), ("unless", unless)):
            object.__setattr__(self, name, value)

    def wrong(self, value: str | int, names: Names) -> Wrong | None:
        """Return the mistake in a name; None where there is such a thing."""
        known = {name: behind for kind in self.kinds for name, behind in names.get(kind, {}).items()}
        if value in self.also:
            return None
        if not isinstance(value, str) or value not in known:
            return Wrong(f"there is no {self} '{value}'", str(value), [*known, *self.also])
        unfit = self.unless(known[value]) if self.unless else ""
        return Wrong(f"'{value}' {unfit}") if unfit else None

    def __str__(self) -> str:
        """Return the kinds in words."""
        return ", ".join(self.kinds[:-1]) + " or " * (len(self.kinds) > 1) + self.kinds[-1]


@dataclass(frozen=True)
class Paired(_Pointing):
    """Two names, or a name and a number, with a mark between them, such as `tove.letter` or `river_9`.

    Attributes:
        first: what stands before the mark.
        then: what stands behind it; a whole number where it is empty.
        mark: between them.
        alone: which of the two may stand without the other.
        example: for whoever got it wrong.
    """

    first: Ref
    then: Ref | None = None
    mark: str = "."
    alone: Ref | None = None
    example: str = "who.what"

    def wrong(self, value: str | int, names: Names) -> Wrong | None:
        """Return the mistake in a pair; None where there is such a one."""
        first, mark, then = str(value).partition(self.mark) if self.then else str(value).rpartition(self.mark)
        is_pair = mark and (self.then or then.lstrip("-").isdecimal())
        if not is_pair and self.alone:
            return self.alone.wrong(value, names)
        if not is_pair:
            return Wrong(f"is written as {self.example}")
        return self.first.wrong(first, names) or (self.then.wrong(then, names) if self.then else None)

    def __str__(self) -> str:
        """Return the kinds in words."""
        return f"{self.first}{self.mark}{self.then or 'number'}"


@dataclass(frozen=True)
class OneOf:
    """One of some words; any where there are none."""

    words: tuple[str, ...] = ()

    def wrong(self, value: str | int, names: Names) -> Wrong | None:
        """Return the mistake in a word; None where it is one of them."""
        if not isinstance(value, str):
            return Wrong("needs a name")
        fits = not self.words or value in self.words
        return None if fits else Wrong(f"'{value}' is none of {', '.join(self.words)}", value, self.words)


@dataclass(frozen=True)
class Number:
    """A whole number."""

    def wrong(self, value: str | int, names: Names) -> Wrong | None:
        """Return the mistake in a value; None where it is a whole number."""
        return None if isinstance(value, int) else Wrong("needs a whole number")


ClockId = Annotated[Id, Ref("clock")]
EndingId = Annotated[Id, Ref("ending")]
ItemId = Annotated[Id, Ref("item")]
PersonId = Annotated[Id, Ref("person")]
PlaceId = Annotated[Id, Ref("place")]
SceneId = Annotated[Id, Ref("scene")]
SecretId = Annotated[Id, Ref("secret")]


def faults_of_references(values: Sequence[PackValue], atoms: Mapping[str, Reference]) -> Iterator[Fault]:
    """Yield the names in a pack that stand for nothing, or for two things.

    Args:
        values: all of the pack.
        atoms: of conditions, with what each takes.
    """
    names: dict[str, dict[str, JsonValue]] = {}
    yield from _gathered(values, names)
    for at, form, marks, value in values:
        if form is Condition:
            yield from _faults_of_condition(at, value, atoms, names)
        for mark in marks if isinstance(value, str) else ():
            wrong = mark.wrong(str(value), names) if isinstance(mark, Ref | Paired) else None
            if wrong:
                yield Fault.near(at, wrong.reason, wrong.name, wrong.known)


def _gathered(values: Iterable[PackValue], names: dict[str, dict[str, JsonValue]]) -> Iterator[Fault]:
    """Fill in all names by kind, and yield those that stand for two things."""
    kinds: dict[FieldPath, str] = {}
    taken: dict[str, str] = {}
    for at, _, marks, value in values:
        for mark in marks:
            if not isinstance(mark, Named) or not is_object(value):
                continue
            kinds[at] = mark.kind
            above = kinds.get(at[:-2])
            for key, one in value.items():
                if key in mark.reserved or (mark.alone and key in taken):
                    yield Fault((*at, key), f"the id is taken ({taken.get(key, 'reserved')})")
                if mark.alone:
                    taken.setdefault(key, ".".join(at))
                names.setdefault(mark.kind, {})[key] = one
                if above:
                    names.setdefault(f"{above}.{mark.kind}", {})[f"{'.'.join(at[-2:-1])}.{key}"] = one


def _faults_of_condition(
    field_at: FieldPath, value: JsonValue, atoms: Mapping[str, Reference], names: Names
) -> Iterator[Fault]:
    for at, atom, given in _atoms_in(value, field_at):
        if atom not in atoms:
            reason = f"'{atom}' is no condition; known: {', '.join(sorted(atoms))}"
            yield Fault.near(at, reason, atom, atoms, field_at)
        elif wrong := atoms[atom].wrong(given, names):
            yield Fault.near(at, f"`{atom}`: {wrong.reason}", wrong.name, wrong.known, field_at)


def _atoms_in(value: JsonValue, at: FieldPath) -> Iterator[tuple[FieldPath, str, str | int]]:
    """Yield the atoms of a condition as it stands in a file; what is no condition has none."""
    if not is_object(value) or len(value) != 1:
        return
    [(op, given)] = value.items()
    if op in ("all", "any") and is_array(given):
        for number, part in enumerate(given):
            yield from _atoms_in(part, (*at, op, str(number)))
    elif op == "not":
        yield from _atoms_in(given, (*at, op))
    elif isinstance(given, str | int) and not isinstance(given, bool):
        yield (*at, op), op, given
