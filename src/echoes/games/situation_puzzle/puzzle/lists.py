"""Lists of a record: characters, tags, notes and constraints, as files of other people have them."""

import re
from collections.abc import Iterator

from pydantic import JsonValue

from echoes.core.files.json_values import as_array, is_array, is_object
from echoes.core.text.bilingual import Bilingual
from echoes.games.situation_puzzle.puzzle.field_mapping import ColumnValues
from echoes.games.situation_puzzle.puzzle.field_names import Fields, plain_name

_LISTED = ("tags", "content_warnings", "public_facts", "synonyms", "kinds")
_BOUNDS = {
    plain_name(name): bound
    for bound, names in {
        "max_questions": "max_questions|maximum_questions|question_limit|questions|最多提问|提问上限",
        "max_hints": "max_hints|maximum_hints|hint_limit|hints|最多提示|提示上限",
    }.items()
    for name in names.split("|")
}
_NAMED = re.compile(r"\s*([^:：=]+?)\s*[:：=]\s*(\d{1,6})\s*")
_LIMIT = re.compile(
    r"\b(?:at most|no more than|max(?:imum)?|up to|limit)\b|最多|至多|不超过|上限", re.IGNORECASE
)
_LEAST = re.compile(r"\bat least\b|至少", re.IGNORECASE)
_SUBJECT = re.compile(r"(?P<hint>hint|提示)|question|问", re.IGNORECASE)
_AND = re.compile(r"[,，、.。]|\band\b", re.IGNORECASE)


def take_lists(fields: Fields, columns: ColumnValues, notes: list[str]) -> None:
    """Take what a record lists into its fields.

    Args:
        fields: of the record; they are changed.
        columns: of which a record may have several.
        notes: to which is added what was not mapped.
    """
    members = [one for _, value in columns.get("cast", ()) for one in as_array(value)]
    fields["cast"] = [{"name": one} if isinstance(one, str) else one for one in members]
    listed = {
        name: [one for column, value in columns.get(name, ()) for one in _listed(value, column)]
        for name in _LISTED
    }
    if kinds := [str(one) for one in listed.pop("kinds")]:
        listed["tags"] = list(dict.fromkeys([*listed["tags"], *kinds]))
    fields |= listed
    told = [str(value) for _, value in columns.get("notes", ()) if str(value).strip()]
    fields["constraints"], rules = _constraints(fields.get("constraints"), notes)
    fields["notes"] = "\n".join([*told, *rules])


def _listed(value: JsonValue, column: str) -> list[JsonValue]:
    """List the parts of a value; of an object of tags those that are true, under their own names."""
    if isinstance(value, str):
        return [part.strip() for part in re.split(r"[,，;；、]", value) if part.strip()]
    outer, _, inner = column.rpartition(".")
    if outer and not is_array(value):
        return [inner] if value is True else [] if value is False else [f"{inner}: {value}"]
    return as_array(value)


def _constraints(value: JsonValue, notes: list[str]) -> tuple[Fields, list[str]]:
    """Return the bounds that constraints set, and the rules that the game does not know."""
    bounds: Fields = {}
    rules: list[str] = []
    for name, said in _entries(value):
        if found := _named(name, str(said)) if name else _bounds_in(str(said)):
            bounds = found | bounds
        elif text := f"{name}: {said}" if name else str(said).strip():
            rules.append(text)
            where = f"constraints.{name}" if name else "constraints"
            said = f"field '{where}': '{text[:48]}' is kept in your notes; the game knows no such rule"
            notes.append(Bilingual(said, f"字段“{where}”：游戏里没有“{text[:48]}”这条规则，已记入备注"))
    return bounds, rules


def _entries(value: JsonValue) -> Iterator[tuple[str, JsonValue]]:
    """Yield the rules, each under its name; those of a text have none."""
    if is_object(value):
        yield from value.items()
    elif is_array(value):
        for one in value:
            yield from _entries(one)
    elif isinstance(value, str):
        for line in re.split(r"[\n;；]", value):
            named = _NAMED.fullmatch(line)
            yield (named[1], named[2]) if named and plain_name(named[1]) in _BOUNDS else ("", line)


def _named(name: str, number: str) -> Fields:
    """Return the bound of a name, where a number stands under it."""
    bound = _BOUNDS.get(plain_name(name), "")
    usable = number.isdecimal() and int(number) >= (bound == "max_questions")
    return {bound: int(number)} if bound and usable else {}


def _bounds_in(rule: str) -> Fields:
    """Return the bounds that a rule in words sets: at most so many questions, or hints."""
    bounds: Fields = {}
    for part in _AND.split(rule) if _LIMIT.search(rule) else ():
        numbers, subject = re.findall(r"\d{1,6}", part), _SUBJECT.search(part)
        if len(numbers) == 1 and subject and not _LEAST.search(part):
            bounds |= _named("max_hints" if subject["hint"] else "max_questions", numbers[0])
    return bounds
