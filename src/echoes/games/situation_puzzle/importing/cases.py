"""Labelled cases: questions on stories of other files, each with the ruling that somebody gave."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from pydantic import JsonValue

from echoes.core.files.json_values import as_array, is_object
from echoes.core.text.bilingual import Bilingual
from echoes.core.text.plain_text import pluralize
from echoes.games.situation_puzzle.events import RulingWord
from echoes.games.situation_puzzle.importing.duplicates import digest_of
from echoes.games.situation_puzzle.puzzle.field_names import (
    CASE_LABELS,
    CASE_STORIES,
    CASE_TEXTS,
    Fields,
    fields_named,
    plain_name,
)
from echoes.games.situation_puzzle.puzzle.labels import is_label, ruling_label
from echoes.games.situation_puzzle.puzzle.schema import MAX_PROPOSALS, MAX_RULINGS

_LONGEST_LABEL = 40
_RULED = Bilingual("ruled on before", "以前已经裁定过")
_DISAGREE = Bilingual("left out for labels that disagree", "标注互相矛盾，没有采用")
_WAIT = Bilingual("without a ruling, which you may give", "还没有裁定，等你来定")
_WAITS = Bilingual("waiting for a ruling already", "早已在等你裁定")
_AGAIN = Bilingual("the same as another", "与另一条相同")
_UNCONFIRMED = Bilingual("taken in as unconfirmed", "成了待确认的裁定")
_TOO_MANY = Bilingual(
    f"left out beyond the {MAX_RULINGS} rulings that a puzzle may have",
    f"超出一题最多 {MAX_RULINGS} 条裁定的上限，没有采用",
)
_BOOLEANS = frozenset(("true", "false"))
_REASONS = frozenset({"explanation"})
"""What may stand beside the ruling of a question, and beside a story would be its answer."""
_REFERENCES = frozenset(map(plain_name, ("story_id", "puzzle_id", "story")))


@dataclass(frozen=True)
class Case:
    """A labelled question on a story.

    Attributes:
        story: the title or id of the story.
        label: as the source has it; empty for a question that nobody has ruled on.
        columns: the columns that it was read from.
    """

    story: str
    text: str
    label: str
    columns: Mapping[str, str]


def label_column(records: Iterable[Mapping[str, JsonValue]]) -> str:
    """Return the column of which all values are rulings; empty for none.

    Where there are several, it is the one that is named like a label, then the one that is filled most. One
    that only says true or false must be named so: others tell what was reviewed or is hard.
    """
    filled: Counter[str] = Counter()
    others: set[str] = set()
    worded: set[str] = set()
    for record in records:
        filled.update(record.keys())
        others.update(key for key, value in record.items() if not is_label(value))
        worded.update(key for key, value in record.items() if str(value).strip().lower() not in _BOOLEANS)
    named = {key for key in filled if plain_name(key) in CASE_LABELS}
    found = [key for key in filled if key not in others and key in worded | named]
    return max(found, key=lambda key: (key in named, filled[key]), default="")


def case_of(
    fields: Mapping[str, JsonValue], labelled: str = "", chosen: Mapping[str, str] | None = None
) -> Case | None:
    """Return the labelled case that a record is; None for a puzzle.

    Args:
        fields: of the record.
        labelled: the column of its file of which all values are rulings; empty for none.
        chosen: columns by the fields that they stand for, whatever their names.
    """
    named = {name: _column(fields, column) for name, column in (chosen or {}).items()}
    if {"statement", "answer"} & {name for name, column in named.items() if column}:
        return None
    labels = [key for key in fields if plain_name(key) in CASE_LABELS and _may_be_label(key, fields[key])]
    guessed = next(
        (key for key in labels if "answer" not in fields_named(key)), labels[0] if labels else None
    )
    label = named.get("rulings") or (labelled if labelled in fields else guessed)
    text = named.get("proposals") or _first(fields, CASE_TEXTS, (label,))
    reference = named.get("title") or named.get("id") or _first(fields, _REFERENCES, (label, text))
    story = reference or _first(fields, CASE_STORIES, (label, text))
    if text is None or story is None or isinstance(fields[story], dict | list):
        return None
    is_bank = bool(labelled and reference)
    beside = [key for key in fields if key not in (label, text, story)]
    others = {
        name for key in beside if not (is_bank and plain_name(key) in _REASONS) for name in fields_named(key)
    }
    if others & {"statement", "answer"}:
        return None
    if label is None and not is_bank and not _asks_only(fields, story, text):
        return None
    columns = {text: "rulings", story: "title", **({label: "rulings"} if label else {})}
    found = str(fields[label]).strip() if label else ""
    return Case(str(fields[story]).strip(), str(fields[text]).strip(), found, columns)


def _first(
    fields: Mapping[str, JsonValue], names: Collection[str], taken: Collection[str | None]
) -> str | None:
    return next((key for key in fields if plain_name(key) in names and key not in taken), None)


def _column(fields: Mapping[str, JsonValue], name: str) -> str | None:
    return next((key for key in fields if plain_name(key) == plain_name(name)), None)


def _may_be_label(key: str, value: JsonValue) -> bool:
    """Return whether a value is a label, if only one that nobody knows; an answer may be a story's truth."""
    unknown = isinstance(value, str) and len(value) <= _LONGEST_LABEL and "answer" not in fields_named(key)
    return is_label(value) or unknown


def _asks_only(fields: Mapping[str, JsonValue], story: str, text: str) -> bool:
    """Return whether a record without a label is a question on a story elsewhere."""
    return plain_name(story) in _REFERENCES - {"story"} and len(str(fields[text])) < 400


def add_cases(puzzle: Fields, cases: list[Case]) -> list[str]:
    """Add cases to a puzzle as unconfirmed rulings, those without a ruling as proposals.

    Args:
        puzzle: in the schema's form; it is changed.
        cases: of its story.
    Returns:
        Notes on what was added and what was not.
    """
    if not cases:
        return []
    by_text: dict[bytes, list[Case]] = defaultdict(list)
    for case in cases:
        by_text[digest_of(case.text)].append(case)
    rulings, proposals = as_array(puzzle.get("rulings", [])), as_array(puzzle.get("proposals", []))
    puzzle |= {"rulings": rulings, "proposals": proposals}
    authored = {digest_of(text) for ruling in rulings for text in _texts_of(ruling)}
    waiting = {digest_of(text) for text in proposals if isinstance(text, str)}
    told: Counter[Bilingual] = Counter()
    for digest, same in by_text.items():
        words: set[RulingWord] = {word for case in same if (word := ruling_label(case.label))}
        if digest in authored or not same[0].text:
            told[_RULED] += len(same)
        elif digest in waiting and not words:
            told[_WAITS] += len(same)
        elif len(words) > 1:
            told[_DISAGREE] += len(same)
        else:
            told[_taken(rulings, proposals, same, words)] += 1
            told[_AGAIN] += len(same) - 1
    return [
        Bilingual(f"{pluralize(len(cases), 'case')}: {n} {what}", f"{len(cases)} 条问答里有 {n} 条{what.zh}")
        for what, n in told.items()
        if n
    ]


def _taken(
    rulings: list[JsonValue], proposals: list[JsonValue], same: list[Case], words: set[RulingWord]
) -> Bilingual:
    """Take a question into a puzzle, and return what became of it.

    Args:
        rulings, proposals: of the puzzle; they are changed.
        same: the cases that ask it.
        words: its ruling; empty for none.
    """
    text = same[0].text
    if words and len(rulings) < MAX_RULINGS:
        label = next(case.label for case in same if ruling_label(case.label))
        rulings.append({"texts": [text], "ruling": words.pop(), "unconfirmed": True, "label": label})
        return _UNCONFIRMED
    if not words and len(proposals) < MAX_PROPOSALS:
        proposals.append(text)
        return _WAIT
    return _TOO_MANY


def _texts_of(ruling: JsonValue) -> list[str]:
    if not is_object(ruling):
        return []
    given = as_array(ruling.get("texts") or ruling.get("text", ""))
    return [text for text in given if isinstance(text, str)]
