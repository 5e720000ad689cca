"""Formats of puzzle files, and their conversion into the schema.

Read are the schema itself and the older plain form `{"puzzle", "answer", "additional_info": [{…}]}`, alone,
in a list, or in a list under one key. What was not mapped is reported, never silently dropped.
"""

import hashlib
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

from echoes.core.plain_text import clean, hidden_characters
from echoes.games.situation_puzzle.puzzle.schema import (
    AuthoredRuling,
    CastMember,
    Constraints,
    Fact,
    Hint,
    Provenance,
    Puzzle,
    PuzzlePart,
    Synonyms,
)

Record = dict[str, Any]

_FIELDS = {
    "statement": "puzzle_statement puzzle surface soupSurface puzzleSurface scenario situation setup 汤面",
    "answer": "bottom truth solution final_answer truthStory 汤底",
    "title": "Title chinese_title 标题",
    "id": "puzzleId index",
    "language": "lang",
}
_RULINGS = {
    "YES": "yes correct true t 是 对 是的",
    "NO": "no incorrect false f 否 不是 不对 错",
    "YES AND NO": "both yes_and_no|yes and no|yes-and-no partial 是也不是 部分正确 不完全是",
    "IRRELEVANT": "irrelevant unrelated 无关 不重要 不相关 与此无关 没有关系",
}
_LABELS = {
    label: word
    for word, labels in _RULINGS.items()
    for part in labels.split("|")
    for label in ([part] if " " in part and part.startswith("yes and") else part.split())
}
_WORDS_OF_DIFFICULTY = {
    "easy": 2,
    "medium": 3,
    "hard": 4,
    "入门": 1,
    "简单": 2,
    "进阶": 3,
    "困难": 4,
    "烧脑": 5,
}
_FILE_NAME = re.compile(r"^(?P<id>.+?)[_-](?P<language>en|zh)$")


def records_of(data: Any) -> list[Record]:
    """Return the records of a file: one object, a list, or a list under a single key.

    Raises:
        ValueError: when it holds none.
    """
    if isinstance(data, dict):
        record = cast("Record", data)
        [*values] = record.values()
        if len(values) == 1 and isinstance(values[0], list):
            return records_of(values[0])
        return [record]
    if isinstance(data, list) and data and all(isinstance(item, dict) for item in cast("list[Any]", data)):
        return cast("list[Record]", data)
    raise ValueError("holds no puzzle: a JSON object with `statement` and `answer` is needed")


def ruling_label(label: Any) -> str | None:
    """Return the ruling that an outside label stands for, by exact match, never by substring."""
    if isinstance(label, bool):
        return "YES" if label else "NO"
    return _LABELS.get(str(label).strip(" .!。！\"'").casefold())


def to_schema(record: Record, path: Path, number: int, count: int) -> tuple[Record, list[str]]:
    """Bring one record into the schema's form.

    Args:
        record: the record as it was read.
        path: the file; its name gives id and language when the record does not.
        number, count: position of the record, from 1, and the number of records in the file.
    Returns:
        The mapped record, and notes on what was not mapped and what was decided.
    """
    notes: list[str] = []
    mapped: Record = _scrubbed(record)
    for field, seen_as in _FIELDS.items():
        for alias in seen_as.split():
            if field not in mapped and alias in mapped:
                mapped[field] = mapped.pop(alias)
    mapped["facts"], found, told = _facts(mapped)
    mapped["hints"] = [*_hints(mapped), *told]
    mapped["rulings"] = [*_rulings(mapped), *found]
    _identify(mapped, path, number, count, notes)
    _meta(mapped, notes)
    for field in sorted(set(mapped) - set(Puzzle.model_fields)):
        notes.append(f"field '{field}' was not mapped")
        del mapped[field]
    for field in ("facts", "hints", "rulings", "cast", "synonyms", "provenance", "constraints"):
        if field in mapped:
            mapped[field] = _drop_unknown(field, mapped[field], notes)
    _drop_dangling(mapped, notes)
    if hidden := hidden_characters("".join(_strings(record))):
        notes.append(f"characters that can't be shown were removed: {', '.join(hidden)}")
    return {key: value for key, value in mapped.items() if value not in ([], {})}, notes


def _scrubbed(value: Any) -> Any:
    """Remove control characters and nulls, at every depth."""
    if isinstance(value, str):
        return clean(value)
    if isinstance(value, list):
        return [_scrubbed(item) for item in cast("list[Any]", value) if item is not None]
    if isinstance(value, dict):
        items = cast("Record", value).items()
        return {clean(key): _scrubbed(item) for key, item in items if item is not None}
    return value


def _strings(value: Any) -> list[str]:
    if isinstance(value, str):
        return [value]
    if isinstance(value, dict):
        return [text for part in cast("Record", value).values() for text in _strings(part)]
    if isinstance(value, list):
        return [text for part in cast("list[Any]", value) for text in _strings(part)]
    return []


def _drop_dangling(mapped: Record, notes: list[str]) -> None:
    """Drop ids of facts that the puzzle does not hold."""
    known = {str(fact["id"]) for fact in mapped["facts"] if "id" in fact}
    for field in ("hints", "rulings"):
        for number, part in enumerate(mapped[field], 1):
            named = cast("Record", part).get("facts") if isinstance(part, dict) else None
            if isinstance(named, list) and set(map(str, cast("list[Any]", named))) - known:
                part["facts"] = [name for name in cast("list[Any]", named) if str(name) in known]
                notes.append(f"field '{field}[{number}].facts' named facts that are not there")


def _identify(mapped: Record, path: Path, number: int, count: int, notes: list[str]) -> None:
    stem = path.stem
    named = _FILE_NAME.match(stem)
    if "language" not in mapped:
        text = str(mapped.get("statement", ""))
        chinese = sum("一" <= c <= "鿿" for c in text)
        guess = "zh" if chinese * 3 > len(text) else "en"
        mapped["language"] = named["language"] if named else guess
        notes.append(f"language taken as '{mapped['language']}'")
    mapped["language"] = re.split(r"[-_]", str(mapped["language"]).casefold())[0]
    if mapped.get("id") in (None, ""):
        mapped["id"] = (named["id"] if named else stem) + (f"_{number}" if count > 1 else "")
    identity = re.sub(r"[^A-Za-z0-9_-]+", "_", str(mapped["id"])).strip("_-")[:64]
    if not identity:
        identity = "puzzle_" + hashlib.sha256(str(mapped["id"]).encode()).hexdigest()[:8]
    if identity != mapped["id"]:
        notes.append(f"id written as '{identity}'")
    mapped["id"] = identity
    for field in ("title", "statement", "answer"):
        if isinstance(mapped.get(field), int | float):
            mapped[field] = str(mapped[field])
    if not mapped.get("title"):
        mapped["title"] = re.sub(r"[_-]+", " ", named["id"] if named else stem).strip().title() or identity
        notes.append(f"title taken as '{mapped['title']}'")


def _meta(mapped: Record, notes: list[str]) -> None:
    given = mapped.get("difficulty")
    if given is not None and not (isinstance(given, int) and 1 <= given <= 5):
        mapped["difficulty"] = _difficulty(str(given).casefold())
        notes.append(f"difficulty '{given}' taken as {mapped['difficulty']}")
    if isinstance(mapped.get("provenance"), str):
        mapped["provenance"] = {"source": mapped["provenance"]}
    if isinstance(mapped.get("cast"), list):
        mapped["cast"] = [{"name": one} if isinstance(one, str) else one for one in mapped["cast"]]
    for field in ("tags", "content_warnings", "public_facts"):
        if isinstance(mapped.get(field), str):
            mapped[field] = [part.strip() for part in re.split(r"[,，;；]", mapped[field]) if part.strip()]


def _difficulty(given: str) -> int:
    """Return a difficulty of 1 to 5 from a word, a number or a fraction; 3 where it can't be told."""
    level = next((value for word, value in _WORDS_OF_DIFFICULTY.items() if word in given), None)
    found = re.match(r"\s*(\d{1,6}(?:\.\d+)?)\s*(?:/\s*(\d{1,6}))?", given)
    if found and (found[2] or level is None):
        share = float(found[1]) / (float(found[2] or 5) or 5)
        return max(1, min(5, round(5 * share)))
    return level or 3


def _facts(mapped: Record) -> tuple[list[Any], list[Record], list[str]]:
    """Return facts, rulings and hints from `facts` and `additional_info`, which may hold any of them."""
    facts: list[Any] = []
    rulings: list[Record] = []
    hints: list[str] = []
    given: Any = mapped.pop("facts", None) or []
    for item in cast("list[Any]", given if isinstance(given, list) else [given]):
        facts.append({"statement": item} if isinstance(item, str) else item)
    info: Any = mapped.pop("additional_info", None) or []
    for item in cast("list[Any]", info if isinstance(info, list) else [info]):
        entries = cast("Record", item) if isinstance(item, dict) else {"": item}
        if "type" in entries and (content := entries.get("content") or entries.get("text")):
            entries = {"hint" if entries["type"] == "hint" else "": content}
        for key, value in entries.items():
            text = str(value).strip()
            if key.casefold() in ("hint", "提示") and text:
                hints.append(text)
            elif key and ruling_label(value):
                rulings.append({"texts": [key], "ruling": ruling_label(value)})
            elif text:
                facts.append({"statement": text if not key or len(text) > 12 else f"{key}: {text}"})
    for number, fact in enumerate(facts, 1):
        if isinstance(fact, dict):
            entry = cast("Record", fact)
            for alias, field in (("factId", "id"), ("text", "statement"), ("fact", "statement")):
                if field not in entry and alias in entry:
                    entry[field] = entry.pop(alias)
            entry["id"] = str(entry.get("id", f"f{number}"))
    return facts, rulings, hints


def _hints(mapped: Record) -> list[Any]:
    hints: Any = mapped.pop("hints", None) or []
    found: list[Any] = [hints] if isinstance(hints, str | dict) else list(cast("list[Any]", hints))
    for number in range(1, 10):
        for key in (f"hint{number}", f"hint_{number}"):
            if text := mapped.pop(key, None):
                found.append(text)
    return found


def _rulings(mapped: Record) -> list[Any]:
    rulings: Any = mapped.pop("rulings", None) or []
    for item in cast("list[Any]", rulings if isinstance(rulings, list) else []):
        if isinstance(item, dict) and "ruling" in item:
            item["ruling"] = ruling_label(cast("Record", item)["ruling"]) or item["ruling"]
    return cast("list[Any]", rulings)


_PARTS: dict[str, type[PuzzlePart]] = {
    "facts": Fact,
    "hints": Hint,
    "rulings": AuthoredRuling,
    "cast": CastMember,
    "synonyms": Synonyms,
    "provenance": Provenance,
    "constraints": Constraints,
}
_KNOWN = {field: {*part.model_fields} for field, part in _PARTS.items()}
_KNOWN["rulings"].add("text")  # short for one of `texts`


def _drop_unknown(field: str, value: Any, notes: list[str]) -> Any:
    known = _KNOWN[field]

    def kept(part: Record, where: str) -> Record:
        notes.extend(f"field '{where}.{key}' was not mapped" for key in sorted(set(part) - known))
        return {key: item for key, item in part.items() if key in known}

    if isinstance(value, dict):
        return kept(cast("Record", value), field)
    if isinstance(value, list):
        clean: Callable[[int, Any], Any] = lambda n, part: (  # noqa: E731
            kept(cast("Record", part), f"{field}[{n}]") if isinstance(part, dict) else part
        )
        return [clean(number, part) for number, part in enumerate(cast("list[Any]", value), 1)]
    return value
