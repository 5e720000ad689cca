"""Faults of a pack, a line each: with file, line and field, what is expected, and the nearest name."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import Any, cast

import yaml
from pydantic import BaseModel, JsonValue, ValidationError

from echoes.core.json_values import is_array, is_object

MOST_FAULTS = 50
_FIELD = re.compile(r"^(?:field '(?P<quoted>[^']+)': |(?P<plain>[\w.\[\]-]+): )")
_QUOTED = re.compile(r"'([^']+)'")
_REASONS = {"missing": "is missing", "extra_forbidden": "is no known key"}

FieldPlace = tuple[str, int]
FieldPath = tuple[str, ...]


def places_in(files: Iterable[tuple[FieldPath, Path]]) -> Mapping[FieldPath, FieldPlace]:
    """Return the file and the line of each field.

    Args:
        files: that were read, each after the keys under which its content stands.
    """
    found: dict[FieldPath, FieldPlace] = {}
    for under, path in files:
        node = cast("Any", yaml).compose(path.read_text("utf-8"), yaml.SafeLoader)
        found |= {field: (path.name, line) for field, line in _lines(node, under) if field not in found}
    return found


def _lines(node: Any, at: FieldPath) -> Iterator[tuple[FieldPath, int]]:
    yield at, node.start_mark.line + 1
    if isinstance(node, yaml.MappingNode):
        for key, value in node.value:
            field = (*at, str(key.value))
            yield field, key.start_mark.line + 1
            yield from _lines(value, field)
    elif isinstance(node, yaml.SequenceNode):
        for number, value in enumerate(node.value):
            yield from _lines(value, (*at, str(number)))


def faults_of_form(
    error: ValidationError, model: type[BaseModel], places: Mapping[FieldPath, FieldPlace]
) -> Iterator[str]:
    """Yield what does not fit the form of a pack.

    Args:
        error: that the form found.
        model: the form.
        places: of the fields.
    """
    names = [*_names_in(model.model_json_schema())]
    for found in error.errors():
        field = tuple(str(part) for part in found["loc"] if part != "[key]")
        reason = _REASONS.get(found["type"]) or found["msg"].removeprefix("Value error, ")
        known: Iterable[str] = ()
        if found["type"] == "extra_forbidden":
            known = names
        elif found["type"] == "literal_error":
            known = _QUOTED.findall(str(found.get("ctx", {}).get("expected")))
        wrong = field[-1] if found["type"] == "extra_forbidden" else str(found.get("input"))
        yield _said(field, reason + _nearest(wrong, known), places)


def faults_of_content(
    findings: Sequence[str], data: JsonValue, places: Mapping[FieldPath, FieldPlace]
) -> Iterator[str]:
    """Yield what a kind of game finds in a pack that has its form.

    Args:
        findings: of the game, a line each.
        data: all of the pack, whose keys are the names that there are.
        places: of the fields.
    """
    for finding in findings:
        at = _FIELD.match(finding)
        field = (
            tuple((at["quoted"] or at["plain"]).replace("[", ".").replace("]", "").split(".")) if at else ()
        )
        named = _QUOTED.findall(finding[at.end() :] if at else finding)
        keys = {*_keys_in(data)}
        unknown = [one for one in named if one not in keys]
        yield _where(field, places) + finding + (_nearest(unknown[-1], keys) if unknown else "")


def listed(faults: Iterable[str]) -> list[str]:
    """Return faults, so many at most, and how many more there are."""
    found = [*faults]
    more = len(found) - MOST_FAULTS
    return [*found[:MOST_FAULTS], *([f"and {more} more"] if more > 0 else [])]


def _said(field: FieldPath, reason: str, places: Mapping[FieldPath, FieldPlace]) -> str:
    return _where(field, places) + (f"field '{'.'.join(field)}': {reason}" if field else reason)


def _where(field: FieldPath, places: Mapping[FieldPath, FieldPlace]) -> str:
    """Return file and line of a field, or of what it would stand in."""
    for end in range(len(field), 0, -1):
        if place := places.get(field[:end]):
            return f"{place[0]}, line {place[1]}: "
    return ""


def _nearest(name: str, known: Iterable[str]) -> str:
    near = get_close_matches(name, [*dict.fromkeys(known)], n=1, cutoff=0.7)
    return f"; the nearest is '{near[0]}'" if near and near[0] != name else ""


def _names_in(schema: object) -> Iterator[str]:
    """Yield the names of all fields of a JSON Schema."""
    if is_object(schema):
        properties = schema.get("properties")
        yield from properties if is_object(properties) else ()
        for value in schema.values():
            yield from _names_in(value)
    elif is_array(schema):
        for value in schema:
            yield from _names_in(value)


def _keys_in(data: object) -> Iterator[str]:
    if is_object(data):
        yield from map(str, data)
        for value in data.values():
            yield from _keys_in(value)
