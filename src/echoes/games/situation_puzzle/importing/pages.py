"""Pages of text, Markdown and HTML as lines of one kind each, with their numbers in the file."""

import html
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

_COMMENT = re.compile(r"<!--.*?(?:-->|\Z)|\{/\*.*?(?:\*/\}|\Z)", re.DOTALL)
_DROPPED = re.compile(r"<(script|style|head)\b(?:(?!<\1\b).)*?</\1\s*>", re.DOTALL | re.IGNORECASE)
_SUMMARY = re.compile(r"<summary\b[^<>]*>((?:(?!<summary\b).)*?)</summary\s*>", re.DOTALL | re.IGNORECASE)
_HTML_HEADING = re.compile(r"<h([1-6])\b[^<>]*>((?:(?!<h[1-6]\b).)*?)</h\1\s*>", re.DOTALL | re.IGNORECASE)
_HTML_ROW = re.compile(r"<tr\b[^<>]*>((?:(?!<tr\b).)*?)</tr\s*>", re.DOTALL | re.IGNORECASE)
_HTML_CELL = re.compile(r"<t[dh]\b[^<>]*>((?:(?!<t[dh]\b).)*?)</t[dh]\s*>", re.DOTALL | re.IGNORECASE)
_DETAILS = re.compile(r"<(/?)details[^<>]*>", re.IGNORECASE)
_SPOILER = re.compile(
    r"(?:>!((?:(?!>!|!<).)+)!<|(?<!\|)\|\|(?!\|)([^|]+?)\|\|(?!\|))(?=[^\S\n]*(?:\n|\Z))", re.DOTALL
)
_MARK = "\x02\\d+\x03"
_BETWEEN_SPOILERS = re.compile(
    rf"(?:!<|(?<=[^|\s])\|\|)[ \t]*\n({_MARK})(?:[ \t]*\n{_MARK})*[ \t]*(?:>!|\|\|(?=[^|\s]))"
)
"""Spoilers on lines that follow each other are one."""
_BLOCK = re.compile(r"</(?:p|div|li|ul|ol|section|article)\b[^<>]*>|<(?:p|hr)\b[^<>]*>", re.IGNORECASE)
_TABLE = re.compile(r"</?table\b[^<>]*>", re.IGNORECASE)
_BREAK = re.compile(r"<br\b[^<>]*>", re.IGNORECASE)
_TAG = re.compile(r"</?[A-Za-z][^<>]*>")
_MODULE_LINE = re.compile(r"^(?:import\s.+\sfrom\s|import\s+['\"]|export\s+(?:const|default|let)\b)")
_FENCE = re.compile(r"^\s*```")
_HEADING = re.compile(r"^\s{0,3}(#{1,6})\s*(.+?)\s*#{0,9}\s*$")
_WIKI_HEADING = re.compile(r"^\s*(={2,5})\s*([^=]+?)\s*\1\s*$")
_RULE = re.compile(r"^\s*(?:-{3,}|\*{3,}|_{3,}|={3,}|(?:[-*_]\s){3,})\s*$")
_QUOTE = re.compile(r"^\s*>\s?(?!!)")
_UNDER_HEADER = re.compile(r"^\s*\|?\s*:?-{2,}:?\s*(?:\|\s*:?-{2,}:?\s*)+\|?\s*$")
_NUMBER = re.compile("\x02(\\d+)\x03")
_MOST_SPACES = " " * 9
_SPACES = re.compile(r"[^\S\n]{9,}")
"""So many tell nothing, and cost the patterns of labels much."""
_OPENED, _CLOSED, _NAMED = "\x00details", "\x00/details", "\x00summary "

LineKind = Literal["text", "heading", "rule", "opened", "closed", "summary", "row", "under header"]


@dataclass(frozen=True)
class PageLine:
    """A line of a page.

    Attributes:
        kind: `opened` and `closed` stand around a part that is folded away, of which `summary` is the name.
        text: without marks of its kind, indented as it was.
        number: of the line in its file, from 1.
        level: of a heading.
    """

    kind: LineKind
    text: str
    number: int
    level: int = 0


def page_lines(text: str, first: int = 1) -> Iterator[PageLine]:
    """Yield the lines of a page without tags and comments.

    Args:
        text: of the page.
        first: the number of its first line.
    """
    text = _SPACES.sub(_MOST_SPACES, text)
    numbered = "\n".join(f"\x02{n}\x03{line}" for n, line in enumerate(text.split("\n"), first))
    number = first
    for line in _plain(numbered).split("\n"):
        found = _NUMBER.findall(line)
        if line.startswith("\x02"):
            number = int(found[0])
        yield _line(_NUMBER.sub("", line), number)
        if found:
            number = int(found[-1])


def _plain(text: str) -> str:
    """Return the lines of a page without tags; folded-away parts are marked."""
    text = _DROPPED.sub("", _COMMENT.sub("", text))
    text = _TABLE.sub("\n---\n", text)
    text = _HTML_ROW.sub(lambda row: f"\n{_row(row[1])}\n", text)
    text = _HTML_HEADING.sub(lambda found: f"\n{'#' * int(found[1])} {_in_line(found[2])}\n", text)
    text = _SUMMARY.sub(lambda found: f"\n{_NAMED}{_in_line(found[1])}\n", text)
    text = _DETAILS.sub(lambda found: f"\n{_CLOSED if found[1] else _OPENED}\n", text)
    text = _BETWEEN_SPOILERS.sub("\n\\1", text)
    text = _SPOILER.sub(lambda found: f"\n{_OPENED}\n{found[1] or found[2]}\n{_CLOSED}\n", text)
    text = _TAG.sub("", _BREAK.sub("\n", _BLOCK.sub("\n\n", text)))
    return html.unescape(text)


def _row(cells: str) -> str:
    found = [_in_line(cell).replace("|", "\\|") for cell in _HTML_CELL.findall(cells)]
    return f"| {' | '.join(found)} |"


def _in_line(words: str) -> str:
    return " ".join(_TAG.sub("", _BREAK.sub(" ", words)).split())


def _line(line: str, number: int) -> PageLine:
    if line in (_OPENED, _CLOSED):
        return PageLine("opened" if line == _OPENED else "closed", "", number)
    if line.startswith(_NAMED):
        return PageLine("summary", line.removeprefix(_NAMED).strip(), number)
    if _UNDER_HEADER.match(line):
        return PageLine("under header", line, number)
    if line.lstrip().startswith("|"):
        return PageLine("row", line.strip(), number)
    line = _QUOTE.sub("", line)
    if _MODULE_LINE.match(line) or _FENCE.match(line):
        return PageLine("text", "", number)
    if heading := _HEADING.match(line) or _WIKI_HEADING.match(line):
        return PageLine("heading", heading[2].strip(), number, len(heading[1]))
    return PageLine("rule" if _RULE.match(line) else "text", line.rstrip(), number)
