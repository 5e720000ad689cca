"""Faults of a pack, a line each: with file, line and field, what is expected, and the nearest name."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from textwrap import shorten
from typing import Any, cast

import yaml
from pydantic import ValidationError
from pydantic.fields import FieldInfo
from pydantic_core import ErrorDetails

from echoes.games.conditions import Condition
from echoes.games.packs.fields import A_TEXT, KINDS, FieldPath, PackValue, expected_of, fields_of

MOST_FAULTS = 50
_ID_FORM = "an id has small letters, digits and _, begins with a letter, and is at most 40 long"


@dataclass(frozen=True)
class Fault:
    """Something wrong in a pack.

    Attributes:
        at: where it stands.
        reason: what is wrong, and what is expected.
        field: by which it is named; the same as `at` if empty.
    """

    at: FieldPath
    reason: str
    field: FieldPath = ()

    @staticmethod
    def near(
        at: FieldPath, reason: str, name: str, known: Iterable[str], field: FieldPath = (), others: str = ""
    ) -> "Fault":
        """Return a fault that says which name comes nearest to a wrong one.

        Args:
            at: where it stands.
            reason: what is wrong.
            name: the wrong one.
            known: names that there are.
            field: by which it is named.
            others: the word before all names, where none comes near; they are not listed if empty.
        """
        names = [*dict.fromkeys(known)]
        near = get_close_matches(name, names, n=1, cutoff=0.6)
        listed_names = f"; {others}: {', '.join(names)}" if others else ""
        return Fault(at, reason + (f"; the nearest is '{near[0]}'" if near else listed_names), field)

    def said(self, places: Mapping[FieldPath, tuple[str, int]]) -> str:
        """Return it in a line: file and line of the field, or of what it would stand in, and the reason."""
        field = self.field or self.at
        while field and field[-1].isdecimal():  # one of a list is found by its line
            field = field[:-1]
        file, line = self.place(places)
        where = f"{file}, line {line}: " if file else ""
        return where + (f"field '{'.'.join(field)}': {self.reason}" if field else self.reason)

    def place(self, places: Mapping[FieldPath, tuple[str, int]]) -> tuple[str, int]:
        """Return file and line; no name where it stands in none."""
        ends = range(len(self.at), -1, -1)
        return next((places[self.at[:end]] for end in ends if self.at[:end] in places), ("", 0))


def places_in(files: Sequence[tuple[FieldPath, Path]]) -> Mapping[FieldPath, tuple[str, int]]:
    """Return the file and the line of each field.

    Args:
        files: that were read, each after the keys under which its content stands.
    """
    found: dict[FieldPath, tuple[str, int]] = {}
    for under, path in files:
        node = cast("Any", yaml).compose(path.read_text("utf-8"), yaml.SafeLoader)
        for field, line in _lines(node, under):
            if field or len(files) == 1:  # what is missing at the top may be missing in any of several
                found.setdefault(field, (path.name, line))
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


def faults_of_form(error: ValidationError, values: Sequence[PackValue], texts: str = "") -> Iterator[Fault]:
    """Yield what does not fit the form of a pack.

    Args:
        error: that the form found.
        values: all that stands in the pack.
        texts: the folder of its texts; empty where they have none of their own.
    """
    forms = {one.at: one.form for one in values}
    for found in error.errors():
        if found["type"] == "default_factory_not_called":  # what it would follow from is wrong
            continue
        at = tuple(str(part) for part in found["loc"] if part != "[key]")
        # Within a condition, pydantic names its own fields, which stand in no file.
        at = next((at[:end] for end in range(len(at)) if forms.get(at[:end]) is Condition), at)
        yield _fault_of(found, at, fields_of(forms.get(at[:-1])), texts, forms.get(at))


def _fault_of(
    found: ErrorDetails, at: FieldPath, beside: Mapping[str, FieldInfo], texts: str, form: object
) -> Fault:
    """Return the fault that an error of the form is; `beside`: the fields that may stand where it is."""
    said, given = found["msg"].removeprefix("Value error, "), str(found["input"])
    match found["type"]:
        case "missing":
            expected = expected_of(beside[at[-1]].annotation) if at[-1] in beside else ""
            expected += f", in {texts}/" if texts and expected == A_TEXT else ""
            return Fault(at, "is missing" + (f"; expected: {expected}" if expected else ""))
        case "extra_forbidden" if " " in at[-1] and found["input"] is None:
            return Fault(at, "is no known key: a text with a comma is quoted within {...}")
        case "extra_forbidden":
            return Fault.near(at, "is no known key", at[-1], beside, others="known")
        case "literal_error":
            known = re.findall(r"'([^']+)'", found.get("ctx", {}).get("expected", ""))
            return Fault.near(at, said, given, known)
        case kind if kind.endswith(("_type", "_parsing", "_from_float")):
            expected = KINDS.get(kind.partition("_")[0]) or expected_of(form)
            said = f"'{shorten(given, 40, placeholder='…')}' stands where there should be {expected}"
            return Fault(at, said)
        case "string_pattern_mismatch":
            return Fault(at, f"'{given}' is no id: {_ID_FORM}")
        case _:
            return Fault(at, said)


def listed(faults: Iterable[str]) -> list[str]:
    """Return faults, each once and so many at most, and how many more there are."""
    found = [*dict.fromkeys(faults)]
    more = len(found) - MOST_FAULTS
    return [*found[:MOST_FAULTS], *([f"and {more} more"] if more > 0 else [])]
