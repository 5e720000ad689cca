"""Conversion of one record of a puzzle file into the schema; what was not mapped is said, never dropped."""

import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import PurePath

from pydantic import JsonValue

from echoes.core.files.json_values import as_array, is_array, is_object, objects_of
from echoes.core.text.bilingual import Bilingual
from echoes.core.text.plain_text import clean, hidden_characters
from echoes.games.situation_puzzle.puzzle.cloze import Cloze, ClozeChoice, ClozeGap
from echoes.games.situation_puzzle.puzzle.difficulty import DEFAULT, difficulty_of
from echoes.games.situation_puzzle.puzzle.field_mapping import map_fields
from echoes.games.situation_puzzle.puzzle.field_names import Fields
from echoes.games.situation_puzzle.puzzle.lists import take_lists
from echoes.games.situation_puzzle.puzzle.part import PuzzlePart
from echoes.games.situation_puzzle.puzzle.parts import Parts
from echoes.games.situation_puzzle.puzzle.schema import (
    AuthoredRuling,
    CastMember,
    Constraints,
    Fact,
    Hint,
    Provenance,
    Puzzle,
    Synonyms,
)
from echoes.games.situation_puzzle.puzzle.written_language import foreign_language, language_of

_LANGUAGES = {
    "english": "en",
    "英文": "en",
    "英语": "en",
    "chinese": "zh",
    "中文": "zh",
    "汉语": "zh",
    "cn": "zh",
}
_FILE_NAME = re.compile(r"^(?P<id>.+?)[._-](?P<language>en|zh)$")


@dataclass
class SchemaRecord:
    """A record in the schema's form.

    Attributes:
        fields: to be validated.
        columns, unmapped: the fields of the record's columns, and those that stand for none.
        notes: what was decided, and which parts were not mapped.
        chinese_title: the title of its other language.
        has_id, has_title: whether these are the record's own.
        error: why no puzzle can be made of it.
    """

    fields: Fields
    columns: Mapping[str, str]
    unmapped: list[str]
    notes: list[str] = field(default_factory=list[str])
    chinese_title: str = ""
    has_id: bool = False
    has_title: bool = False
    error: str = ""


def named_in(path: PurePath) -> tuple[str, str]:
    """Return the id and language of a file's name, `bell_en.json`; no language where it has none."""
    named = _FILE_NAME.match(path.stem)
    return (named["id"], named["language"]) if named else (path.stem, "")


def to_schema(
    record: Fields,
    path: PurePath,
    number: int,
    count: int,
    overrides: Mapping[str, str] | None = None,
    defaults: Mapping[str, JsonValue] | None = None,
) -> SchemaRecord:
    """Bring one record into the schema's form.

    Args:
        record: the record as it was read.
        path: the file; its name gives id and language when the record does not.
        number, count: position of the record, from 1, and the number of records in the file.
        overrides: columns by the fields that they stand for.
        defaults: what holds for all records of the file, such as a licence.
    """
    found = map_fields(_scrubbed(record), overrides)
    fields, notes = found.fields, found.notes
    made = SchemaRecord(fields, found.columns, found.unmapped, notes)
    made.chinese_title = str(fields.pop("chinese_title", ""))
    made.has_id, made.has_title = fields.get("id") not in (None, ""), bool(fields.get("title"))
    fields.pop("status", None)
    for name in ("statement", "answer"):
        if is_array(lines := fields.get(name)):
            fields[name] = "\n".join(map(str, lines))
    parts = Parts.of(found.several)
    fields |= {"hints": parts.hints, "rulings": parts.rulings, "proposals": [*parts.proposals]}
    parts.mark_core(str(fields.get("answer") or ""), str(fields.get("statement") or ""))
    fields["facts"] = [*parts.told, *parts.facts, *parts.side_facts]
    if last := len(parts.told):
        said = f"no core fact was marked: each sentence of the answer counts as one (a1 to a{last})"
        notes.append(Bilingual(said, f"没有标出关键事实：汤底的每句话各算一条（a1 到 a{last}）"))
    says_language = "language" in fields
    _identify(fields, path, number, count, notes)
    made.error = _foreign(fields, says_language)
    _grade(fields, notes)
    _name_provenance(fields, defaults or {})
    take_lists(fields, found.several, notes)
    for name in sorted(set(fields) - set(Puzzle.model_fields)):
        made.unmapped.append(name)
        del fields[name]
    for name in _PARTS:
        if name in fields:
            fields[name] = _drop_unknown(name, fields[name], notes)
    _drop_dangling(fields, notes)
    if hidden := hidden_characters("".join(_strings(record))):
        removed = ", ".join(hidden)
        said = f"characters that can't be shown were removed: {removed}"
        notes.append(Bilingual(said, f"去掉了无法显示的字符：{removed}"))
    made.fields = {key: value for key, value in fields.items() if value not in ([], {}, "")}
    return made


def _scrubbed(record: Fields) -> Fields:
    """Remove control characters and nulls, at every depth."""
    return {clean(str(key)): _scrubbed_value(item) for key, item in record.items() if item is not None}


def _scrubbed_value(value: JsonValue) -> JsonValue:
    if isinstance(value, str):
        return clean(value)
    if is_array(value):
        return [_scrubbed_value(item) for item in value if item is not None]
    return _scrubbed(value) if is_object(value) else value


def _strings(value: JsonValue) -> list[str]:
    if isinstance(value, str):
        return [value]
    if is_object(value):
        return [text for part in value.values() for text in _strings(part)]
    if is_array(value):
        return [text for part in value for text in _strings(part)]
    return []


def _drop_dangling(fields: Fields, notes: list[str]) -> None:
    """Drop ids of facts that the puzzle does not hold."""
    known = {str(fact["id"]) for fact in objects_of(fields["facts"]) if "id" in fact}
    for name in ("hints", "rulings"):
        for number, part in enumerate(as_array(fields[name]), 1):
            if is_object(part) and is_array(named := part.get("facts")) and set(map(str, named)) - known:
                part["facts"] = [one for one in named if str(one) in known]
                where = f"{name}[{number}].facts"
                said = f"field '{where}' named facts that are not there"
                notes.append(Bilingual(said, f"“{where}”提到了不存在的事实"))


def title_note(title: object) -> Bilingual:
    """Return the note that a title was made up."""
    return Bilingual(f"title taken as '{title}'", f"标题用“{title}”")


def unmapped_note(name: str) -> Bilingual:
    """Return the note that a field was left out."""
    return Bilingual(f"field '{name}' was not mapped", f"字段“{name}”没有用上")


def _identify(fields: Fields, path: PurePath, number: int, count: int, notes: list[str]) -> None:
    stem, in_name = named_in(path)
    if "language" not in fields:
        fields["language"] = in_name or language_of(str(fields.get("statement", "")))
        language = fields["language"]
        notes.append(Bilingual(f"language taken as '{language}'", f"语言按“{language}”处理"))
    language = re.split(r"[-_]", str(fields["language"]).casefold())[0]
    fields["language"] = _LANGUAGES.get(language, language)
    if fields.get("id") in (None, ""):
        fields["id"] = stem + (f"_{number}" if count > 1 else "")
    identity = re.sub(r"[^A-Za-z0-9_-]+", "_", str(fields["id"])).strip("_-")[:64]
    if not identity:
        identity = "puzzle_" + hashlib.sha256(str(fields["id"]).encode(errors="replace")).hexdigest()[:8]
    if identity != fields["id"]:
        notes.append(Bilingual(f"id written as '{identity}'", f"编号改写为“{identity}”"))
    fields["id"] = identity
    for name in ("title", "statement", "answer"):
        if isinstance(fields.get(name), int | float):
            fields[name] = str(fields[name])
    if not fields.get("title"):
        fields["title"] = re.sub(r"[_-]+", " ", stem).strip().title() or identity
        notes.append(title_note(fields["title"]))


def _foreign(fields: Fields, is_said: bool) -> str:
    """Return the finding that a text is in a language that no puzzle is in; empty for none.

    Args:
        fields: of the record.
        is_said: whether it says its language; it is believed, as far as the letters allow.
    """
    for name, zh in (("statement", "汤面"), ("answer", "汤底")):
        if found := foreign_language(str(fields.get(name) or ""), by_words=not is_said):
            said = f"field '{name}': is written in {found}; a puzzle is in English or Chinese: translate it"
            return Bilingual(said, f"“{zh}”是{found.zh}：谜题只能用英文或中文，请先翻译")
    return ""


def _grade(fields: Fields, notes: list[str]) -> None:
    given = fields.get("difficulty")
    if given is not None and not (type(given) is int and 1 <= given <= 5):
        level, shown = difficulty_of(str(given)), str(given)[:24]
        fields["difficulty"] = read = level or DEFAULT
        if str(given) != str(read):
            said = f"difficulty '{shown}' taken as {read}" + ("" if level else ", since it is none we know")
            notes.append(Bilingual(said, f"难度“{shown}”按 {read} 处理" + ("" if level else "（看不懂）")))


def _name_provenance(fields: Fields, defaults: Mapping[str, JsonValue]) -> None:
    """Bring together what is said of the origin; the record's own word comes before its file's."""
    given = fields.get("provenance")
    origin: JsonValue = {"source": given} if isinstance(given, str) else given
    if origin is None or is_object(origin):
        told: Fields = {**(origin or {})}
        for name in ("author", "source", "url", "licence", "collection"):
            value = fields.pop(name, None) or defaults.get(name)
            if value and told.get(name) in (None, "", "unknown"):
                told[name] = ", ".join(map(str, as_array(value)))
        origin = told
    if origin:
        fields["provenance"] = origin


_PARTS: dict[str, type[PuzzlePart]] = {
    "facts": Fact,
    "hints": Hint,
    "cloze": Cloze,
    "gaps": ClozeGap,
    "choices": ClozeChoice,
    "rulings": AuthoredRuling,
    "cast": CastMember,
    "synonyms": Synonyms,
    "provenance": Provenance,
    "constraints": Constraints,
}
_KNOWN = {name: {*part.model_fields} for name, part in _PARTS.items()}
_KNOWN["rulings"].add("text")  # short for one of `texts`


def _drop_unknown(name: str, value: JsonValue, notes: list[str], where: str = "") -> JsonValue:
    """Return a part, or a list of them, without keys that are unknown, also of the parts in it."""
    where = where or name
    if is_array(value):
        return [_drop_unknown(name, one, notes, f"{where}[{n}]") for n, one in enumerate(value, 1)]
    if not is_object(value):
        return value
    notes.extend(unmapped_note(f"{where}.{key}") for key in sorted(set(value) - _KNOWN[name]))
    return {
        key: _drop_unknown(key, item, notes, f"{where}.{key}") if key in _PARTS and name in _NESTED else item
        for key, item in value.items()
        if key in _KNOWN[name]
    }


_NESTED = ("cloze", "gaps")
"""The parts that hold others."""
