"""Records within the value of a file, whatever they are wrapped in."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from pydantic import JsonValue

from echoes.core.files.json_values import as_object, is_array, is_object
from echoes.core.text.bilingual import Bilingual, in_language, located
from echoes.games.situation_puzzle.importing.limits import MAX_RECORDS
from echoes.games.situation_puzzle.importing.sources import SourceFile, Unreadable
from echoes.games.situation_puzzle.importing.values import (
    LinedFields,
    NoValue,
    RefusedRecord,
    faults_of,
    object_of,
    without_faults,
)
from echoes.games.situation_puzzle.puzzle.field_names import CASE_NAMES, Fields, fields_named, plain_name

NO_PUZZLE = Bilingual(
    "holds no puzzle: a record with `statement` and `answer` is needed",
    "里面没有谜题：需要有 `statement`（汤面）和 `answer`（汤底）的记录",
)
_SHARED = ("licence", "author", "source", "url", "language")
_FINE = frozenset("ok okay approved accepted published active done final valid 通过 已发布 有效".split())
_WRAPPED = "wrapped"
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
        line: on which it begins; 0 where that is not known.
    """

    fields: Fields
    file: SourceFile
    number: int = 1
    count: int = 1
    shared: Fields = field(default_factory=dict[str, JsonValue])
    notes: list[str] = field(default_factory=list[str])
    error: str = ""
    left_out: bool = False
    line: int = 0

    def located(self, what: str) -> Bilingual:
        """Return a finding behind the record's file, position and line."""
        if self.line:
            what = Bilingual(f"line {self.line}: {what}", f"第 {self.line} 行：{in_language(what, 'zh')}")
        return located(self.where, what)

    @property
    def where(self) -> str:
        """File and position, for messages."""
        return self.file.name + (f" [{self.number}]" if self.count > 1 else "")

    @property
    def wrapper_fields(self) -> Mapping[str, str | None]:
        """Return the fields beside the list of records, each with what it is taken for; None for nothing."""
        named = as_object(self.shared.get(_WRAPPED))
        return {key: value if isinstance(value, str) else None for key, value in named.items()}

    @property
    def said_for_all(self) -> Fields:
        """Return the fields that its file gives all records, under the names of the schema."""
        return {key: value for key, value in self.shared.items() if key != _WRAPPED}


def records_of(data: JsonValue, file: SourceFile) -> list[Record]:
    """Return the records of a file's value.

    Args:
        data: one object, a list, or lists and objects within an object.
        file: where it stands.
    Raises:
        Unreadable: it holds none, or too many.
    """
    found = [*_walk(data, {}, 0)]
    if not found:
        raise Unreadable(NO_PUZZLE, NO_PUZZLE.zh)
    if len(found) > MAX_RECORDS:
        raise Unreadable(
            f"holds more than {MAX_RECORDS} records; split it", f"超过 {MAX_RECORDS} 条记录，请拆分"
        )
    if all(is_object(item) and "messages" in item for item, _ in found):
        raise Unreadable(
            "holds chat records, which are no puzzles; leave it out", "里面是聊天记录，不是谜题，请不要选它"
        )
    if not any(is_object(item) or isinstance(item, RefusedRecord) for item, _ in found):
        first = found[0][0]
        if isinstance(first, NoValue):
            raise Unreadable(f"holds {first}", f"里面有 {first}")
        raise Unreadable(NO_PUZZLE, NO_PUZZLE.zh)
    return [_record(item, file, number, len(found), shared) for number, (item, shared) in enumerate(found, 1)]


def _record(item: JsonValue, file: SourceFile, number: int, count: int, shared: Fields) -> Record:
    record = Record({}, file, number, count, shared)
    record.line = item.line if isinstance(item, LinedFields | RefusedRecord) else 0
    if isinstance(item, RefusedRecord):
        record.error = Bilingual(item, item.zh)
    elif isinstance(item, NoValue):
        record.error = Bilingual(f"holds {item}", f"里面有 {item}")
    elif not is_object(item):
        text = "null" if item is None else str(item)[:40]
        said = f"is no record but a bare value ({text!r}); give it `statement` and `answer`"
        record.error = Bilingual(said, f"不是记录，只是一个值（{text!r}）；请写成 `statement` 和 `answer`")
    else:
        record.notes = faults_of(item)
        record.fields = as_object(without_faults(item))
        status = next((value for key, value in record.fields.items() if plain_name(key) == "status"), None)
        if shared and isinstance(status, str) and status.strip().casefold() not in _FINE:
            said = f"is left out: its status is '{status[:40]}'"
            record.error, record.left_out = Bilingual(said, f"略过：状态是“{status[:40]}”"), True
    return record


def _walk(data: JsonValue, shared: Fields, depth: int) -> Iterator[tuple[JsonValue, Fields]]:
    """Yield the records within a value, each with what holds for all of them."""
    if is_array(data):
        for item in data:
            yield item, shared
        return
    if not is_object(data):
        if isinstance(data, NoValue):
            yield data, shared
        return
    if depth == _DEEPEST or is_record(data):
        yield data, shared
        return
    named: Fields = {**as_object(shared.get(_WRAPPED)), **_wrapper_fields(data)}
    around: Fields = {**shared, **_shared_by(data), _WRAPPED: named}
    wrapped = [(key, value) for key, value in data.items() if _is_list_of_records(value)]
    keyed = [(key, value) for key, value in data.items() if is_object(value)]
    if wrapped:
        for key, value in wrapped:
            language = {"language": key} if plain_name(key) in ("en", "zh", "english", "chinese") else {}
            yield from _walk(value, {**around, **language}, depth + 1)
    elif len(data) == 1 and isinstance(first := next(iter(data.values())), list):
        yield from _walk(first, around, depth + 1)
    elif keyed and all(is_record(value) for _, value in keyed):
        for key, value in keyed:
            yield _keyed(key, value), around
    elif keyed:
        for _, value in keyed:
            yield from _walk(value, around, depth + 1)
    else:
        yield data, shared


def is_record(record: Mapping[str, JsonValue]) -> bool:
    """Return whether an object is a puzzle or a labelled case itself, and does not only hold some."""
    texts = [key for key, value in record.items() if not _is_list_of_records(value) and not _is_puzzle(value)]
    meant = {field for key in texts for field in fields_named(key)}
    if meant & _PUZZLE_FIELDS and ("answer" in meant or len(meant & _PUZZLE_FIELDS) == 2):
        return True
    cases = {plain_name(key) for key in texts} & CASE_NAMES
    return len(cases) > 2 or (bool(meant & _PUZZLE_FIELDS) and len(record) > 1 and not _holds_records(record))


def _holds_records(record: Mapping[str, JsonValue]) -> bool:
    return any(_is_list_of_records(value) or _is_puzzle(value) for value in record.values())


def _is_puzzle(value: JsonValue) -> bool:
    if not is_object(value):
        return False
    meant = {field for key in value for field in fields_named(key)}
    return meant >= _PUZZLE_FIELDS


def _is_list_of_records(value: JsonValue) -> bool:
    """Return whether a value is a list of objects, some of which look like puzzles or cases."""
    if not is_array(value):
        return False
    objects = [item for item in value[:20] if is_object(item)]
    meant = [{field for key in one for field in fields_named(key)} for one in objects]
    named = [{plain_name(key) for key in one} & CASE_NAMES for one in objects]
    return any(fields >= _PUZZLE_FIELDS or len(cases) > 2 for fields, cases in zip(meant, named, strict=True))


def _shared_by(wrapper: Mapping[str, JsonValue]) -> Fields:
    """Return the fields that a wrapper gives all of its records."""
    return {
        name: value
        for key, value in wrapper.items()
        for name in fields_named(key)
        if name in _SHARED and isinstance(value, str | int)
    }


def _wrapper_fields(wrapper: Mapping[str, JsonValue]) -> Fields:
    """Return the fields of a wrapper beside its records, each with what it is taken for."""
    texts = [key for key, value in wrapper.items() if not is_object(value) and not _is_list_of_records(value)]
    if len(wrapper) == len(texts) == 1:
        return {}
    return {key: next((name for name in fields_named(key) if name in _SHARED), None) for key in texts}


def _keyed(key: str, record: Fields) -> Fields:
    """Return a record with the key under which it stands: its title, or its id where it has one."""
    named = {field for name in record for field in fields_named(name)}
    line = record.line if isinstance(record, LinedFields) else 0
    return object_of([*{**record, ("id" if "title" in named else "title"): key}.items()], line)
