"""Gold sets: questions with the ruling that they should get."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

from echoes.core.errors import BadInput
from echoes.games.situation_puzzle.formats import ruling_label

_UNKNOWN = {"unknown", "unspecified", "n", "不知道"}


@dataclass(frozen=True)
class Item:
    """One question of a gold set.

    Attributes:
        story: the puzzle's id, or the story's title.
        ruling: what it should get.
        reply: an archived reply to score in place of a referee's.
        settled_by: the authored rulings that settle it, counted from 1; empty where none does,
            None where nobody has looked.
    """

    story: str
    text: str
    ruling: str
    lang: str | None = None
    reply: str | None = None
    settled_by: tuple[int, ...] | None = None


def read_rows(path: Path, needed: Sequence[str]) -> list[dict[str, Any]]:
    """JSON lines that each hold certain keys; `-` reads standard input.

    Raises:
        BadInput: the file can't be read, or a line is no such object; file and line are named.
    """
    rows: list[dict[str, Any]] = []
    for number, line in enumerate(_lines(path), 1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
        except (ValueError, RecursionError) as error:
            raise BadInput(
                f"{path}, line {number}: is not JSON ({error})", "Write one JSON object a line."
            ) from None
        missing = [key for key in needed if not isinstance(row, dict) or key not in row]
        if missing:
            raise BadInput(
                f"{path}, line {number}: '{missing[0]}' is missing", "Write one JSON object a line."
            )
        rows.append(cast("dict[str, Any]", row))
    return rows


def _lines(path: Path) -> Iterable[str]:
    import sys

    try:
        data = sys.stdin.buffer.read() if str(path) == "-" else path.read_bytes()
        return data.decode("utf-8-sig").split("\n")
    except UnicodeDecodeError as error:
        raise BadInput(f"{path} is not UTF-8 (byte {error.start})", "Save it as UTF-8.") from None
    except OSError as error:
        raise BadInput(f"{path} can't be read ({error.strerror})", "Name a file with JSON lines.") from None


def read_gold(path: Path) -> list[Item]:
    """A gold set, or archived replies with their gold labels.

    Raises:
        BadInput: a line has no story, text or known label.
    """
    items: list[Item] = []
    for number, row in enumerate(read_rows(path, ("story", "text")), 1):
        label = row.get("ruling", row.get("gold"))
        ruling = gold_label(label)
        if ruling is None:
            raise BadInput(
                f"{path}, line {number}: unknown label '{label}'",
                "Known: YES, NO, YES AND NO, IRRELEVANT and the synonyms in docs/benchmarks.md.",
            )
        story, text = str(row["story"]), str(row["text"])
        items.append(
            Item(story, text, ruling, row.get("lang"), row.get("reply"), _settled(row, path, number))
        )
    return items


def _settled(row: dict[str, Any], path: Path, number: int) -> tuple[int, ...] | None:
    given: Any = row.get("settled_by")
    if given is None:
        return None
    numbers = cast("list[Any]", given if isinstance(given, list) else [given])
    if not all(isinstance(one, int) and one > 0 for one in numbers):
        raise BadInput(
            f"{path}, line {number}: 'settled_by' is no list of numbers", "Count the rulings from 1."
        )
    return tuple(numbers)


def read_replies(path: Path, gold: Path | None) -> list[Item]:
    """Archived replies, with the labels of `gold` where it is given, else with their own.

    Raises:
        BadInput: a reply has no label of its own, or is not in `gold`.
    """
    if gold is None:
        return read_gold(path)
    labels = {(item.story, item.text): item.ruling for item in read_gold(gold)}
    items: list[Item] = []
    for number, row in enumerate(read_rows(path, ("story", "text", "reply")), 1):
        story, text = str(row["story"]), str(row["text"])
        if (story, text) not in labels:
            raise BadInput(f"{path}, line {number}: is not in {gold}", "Give the gold set of these replies.")
        items.append(Item(story, text, labels[story, text], row.get("lang"), row["reply"]))
    return items


def gold_label(label: Any) -> str | None:
    """The ruling of a label, by exact match; "unknown" labels count as IRRELEVANT."""
    if str(label).strip(" .。!！").casefold() in _UNKNOWN:
        return "IRRELEVANT"
    return ruling_label(label)
