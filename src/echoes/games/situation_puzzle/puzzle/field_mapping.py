"""Mapping of a record's own fields to those of a puzzle."""

import ast
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from pydantic import JsonValue, TypeAdapter

from echoes.core.files.json_values import is_object
from echoes.core.text.bilingual import Bilingual
from echoes.games.situation_puzzle.puzzle.field_names import ALIASES, Fields, fields_named, plain_name
from echoes.games.situation_puzzle.puzzle.labels import is_label

TEXTS = ("statement", "answer", "title", "id", "language", "difficulty", "author", "source", "url", "licence",
         "chinese_title", "status", "provenance", "constraints", "cloze", "schema_version")  # fmt: skip
"""The fields of which a record has one; of all others it may have several."""
_WITHIN = ("full", "text", "content", "value", "zh", "cn", "en")
_OBJECTS = ("provenance", "constraints", "cloze")
_WITHIN_TAGS = frozenset(
    ("difficulty", "language", "kinds", "content_warnings", "author", "source", "url", "licence")
)
"""The fields that stand among tags in an object of them."""
_DEEPEST = 2

_ANYTHING: TypeAdapter[JsonValue] = TypeAdapter(JsonValue)

ColumnValues = dict[str, list[tuple[str, JsonValue]]]
"""Columns with their values, by the field that they stand for."""


@dataclass
class MappedRecord:
    """A record with the fields of a puzzle.

    Attributes:
        fields: those of which a record has one.
        several: of all others the columns that hold them, each with its value.
        columns: the field of each column that was mapped, nested ones with a dot.
        unmapped: the columns that stand for nothing.
        notes: what was decided.
    """

    fields: Fields = field(default_factory=dict[str, JsonValue])
    several: ColumnValues = field(default_factory=dict[str, list[tuple[str, JsonValue]]])
    columns: dict[str, str] = field(default_factory=dict[str, str])
    unmapped: list[str] = field(default_factory=list[str])
    notes: list[str] = field(default_factory=list[str])


def map_fields(record: Mapping[str, JsonValue], overrides: Mapping[str, str] | None = None) -> MappedRecord:
    """Map the columns of a record.

    Args:
        record: as it was read.
        overrides: columns by the fields that they stand for, whatever their names.
    """
    mapped = MappedRecord()
    columns = _flattened(record)
    chosen = _overridden(columns, overrides or {})
    candidates: dict[str, list[tuple[int, str]]] = {}
    for column in columns:
        for name in [chosen[column]] if column in chosen else _fields_of(column):
            candidates.setdefault(name, []).append((_rank(name, column) * (column not in chosen), column))
    used: set[str] = set()
    _decide_story(candidates, columns, mapped.notes)
    for name in _in_order(candidates):
        for _, column in sorted(candidates[name]):
            if column in used or (name in TEXTS and name in mapped.fields):
                continue
            used.add(column)
            mapped.columns[column] = name
            if name in TEXTS:
                mapped.fields[name] = columns[column]
            else:
                mapped.several.setdefault(name, []).append((column, columns[column]))
    _keep_second_answers(columns, used, mapped)
    mapped.unmapped = [column for column in columns if column not in used]
    return mapped


def _in_order(candidates: Iterable[str]) -> list[str]:
    """Return the fields, those of which there is one first."""
    return sorted(candidates, key=lambda name: TEXTS.index(name) if name in TEXTS else len(TEXTS))


def _rank(name: str, column: str) -> int:
    """Return the place of a column's name among those that stand for a field."""
    names = [plain_name(alias) for alias in ALIASES.get(name, name).split("|")]
    own = plain_name(column.rpartition(".")[2])
    if own in names:
        return names.index(own) + 1
    around = plain_name(column.partition(".")[0])
    return names.index(around) + 1 if around in names else len(names) + 1


def _fields_of(column: str) -> list[str]:
    outer, _, inner = column.rpartition(".")
    if not outer:
        return fields_named(column)
    if plain_name(inner) in _WITHIN:
        return fields_named(outer)
    found = fields_named(inner)
    if fields_named(column.partition(".")[0])[:1] == ["tags"]:
        return [name for name in found if name in _WITHIN_TAGS] or ["tags"]
    return found


def _overridden(columns: Iterable[str], overrides: Mapping[str, str]) -> dict[str, str]:
    """Return the field of each column that was named for one."""
    by_name = {plain_name(column): column for column in columns}
    return {
        by_name[plain_name(column)]: name
        for name, column in overrides.items()
        if plain_name(column) in by_name
    }


def _flattened(record: Mapping[str, JsonValue], prefix: str = "", depth: int = 0) -> Fields:
    """Return the entries of a record, those of an object in it under names with a dot.

    An object stays whole where a field of the puzzle is one, or takes objects.
    """
    found: Fields = {}
    for key, value in record.items():
        name, meant = f"{prefix}{key}", fields_named(key)
        whole = bool(meant) and (meant[0] not in TEXTS or meant[0] in _OBJECTS)
        value = _unpacked(value) if whole and isinstance(value, str) else value
        inner = value if is_object(value) and value else None
        whole = whole and meant[0] != "tags"
        if inner is None or whole or depth == _DEEPEST:
            found[name] = value
        else:
            found |= _flattened(inner, f"{name}.", depth + 1)
    return found


def _unpacked(text: str) -> JsonValue:
    """Unpack what the cell of a table holds as JSON, or as Python writes it; any other text as it is."""
    if not (text[:1] in "[{" and text[-1:] in "]}"):
        return text
    for read in (json.loads, ast.literal_eval):
        try:
            return _ANYTHING.validate_python(read(text))
        except (ValueError, SyntaxError, RecursionError, MemoryError):
            continue
    return text


def _decide_story(
    candidates: dict[str, list[tuple[int, str]]], columns: Mapping[str, JsonValue], notes: list[str]
) -> None:
    """Take `story` for the truth where `question` is the surface and nothing else is the truth."""
    named = {plain_name(column): column for column in columns}
    story, question = named.get("story"), named.get("question")
    if not (story and question):
        return
    others = [one for _, one in candidates.get("statement", ()) if one not in (story, question)]
    answers = [one for _, one in candidates.get("answer", ()) if not is_label(columns[one])]
    if answers or others:
        said = f"'{story}' taken as the statement, since the answer stands beside it"
        notes.append(Bilingual(said, f"“{story}”旁边另有答案，所以当作汤面"))
        return
    candidates["answer"] = [(0, story)]
    candidates["statement"] = [(0, question)]
    said = f"'{question}' taken as the statement and '{story}' as the answer"
    notes.append(Bilingual(said, f"“{question}”当作汤面，“{story}”当作汤底"))


def _keep_second_answers(columns: Mapping[str, JsonValue], used: set[str], mapped: MappedRecord) -> None:
    """Keep the truth in one line, which stands beside the answer, as a fact."""
    for column, value in columns.items():
        if column not in used and plain_name(column) == "coresentence":
            used.add(column)
            mapped.columns[column] = "facts"
            mapped.several.setdefault("found_facts", []).append((column, value))
