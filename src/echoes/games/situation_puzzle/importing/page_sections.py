"""Sections of a page: its text cut under labels and headings, by numbers of lists, and where it is folded."""

import dataclasses
import re
from dataclasses import dataclass

from echoes.games.situation_puzzle.importing.page_labels import (
    PageLabel,
    is_bold,
    item_in,
    label_in,
    label_of,
    split_labels,
    title_in,
)
from echoes.games.situation_puzzle.importing.pages import PageLine

_SHORT = frozenset("title id language difficulty author source url licence tags kinds status".split())
"""Fields of one line: what stands below them is no part of them."""
_LONGEST_TITLE = 48
_SENTENCE = re.compile(r"[.!?。！？…”’\"':：)）]$")


@dataclass
class PageSection:
    """A part of a page.

    Attributes:
        field: for which it stands; empty for text under no label, `folded` for a part that is folded away
            under no label, `end` and `heading` for what parts two puzzles, `table` for the rows of a table.
        line: of its beginning.
        name, key: of its label.
        lines: of its text.
    """

    field: str
    line: int
    name: str = ""
    key: str = ""
    lines: list[str] = dataclasses.field(default_factory=list[str])

    @property
    def text(self) -> str:
        """The text in lines that are not empty."""
        return "\n".join(line.strip() for line in self.lines if line.strip())

    @property
    def tells(self) -> bool:
        """Return whether it has any text."""
        return any(line.strip() for line in self.lines)

    @property
    def is_item(self) -> bool:
        """Return whether it is an item of a numbered list."""
        return bool(self.key) and not self.name and self.field in ("statement", "answer")

    @property
    def begins_story(self) -> bool:
        """Return whether it is a story under a label of its own."""
        return self.field == "statement" and bool(self.name)

    @property
    def paragraphs(self) -> list[str]:
        """Return the parts between empty lines."""
        parts = re.split(r"\n\s*\n", "\n".join(line.strip() for line in self.lines).strip())
        return [part for part in parts if part]


class PageSections:
    """Cuts a page into sections.

    Attributes:
        found: those of the lines that were read.
    """

    def __init__(self) -> None:
        self.found: list[PageSection] = [PageSection("", 1)]
        self._depth = 0
        self._group: tuple[PageSection, int] | None = None
        self._item: tuple[int, int] | None = None
        self._asked, self._lists_stories = set[str](), False
        self._items, self._listed, self._answered = 0, "", False

    @property
    def _now(self) -> PageSection:
        return self.found[-1]

    def read(self, line: PageLine) -> None:
        """Read a line."""
        match line.kind:
            case "opened":
                if self._depth and self._now.field == "folded" and self._now.tells:
                    # A whole puzzle is folded away, and its answer once more.
                    self.found.insert(-1, PageSection("heading", line.number, self._now.name))
                    self._now.field = self._now.name = ""
                self._depth += 1
                if not self._now.name or self._now.tells or self._now.field in ("heading", "end"):
                    self._open("folded", line)
            case "closed":
                self._depth = max(0, self._depth - 1)
                self._open("", line)
            case "summary":
                label = self._label_of(line.text)
                self._open(label.field if label else "folded", line, label or PageLabel("", line.text))
            case "rule":
                if title := self._underlined(line):
                    self._head(title, line)
                else:
                    self._open("end", line)
                    self._item = None
            case "heading":
                self._read_heading(line)
            case "row" | "under header":
                is_next = line.kind == "under header" and len(self._now.lines) > 1
                header = [self._now.lines.pop()] if self._now.field == "table" and is_next else []
                if self._now.field != "table" or header:
                    self._open("table", line)
                self._now.lines += [*header, line.text]
            case "text":
                for part in split_labels(line.text):
                    self._read_text(line, part)

    def _open(self, name: str, line: PageLine, label: PageLabel | None = None) -> None:
        self.found.append(
            PageSection(name, line.number, label.name if label else "", label.key if label else "")
        )
        if label and label.rest:
            self._add(label.rest, line)

    def _add(self, text: str, line: PageLine) -> None:
        self._now.lines.append(text)
        self._answered = self._answered or (self._now.field in ("answer", "folded") and bool(text.strip()))
        if self._now.field in _SHORT and text.strip():
            self._open("", line)

    def _read_heading(self, line: PageLine) -> None:
        words = line.text.strip("*_ :：")
        if named := title_in(words):
            self._head(named[0], line, named[1])
        elif (label := self._label_of(words)) or ((label := label_in(words)) and label.field == "answer"):
            self._open(label.field, line, label)
            self._group = (self._now, line.level)
        elif self._group and line.level > self._group[1] and not self._group[0].tells:
            self._open(self._group[0].field, line, PageLabel("", words, words.casefold()))
        else:
            self._group = None
            self._head(words.strip("《》 "), line)

    def _head(self, title: str, line: PageLine, identity: str = "") -> None:
        self.found.append(PageSection("heading", line.number, title, identity))
        self._open("", line)

    def _underlined(self, rule: PageLine) -> str:
        """Take the line above a rule as a title, if it stands alone and is no sentence; empty for none."""
        lines = self._now.lines
        words = lines[-1].strip() if lines else ""
        alone = len(lines) == 1 or (bool(lines) and not lines[-2].strip())
        others = self._now.field in ("", "end") or any(line.strip() for line in lines[:-1])
        is_title = 0 < len(words) <= _LONGEST_TITLE and not _SENTENCE.search(words)
        if not (is_title and alone and others and rule.text.strip()[0] in "=-"):
            return ""
        lines.pop()
        return words

    def _label_of(self, words: str) -> PageLabel | None:
        """Return the label that a heading is; `A1` is a name of a puzzle, unless there was a `Q1`."""
        label = label_of(words)
        if label and label.name in ("Q", "q"):
            self._asked.add(label.key)
        return None if label and label.name in ("A", "a") and label.key not in self._asked else label

    def _read_text(self, line: PageLine, text: str) -> None:
        if self._now.field == "table":
            if not text.strip():
                return
            self._open("", line)
        if named := title_in(text):
            self._head(named[0], line, named[1])
        elif label := label_in(text):
            self._open(label.field, line, label)
        elif (item := item_in(text)) and (role := self._role_of(item)):
            label = label_in(item[2]) or PageLabel(role, "", rest=item[2])  # `1. **Story:** …`
            self._items, self._listed = self._items + 1, label.field
            self._open(label.field, line, PageLabel(label.field, "", str(item[1]), label.rest))
        elif (bold := is_bold(text)) and self._now.field in ("", "end") and not self._now.tells:
            self._head(bold, line)
        else:
            self._add(text, line)

    def _role_of(self, item: tuple[int, int, str]) -> str:
        """Return the field that an item of a list stands for; empty where it is a part of a text.

        It is a story where no label stands before it, or where it goes on with a list of stories; below the
        label of answers it is one, if stories were numbered.
        """
        indent, number, _ = item
        now = self._now
        if now.name and now.field in ("statement", "answer") and not now.key and not now.tells:
            is_list = (self._lists_stories or self._items > 1) and not self._answered
            if now.field == "answer" and not is_list:
                return ""  # a list within one answer
            self._item, self._lists_stories = (indent, number), now.field == "statement"
            return now.field
        goes_on = self._item == (indent, number - 1)
        if goes_on or (not now.name and now.field in ("", "end")):
            self._item = (indent, number)
            return self._listed if goes_on else "statement"
        return ""

    def all(self) -> list[PageSection]:
        """Return the sections; a list of which nothing is answered is text."""
        answered = False
        for section in reversed(self.found):
            if section.field == "heading" or section.begins_story:
                answered = False
            elif section.is_item and section.field == "statement" and not answered:
                section.lines[0] = f"{section.key}. {section.lines[0]}"
                section.field = section.key = ""
            answered = answered or section.field in ("answer", "folded")
        return self.found
