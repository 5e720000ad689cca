"""Markdown, MDX, HTML and text blocks, read line by line into records."""

import html
import re

from echoes.core.json_values import is_object
from echoes.games.situation_puzzle.importing.sources import Unreadable
from echoes.games.situation_puzzle.importing.yaml_files import read_yaml
from echoes.games.situation_puzzle.puzzle.field_names import Fields, field_named

_COMMENT = re.compile(r"<!--.*?-->|\{/\*.*?\*/\}", re.DOTALL)
_SUMMARY = re.compile(r"<summary[^>]*>(.*?)</summary\s*>", re.DOTALL | re.IGNORECASE)
_HTML_HEADING = re.compile(r"<h([1-6])[^>]*>(.*?)</h\1\s*>", re.DOTALL | re.IGNORECASE)
_DETAILS = re.compile(r"<(/?)details[^>]*>", re.IGNORECASE)
_BREAK = re.compile(r"<(?:br|/p|/div|/li|hr)\b[^>]*>", re.IGNORECASE)
_DROPPED = re.compile(r"<(script|style|head)\b.*?</\1\s*>", re.DOTALL | re.IGNORECASE)
_TAG = re.compile(r"</?[A-Za-z][^<>]*>")
_MODULE_LINE = re.compile(r"^(?:import\s.+\sfrom\s|import\s+['\"]|export\s+(?:const|default|let)\b)")
_FRONT = re.compile(r"\A---\s*\n(.*?)\n---\s*(?:\n|\Z)", re.DOTALL)
_HEADING = re.compile(r"^\s{0,3}(#{1,6})\s*(.+?)\s*#*\s*$")
_RULE = re.compile(r"^\s*(?:-{3,}|\*{3,}|_{3,}|={3,})\s*$")
_LABELLED = re.compile(
    r"^\s*(?:[-*+>]\s+)?(?:\*\*|__|【|\[)?\s*([^:：*_【】\[\]]{1,24}?)\s*(?:\*\*|__|】|\])?"
    r"\s*[:：]\s*(?:\*\*|__)?\s*(.*)$"
)
_BRACKETED = re.compile(r"^\s*(?:【|\[|「)([^】\]」]{1,24})(?:】|\]|」)\s*[:：]?\s*(.*)$")
_SPACED = re.compile(r"^\s*(?:\*\*|【)?(汤面|湯面|汤底|湯底|謎面|谜面|謎底|谜底)(?:\*\*|】)?(?:\s+(.*))?$")
_NAMED_TITLE = re.compile(r"^\s*(?:#+\s*)?([A-Za-z0-9._-]*)[、.\s]*《([^》]+)》\s*$")
_OPENED, _CLOSED = "\x00details", "\x00/details"
_FENCE = re.compile(r"^\s*```")


def read_text(text: str) -> list[Fields]:
    """Return the records of a page that tells puzzles under headings, labels or folded-away parts."""
    shared, text = _front(text)
    page = _Page()
    for line in _plain(text).split("\n"):
        page.read(line)
    page.end()
    records = [record for record in page.records if "answer" in record or "statement" in record]
    told = {field_named(key) for key in shared} & {"answer", "statement"}
    if told and all(told & record.keys() for record in records):
        return [shared, *records]  # rules stand before and between the puzzles
    if len(records) == 1:
        return [{**shared, **records[0]}]
    common = {key: value for key, value in shared.items() if field_named(key) not in ("id", "title")}
    return [{**common, **record} for record in records]


def _front(text: str) -> tuple[Fields, str]:
    """Return the fields at the front of a page, and the page without them; a rule may begin it as well."""
    if front := _FRONT.match(text):
        try:
            found = read_yaml(front[1])
        except Unreadable:
            return {}, text
        if is_object(found):
            return found, text[front.end() :]
    return {}, text


def _plain(text: str) -> str:
    """Return the lines of a page without tags; folded-away parts are marked."""
    text = _DROPPED.sub("", _COMMENT.sub("", text))
    text = _HTML_HEADING.sub(lambda found: _as_heading(int(found[1]), found[2]), text)
    text = _SUMMARY.sub(lambda found: _as_heading(6, found[1]), text)
    text = _DETAILS.sub(lambda found: f"\n{_CLOSED if found[1] else _OPENED}\n", text)
    text = _TAG.sub("", _BREAK.sub("\n", text))
    lines = [line for line in text.split("\n") if not _MODULE_LINE.match(line) and not _FENCE.match(line)]
    return html.unescape("\n".join(lines))


def _as_heading(level: int, words: str) -> str:
    return f"\n{'#' * level} {_TAG.sub('', words).strip()}\n"


class _Page:
    """Reads a page line by line.

    Attributes:
        records: what was read; `statement` is the text before a folded-away part where nothing is so named.
    """

    def __init__(self) -> None:
        self.records: list[Fields] = []
        self._record: Fields = {}
        self._lines: dict[str, list[str]] = {}
        self._field = ""
        self._folded = False

    def read(self, line: str) -> None:
        """Read one line."""
        if line == _OPENED:
            self._folded, self._field = True, self._field if self._field == "answer" else "folded"
        elif line == _CLOSED:
            self._folded, self._field = False, "after"
        elif _RULE.match(line):
            if self._holds("answer"):
                self.end()
        elif not self._opens(line) and line.strip():
            self._lines.setdefault(self._field, []).append(line.strip())

    def _opens(self, line: str) -> bool:
        """Begin a field or a record where a line says so."""
        if named := _NAMED_TITLE.match(line):
            self._begin(named[2], named[1])
            return True
        if heading := _HEADING.match(line):
            self._headed(heading[2].strip("*_ :："), len(heading[1]))
            return True
        found = _SPACED.match(line) or _BRACKETED.match(line) or _LABELLED.match(line)
        field = field_named(found[1]) if found else None
        if found is None or field is None:
            return False
        self._enter(field, found[1])
        if found[2] and found[2].strip("* "):
            self._lines.setdefault(self._field, []).append(found[2].strip("* "))
        return True

    def _headed(self, words: str, level: int) -> None:
        field = field_named(words)
        if field:
            self._enter(field, words)
        elif self._folded:  # a summary in words of its own, such as “Show me”
            self._field = "folded"
        else:
            self._begin(words)

    def _enter(self, field: str, name: str) -> None:
        """Begin a field; one that opens a record begins another where it is there already."""
        opens = field in ("statement", "title", "id")
        if opens and (self._holds(field) or self._holds("answer")):
            self.end()
        self._field = field if field in ("statement", "answer", "title", "id") else name
        if field == "answer":
            self._lines.pop("folded", None)

    def _begin(self, title: str, identity: str = "") -> None:
        self.end()
        self._record = {"title": title.strip("《》 ")}
        if identity:
            self._record["id"] = identity

    def _holds(self, field: str) -> bool:
        return field in self._record or bool(self._lines.get(field))

    def end(self) -> None:
        """Close the record that is being read."""
        texts = {field: "\n".join(lines).strip() for field, lines in self._lines.items()}
        before, after, folded = (texts.pop(name, "") for name in ("", "after", "folded"))
        if folded and "answer" not in texts:
            texts["answer"] = folded
        if "answer" in texts and "statement" not in texts and before:
            texts["statement"] = before
        elif before and texts:
            texts["preface"] = before
        if after:
            texts["afterword"] = after
        record = {**self._record, **{field: text for field, text in texts.items() if text}}
        if set(record) - {"title", "id"}:
            self.records.append(record)
        self._record, self._lines, self._field, self._folded = {}, {}, "", False
