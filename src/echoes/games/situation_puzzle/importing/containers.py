"""Records within the value of a file, whatever they are wrapped in."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, cast

from echoes.games.situation_puzzle.importing.limits import MAX_RECORDS
from echoes.games.situation_puzzle.importing.sources import SourceFile, Unreadable
from echoes.games.situation_puzzle.importing.values import Fields, NoValue, faults_of, without_faults
from echoes.games.situation_puzzle.puzzle.field_names import CASE_NAMES, fields_named, plain_name

NO_PUZZLE = "holds no puzzle: a record with `statement` and `answer` is needed"
_SHARED = ("licence", "author", "source", "url", "language")
_FINE = frozenset("ok okay approved accepted published active done final valid 通过 已发布 有效".split())
_PUZZLE_FIELDS = frozenset({"statement", "answer"})
_DEEPEST = 4


@dataclass
class Record:
    """One record of a file.

    Attributes:
        fields: as they were read.
        file: where it stands.
        number, count: its position, from 1, and the number of records of the file.
        shared: what its file says for all records, such as a licence.
        notes: what is wrong with it, though it can be read.
        error: why it can't be read at all; `left_out` where its file says so itself.
    """

    fields: Fields
    file: SourceFile
    number: int = 1
    count: int = 1
    shared: Fields = field(default_factory=dict[str, Any])
    notes: list[str] = field(default_factory=list[str])
    error: str = ""
    left_out: bool = False

    @property
    def where(self) -> str:
        """File and position, for messages."""
        return self.file.name + (f" [{self.number}]" if self.count > 1 else "")


def records_of(data: Any, file: SourceFile) -> list[Record]:
    """Return the records of a file's value.

    Args:
        data: one object, a list, or lists and objects within an object.
        file: where it stands.
    Raises:
        Unreadable: it holds none, or too many.
    """
    found = [*_walk(data, {}, 0)]
    if not found:
        raise Unreadable(NO_PUZZLE)
    if len(found) > MAX_RECORDS:
        raise Unreadable(f"holds more than {MAX_RECORDS} records; split it")
    if all(isinstance(item, dict) and "messages" in item for item, _ in found):
        raise Unreadable("holds chat records, which are no puzzles")
    if not any(isinstance(item, dict) for item, _ in found):
        first = found[0][0]
        raise Unreadable(f"holds {first}" if isinstance(first, NoValue) else NO_PUZZLE)
    return [_record(item, file, number, len(found), shared) for number, (item, shared) in enumerate(found, 1)]


def _record(item: Any, file: SourceFile, number: int, count: int, shared: Fields) -> Record:
    record = Record({}, file, number, count, shared)
    if isinstance(item, NoValue):
        record.error = f"holds {item}"
    elif not isinstance(item, dict):
        text = str(item)
        record.error = f"is no record but a bare value ({text[:40]!r}); give it `statement` and `answer`"
    else:
        record.notes = faults_of(item)
        record.fields = without_faults(item)
        status = next((value for key, value in record.fields.items() if plain_name(key) == "status"), None)
        if shared and isinstance(status, str) and status.strip().casefold() not in _FINE:
            record.error, record.left_out = f"is left out: its status is '{status[:40]}'", True
    return record


def _walk(data: Any, shared: Fields, depth: int) -> Iterator[tuple[Any, Fields]]:
    """Yield the records within a value, each with what holds for all of them."""
    if isinstance(data, list):
        for item in cast("list[Any]", data):
            yield item, shared
        return
    if not isinstance(data, dict):
        if isinstance(data, NoValue):
            yield data, shared
        return
    record = cast("Fields", data)
    if depth == _DEEPEST or is_record(record):
        yield record, shared
        return
    around = {**shared, **_shared_by(record), "wrapped": True}
    wrapped = [(key, value) for key, value in record.items() if _is_list_of_records(value)]
    keyed = [(key, cast("Fields", value)) for key, value in record.items() if isinstance(value, dict)]
    if wrapped:
        for key, value in wrapped:
            language = {"language": key} if plain_name(key) in ("en", "zh", "english", "chinese") else {}
            yield from _walk(value, {**around, **language}, depth + 1)
    elif len(record) == 1 and isinstance(first := next(iter(record.values())), list):
        yield from _walk(first, around, depth + 1)
    elif keyed and all(is_record(value) for _, value in keyed):
        for key, value in keyed:
            yield _keyed(key, value), around
    elif keyed:
        for _, value in keyed:
            yield from _walk(value, around, depth + 1)
    else:
        yield record, shared


def is_record(record: Mapping[str, Any]) -> bool:
    """Tell whether an object is a puzzle or a labelled case itself, and does not only hold some."""
    texts = [key for key, value in record.items() if not _is_list_of_records(value) and not _is_puzzle(value)]
    meant = {field for key in texts for field in fields_named(key)}
    if meant & _PUZZLE_FIELDS and ("answer" in meant or len(meant & _PUZZLE_FIELDS) == 2):
        return True
    cases = {plain_name(key) for key in texts} & CASE_NAMES
    return len(cases) > 2 or (bool(meant & _PUZZLE_FIELDS) and len(record) > 1 and not _holds_records(record))


def _holds_records(record: Mapping[str, Any]) -> bool:
    return any(_is_list_of_records(value) or _is_puzzle(value) for value in record.values())


def _is_puzzle(value: Any) -> bool:
    if not isinstance(value, dict):
        return False
    meant = {field for key in cast("Fields", value) for field in fields_named(key)}
    return meant >= _PUZZLE_FIELDS


def _is_list_of_records(value: Any) -> bool:
    """Tell whether a value is a list of objects, some of which look like puzzles or cases."""
    if not isinstance(value, list):
        return False
    objects = [cast("Fields", item) for item in cast("list[Any]", value)[:20] if isinstance(item, dict)]
    meant = [{field for key in one for field in fields_named(key)} for one in objects]
    named = [{plain_name(key) for key in one} & CASE_NAMES for one in objects]
    return any(fields >= _PUZZLE_FIELDS or len(cases) > 2 for fields, cases in zip(meant, named, strict=True))


def _shared_by(wrapper: Mapping[str, Any]) -> Fields:
    """Return what a wrapper says for all of its records."""
    return {
        name: value
        for key, value in wrapper.items()
        for name in fields_named(key)
        if name in _SHARED and isinstance(value, str | int)
    }


def _keyed(key: str, record: Fields) -> Fields:
    """Return a record with the key under which it stands: its title, or its id where it has one."""
    named = {field for name in record for field in fields_named(name)}
    return {**record, "id" if "title" in named else "title": key}
