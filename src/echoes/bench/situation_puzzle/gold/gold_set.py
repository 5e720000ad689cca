"""Gold sets: questions with the ruling that they should get, and the flaws of a file of them."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, cast

from echoes.bench.runs.json_lines import read_json_lines
from echoes.core.errors import BadInput
from echoes.games.situation_puzzle.puzzle.labels import ruling_label

_UNKNOWN = {"unknown", "unspecified", "n", "不知道"}
_LABELS = "Known: YES, NO, YES AND NO, IRRELEVANT and the synonyms in docs/benchmarks.md."
_LENIENT = "Fix the file, or leave such lines out with --lenient."


@dataclass(frozen=True)
class GoldQuestion:
    """One question of a gold set.

    Attributes:
        story: the puzzle's id, or the story's title.
        ruling: what it should get.
        facts: ids of the facts on which the ruling rests; None where that is not labelled.
        lang: of the question; None where the file does not say.
        reply: an archived reply to score in place of a referee's.
        settled_by: the authored rulings that settle it, counted from 1; empty where none does,
            None where that is not labelled.
        line: of its file.
        set: the part of the gold suite that it belongs to; empty for the first.
    """

    story: str
    text: str
    ruling: str
    lang: str | None = None
    reply: str | None = None
    settled_by: tuple[int, ...] | None = None
    facts: tuple[str, ...] | None = None
    line: int = 0
    set: str = ""


@dataclass(frozen=True)
class GoldSet:
    """A gold set that was read.

    Attributes:
        left_out: numbers of lines that were left out, by their flaw.
        notes: a line on each of them.
        path: of the file, for messages.
    """

    items: list[GoldQuestion]
    left_out: dict[str, int] = field(default_factory=dict[str, int])
    notes: list[str] = field(default_factory=list[str])
    path: Path = Path("gold")


@dataclass
class _Flaws:
    """The flaws of the lines of a file: refused at once, or collected."""

    path: Path
    lenient: bool
    kinds: Counter[str] = field(default_factory=Counter[str])
    notes: list[str] = field(default_factory=list[str])

    def found(self, line: int, kind: str, what: str, remedy: str = _LENIENT) -> None:
        """Note one flaw.

        Raises:
            BadInput: unless such lines are to be left out.
        """
        if not self.lenient:
            raise BadInput(f"{self.path}, line {line}: {what}", remedy)
        self.kinds[kind] += 1
        self.notes.append(f"line {line}: {what}")


def read_gold(path: Path, lenient: bool = False, archived: bool = False) -> GoldSet:
    """Read a gold set, or archived replies with their gold labels.

    Args:
        path: JSON lines with `story`, `text`, and `ruling` or `gold`.
        lenient: leave out lines with an unknown label, a text that stood before, or a language
            that is not that of its story, and count them apart.
        archived: these are replies, one for each time that something was asked; a text may stand twice.
    Raises:
        BadInput: a line has no story or text, or has such a flaw and is not to be left out.
    """
    flaws = _Flaws(path, lenient)
    items: list[GoldQuestion] = []
    for line in read_json_lines(path, ("story", "text")):
        number, row = line.number, line.fields
        label = row.get("ruling", row.get("gold"))
        ruling = gold_label(label)
        if ruling is None:
            remedy = f"{_LABELS} --lenient leaves such lines out."
            flaws.found(number, "unknown label", f"unknown label '{label}'", remedy)
            continue
        story, text = line.text("story"), line.text("text")
        if not any(c.isalnum() for c in text) or not text.isprintable():
            flaws.found(number, "unreadable text", "holds no words, or a character that can't be shown")
            continue
        facts = tuple(map(str, row["facts"])) if isinstance(row.get("facts"), list) else None
        settled = _settled(row, path, number)
        lang, reply, part = row.get("lang"), row.get("reply"), str(row.get("set") or "")
        spoken = str(lang) if lang else None
        items.append(GoldQuestion(story, text, ruling, spoken, reply, settled, facts, number, part))
    return GoldSet(_sound(items, flaws, archived), dict(flaws.kinds), flaws.notes, path)


def _sound(items: Sequence[GoldQuestion], flaws: _Flaws, archived: bool) -> list[GoldQuestion]:
    """Return the questions that stand once, and in the language of their story."""
    first: dict[tuple[str, str | None, str], GoldQuestion] = {}
    language = _languages(items)
    kept: list[GoldQuestion] = []
    for item in items:
        key = (item.story, item.lang, item.text)
        before = first.setdefault(key, item)
        spoken = script_of(item.text)
        expected = item.lang or language[item.story]
        if before is not item and before.ruling != item.ruling:
            what = f"is ruled {item.ruling}, and {before.ruling} in line {before.line}"
            flaws.found(item.line, "contradiction", what)
        elif before is not item and not archived:
            flaws.found(item.line, "duplicate", f"stands in line {before.line} already")
        elif expected in ("en", "zh") and spoken not in (None, expected):
            what = f"is written in '{spoken}', and its story's language is '{expected}'"
            flaws.found(item.line, "mixed languages", what)
        else:
            kept.append(item)
    return kept


def _languages(items: Sequence[GoldQuestion]) -> dict[str, str | None]:
    """Return the language of most lines on each story."""
    counts: dict[str, Counter[str | None]] = {}
    for item in items:
        counts.setdefault(item.story, Counter())[script_of(item.text)] += 1
    return {story: count.most_common(1)[0][0] for story, count in counts.items()}


def script_of(text: str) -> str | None:
    """Return `zh` for a text with Chinese characters, else `en` for one with Latin letters, else None."""
    if any("\u4e00" <= c <= "\u9fff" for c in text):
        return "zh"
    return "en" if any(c.isascii() and c.isalpha() for c in text) else None


def of_known_stories(gold: GoldSet, known: Mapping[str, Collection[str]], lenient: bool) -> GoldSet:
    """Leave out, or refuse, lines whose story is not there or not in their language.

    Args:
        gold: as it was read.
        known: the stories that are there, each with its languages.
        lenient: leave such lines out and count them apart.
    Raises:
        BadInput: there are such lines, and they are not to be left out.
    """
    flaws = _Flaws(gold.path, lenient, Counter(gold.left_out), [*gold.notes])
    kept: list[GoldQuestion] = []
    for item in gold.items:
        spoken = item.lang or script_of(item.text)
        if item.story not in known:
            shown = ", ".join(sorted(known)[:5])
            remedy = f"Known: {shown}{', …' if len(known) > 5 else ''}; --lenient leaves such lines out."
            flaws.found(item.line, "missing story", f"there is no story '{item.story}'", remedy)
        elif spoken and spoken not in known[item.story]:
            there = ", ".join(sorted(known[item.story]))
            flaws.found(item.line, "mixed languages", f"is in '{spoken}', and its story in '{there}'")
        else:
            kept.append(item)
    return GoldSet(kept, dict(flaws.kinds), flaws.notes, gold.path)


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


def read_replies(path: Path, gold: Path | None) -> GoldSet:
    """Read archived replies, with the labels of `gold` where it is given, else with their own.

    Returns:
        The replies; under `left_out`, and in a note, how many questions of `gold` have none.
    Raises:
        BadInput: a reply has no label of its own, or is not in `gold`.
    """
    if gold is None:
        return read_gold(path, archived=True)
    labels = {(item.story, item.text): item.ruling for item in read_gold(gold, archived=True).items}
    items: list[GoldQuestion] = []
    for line in read_json_lines(path, ("story", "text", "reply")):
        number, story, text = line.number, line.text("story"), line.text("text")
        if (story, text) not in labels:
            raise BadInput(f"{path}, line {number}: is not in {gold}", "Give the gold set of these replies.")
        items.append(
            GoldQuestion(
                story, text, labels[story, text], line.fields.get("lang"), line.fields["reply"], line=number
            )
        )
    answered = {(item.story, item.text) for item in items}
    silent = [text for story, text in labels if (story, text) not in answered]
    if not silent:
        return GoldSet(items, path=path)
    note = f"{len(silent)} questions of {gold} have no reply, and are in no figure: “{silent[0]}”"
    return GoldSet(items, {"no reply": len(silent)}, [f"{note} …" if len(silent) > 1 else note], path)


def gold_label(label: Any) -> str | None:
    """Read a label by exact match; "unknown" labels count as IRRELEVANT. None for no label."""
    if str(label).strip(" .。!！").casefold() in _UNKNOWN:
        return "IRRELEVANT"
    return ruling_label(label)
