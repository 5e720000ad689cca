"""Sections of a page, put together to records; what fits together in two ways is refused with its line."""

from collections import Counter
from dataclasses import dataclass, field

from echoes.core.text.plain_text import pluralize
from echoes.games.situation_puzzle.importing.page_labels import is_bold, item_in
from echoes.games.situation_puzzle.importing.page_sections import PageSection
from echoes.games.situation_puzzle.importing.tables import read_page_table
from echoes.games.situation_puzzle.importing.values import LinedFields, RefusedRecord

_SHOWN = 40
_TEXTS = ("statement", "answer")
_REMEDIES = {
    "begin each puzzle with a heading or a line of ---": "请在每题之间加标题或一行 ---",
    "put each story before its answer": "请把汤面写在汤底前面",
    "take the numbers from the list within a numbered puzzle": "请去掉题目里面那个列表的编号",
}


@dataclass
class _Draft:
    """A record in the making.

    Attributes:
        parts: its sections by field; two of one field are one too many.
        title, key: of its heading and of its sections.
        run: which stretch of the page without a heading or rule it stands in.
    """

    run: int
    title: str = ""
    key: str = ""
    parts: dict[str, list[PageSection]] = field(default_factory=dict[str, list[PageSection]])

    def has(self, name: str) -> bool:
        """Return whether there is a text of a field."""
        return any(section.tells for section in self.parts.get(name, ()))

    @property
    def is_told(self) -> bool:
        """Return whether there is a story, under its label or before what is folded away."""
        return self.has("statement") or self.has("")

    @property
    def is_answered(self) -> bool:
        """Return whether there is an answer, under its label or folded away."""
        return self.has("answer") or self.has("folded")

    @property
    def is_lone(self) -> bool:
        """Return whether it is a story under its label without an answer."""
        return self.has("statement") and not self.is_answered

    @property
    def begins_with_answer(self) -> bool:
        """Return whether the answer stands before the story."""
        first = next((name for name in self.parts if name in _TEXTS and self.has(name)), "")
        return first == "answer" and self.has("statement")


class PageRecords:
    """Puts sections together.

    Args:
        sections: of a page, in their order.
    """

    def __init__(self, sections: list[PageSection]) -> None:
        self._drafts: list[_Draft] = [_Draft(0)]
        self._sections = sections
        self._last = PageSection("", 1)
        self._keyed: dict[str, list[_Draft]] = {}

    @property
    def _now(self) -> _Draft:
        return self._drafts[-1]

    def all(self) -> list[LinedFields | RefusedRecord]:
        """Return the records, and a refusal for each part that can't be told apart."""
        for section in self._sections:
            self._take(section)
        found: list[LinedFields | RefusedRecord] = []
        told = [draft for draft in self._drafts if draft.is_told and draft.is_answered]
        of_run, untitled = Counter(one.run for one in told), {one.run for one in told if not one.title}
        for place, draft in enumerate(self._drafts):
            if draft.run in untitled:
                draft.title = ""  # it is the title of all
            lone = any(one.is_lone and one.run == draft.run for one in self._drafts[place + 1 : place + 2])
            begins = draft.begins_with_answer and of_run[draft.run] > 1
            found += self._made(draft, turned=begins or (lone and not draft.has("statement")))
        return found

    def _next(self, title: str = "", key: str = "") -> _Draft:
        self._drafts.append(_Draft(self._now.run, title, key))
        return self._now

    def _take(self, section: PageSection) -> None:
        match section.field:
            case "end":
                if self._now.is_answered:
                    self._next().run += 1
                elif section.tells and self._now.parts:  # a rule within a story
                    self._last.lines += section.lines
                    return
                if section.tells:
                    self._take(PageSection("", section.line, lines=section.lines))
            case "heading":
                if {*self._now.parts} == {"id"}:  # it stands above the heading
                    self._now.title = section.name
                else:
                    self._next(title=section.name).run += 1
                if section.key:
                    self._now.parts["id"] = [PageSection("id", section.line, "id", "", [section.key])]
            case "table":
                self._next().parts["table"] = [section]
                self._next()
            case _ if section.tells or section.name:
                self._last = section
                self._place(section).parts.setdefault(self._name(section), []).append(section)
            case _:
                pass

    def _name(self, section: PageSection) -> str:
        if section.field:
            return section.field
        return "afterword" if self._now.is_answered else ""

    def _place(self, section: PageSection) -> _Draft:
        """Return the record that a section belongs to: the one in the making, another one, or a new one."""
        now, name = self._now, section.field
        if name in ("title", "id"):
            return self._next() if now.has(name) or now.is_answered else now
        if name == "statement":
            is_other = bool(section.key and (now.is_told or now.is_answered) and section.key != now.key)
            if is_other or (now.is_told and now.is_answered):
                now = self._next(title=_title_behind(now))
            if section.key and not now.key:
                now.key = section.key
                self._keyed.setdefault(section.key, []).append(now)
            if section.key == section.name.casefold() and not section.key.isdecimal():
                now.title = now.title or section.name
            return now
        if name == "answer":
            return self._place_of_answer(section)
        if name == "folded" and now.is_answered:
            return self._after(now)
        return now

    def _place_of_answer(self, section: PageSection) -> _Draft:
        now = self._now
        if section.key and section.key != now.key:
            if waits := [one for one in self._keyed.get(section.key, ()) if not one.is_answered]:
                return waits[-1]
            if now.key or now.is_answered:
                return self._next(key=section.key)
        if not now.is_answered:
            return now
        if now.begins_with_answer:
            return self._next()
        return self._after(now)

    def _after(self, now: _Draft) -> _Draft:
        """Return the record of a second answer: the story of it stands, in words alone, behind the first."""
        if now.has("statement"):
            return now
        if after := now.parts.pop("afterword", None):
            self._next().parts[""] = after
            return self._now
        answers = now.parts.get("answer", [])
        if len(answers) == 1 and len(told := answers[0].paragraphs) == 2:
            answers[0].lines = [told[0]]
            line = answers[0].line + len(told[0].splitlines()) + 1
            self._next().parts[""] = [
                PageSection("", line, lines=[item[2] if (item := item_in(told[1])) else told[1]])
            ]
        return self._now

    def _made(self, draft: _Draft, turned: bool) -> list[LinedFields | RefusedRecord]:
        if table := draft.parts.get("table"):
            return [*read_page_table(table[0].lines, table[0].line)]
        parts = {name: [one for one in all_ if one.tells] for name, all_ in draft.parts.items()}
        before = parts.pop("", [])
        answers = [*parts.pop("answer", []), *parts.pop("folded", [])]
        stories = parts.pop("statement", []) or (before if answers else [])
        told = {**parts, **({"preface": before} if before and stories is not before else {})}
        if len(answers) > 1 or (len(stories) > 1 and stories is not before):
            return [_refused(stories, answers, "begin each puzzle with a heading or a line of ---")]
        if turned:
            return [_refused(stories, answers, "put each story before its answer")]
        if any(one.is_item and _holds_list(one) for one in stories) or (
            stories and stories[0].is_item and any(map(_holds_list, answers))
        ):
            return [_refused(stories, answers, "take the numbers from the list within a numbered puzzle")]
        fields = LinedFields({"title": draft.title} if draft.title else {})
        for name, all_ in {**told, "statement": stories, "answer": answers}.items():
            own = name if name in ("title", "id", *_TEXTS) or not all_ else all_[0].name or name
            if text := "\n".join(one.text for one in all_):
                fields[own] = text
        fields.line = min((one.line for one in (*stories, *answers)), default=0)
        return [fields] if fields.keys() & {*_TEXTS} else []


def _title_behind(draft: _Draft) -> str:
    """Take the title of the next puzzle, a line in bold, from behind an answer; empty for none."""
    answers = draft.parts.get("answer", [])
    lines = answers[-1].lines if answers else []
    while lines and not lines[-1].strip():
        lines.pop()
    return is_bold(lines.pop()) if len(lines) > 2 and is_bold(lines[-1]) and not lines[-2].strip() else ""


def _holds_list(section: PageSection) -> bool:
    """Return whether a numbered list stands in a text, as far left as the numbers of the puzzles."""
    items = [item_in(line) for line in section.lines[1 if section.is_item else 0 :]]
    return any(item and item[0] == 0 for item in items)


def _refused(stories: list[PageSection], answers: list[PageSection], remedy: str) -> RefusedRecord:
    """Refuse a record, and show what was taken as its story and as its answer."""
    line = min(one.line for one in (*stories, *answers))
    said, zh = (
        "; ".join(f"{name} (line {one.line}): “{' '.join(one.text.split())[:_SHOWN]}”" for name, one in found)
        for found in (
            [*(("story", one) for one in stories), *(("answer", one) for one in answers)],
            [*(("汤面", one) for one in stories), *(("汤底", one) for one in answers)],
        )
    )
    counts = f"{pluralize(len(stories), 'field')} 'statement' and {len(answers)} 'answer'"
    return RefusedRecord(
        f"{counts} stand together and can't be told apart ({said}): {remedy}",
        f"{len(stories)} 个汤面和 {len(answers)} 个汤底连在一起，分不开（{zh}）：{_REMEDIES[remedy]}",
        line,
    )
