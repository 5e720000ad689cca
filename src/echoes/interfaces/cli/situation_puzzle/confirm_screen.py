"""Confirming in the terminal: what waits is shown one by one, and a key decides on each."""

from collections.abc import Callable, Iterator, Sequence

from echoes.games.author_forms import Decision, Gap

_WORDS = {
    "en": {
        "place": "{group} · {number} of {count}",
        "also": "also: {text}",
        "establishes": "a yes establishes: {facts}",
        "proposed": " (proposed)",
        "enter": "Enter as proposed",
        "all": "a all {count} of these that are not in doubt",
        "facts": "f facts of a yes",
        "keys": "s leave it · u undo · q stop and save",
        "no_facts": "a yes establishes no fact",
        "which_facts": "Facts that a yes establishes, by number, none for none › ",
        "undone": "Undone.",
        "nothing_to_undo": "There is nothing to undo.",
        "unknown": "That is none of the keys.",
        "taken": "{count} confirmed.",
    },
    "zh": {
        "place": "{group} · 第 {number} 个，共 {count} 个",
        "also": "也作：{text}",
        "establishes": "回答“是”就确认：{facts}",
        "proposed": "（建议）",
        "enter": "回车：按建议",
        "all": "a：这一组里没有疑问的 {count} 个全部确认",
        "facts": "f 选“是”确认的事实",
        "keys": "s 先放着 · u 撤销 · q 停下并保存",
        "no_facts": "回答“是”不确认任何事实",
        "which_facts": "回答“是”就确认哪些事实？输入编号，没有就留空 › ",
        "undone": "已撤销。",
        "nothing_to_undo": "没有可以撤销的。",
        "unknown": "没有这个键。",
        "taken": "确认了 {count} 个。",
    },
}
_CONFIRM, _LEAVE, _STOP = ("", "\r", "\n", " ", "y"), ("s",), ("q", "\x03", "\x04")


class ConfirmScreen:
    """A person's way through what waits.

    Args:
        gaps: what waits, sorted by doubt.
        language: of the words.
        read: reads one key; EOFError ends it.
        ask: reads a line, after a question; EOFError ends it too.
        say: shows a line.
        record: is told each decision, and None when the last one is undone.
    """

    def __init__(
        self,
        gaps: Sequence[Gap],
        language: str,
        read: Callable[[], str],
        ask: Callable[[str], str],
        say: Callable[[str], None],
        record: Callable[[Decision | None], None],
    ) -> None:
        self._gaps, self._words = gaps, _WORDS.get(language, _WORDS["en"])
        self._read, self._ask, self._say, self._record = read, ask, say, record
        self._decided: dict[str, Decision] = {}
        self._order: list[list[int]] = []

    def run(self) -> None:
        """Show one after the other until all are decided or left, or the person stops."""
        at = 0
        while at < len(self._gaps):
            gap = self._gaps[at]
            if gap.name in self._decided:
                at += 1
                continue
            self._show(at, gap)
            try:
                moved = self._handle(at, gap)
            except (EOFError, KeyboardInterrupt):
                return
            if moved is None:
                return
            at = moved

    def _handle(self, at: int, gap: Gap) -> int | None:
        """Read keys until one decides; return where to go on, or None to stop."""
        links: list[str] | None = None
        while True:
            key = self._read().strip().lower()
            if key in _STOP:
                return None
            if key in _LEAVE:
                return at + 1
            if key == "u":
                return self._undo(at)
            if key == "f" and gap.links:
                links = self._chosen_links(gap)
                self._say(f"  {self._established(gap, links) or self._words['no_facts']}")
            elif key == "a" and self._sure(gap.group):
                self._confirm_all(gap.group)
                return at
            elif choice := _choice(gap, key):
                self._decide([at], [Decision(gap.name, choice, links)])
                return at + 1
            else:
                self._say(self._words["unknown"])

    def _decide(self, places: list[int], decisions: Sequence[Decision]) -> None:
        """Keep decisions that one key made, and that one key undoes."""
        self._order.append(places)
        for decision in decisions:
            self._decided[decision.name] = decision
            self._record(decision)

    def _undo(self, at: int) -> int:
        if not self._order:
            self._say(self._words["nothing_to_undo"])
            return at
        places = self._order.pop()
        for place in places:
            del self._decided[self._gaps[place].name]
            self._record(None)
        self._say(self._words["undone"])
        return places[0]

    def _sure(self, group: str) -> list[int]:
        return [
            at
            for at, one in enumerate(self._gaps)
            if one.group == group and one.is_sure and one.name not in self._decided
        ]

    def _confirm_all(self, group: str) -> None:
        places = self._sure(group)
        gaps = [self._gaps[at] for at in places]
        self._decide(places, [Decision(gap.name, gap.suggested) for gap in gaps])
        self._say(self._words["taken"].format(count=len(places)))

    def _chosen_links(self, gap: Gap) -> list[str]:
        for number, (_, label) in enumerate(gap.links, 1):
            self._say(f"  {number}  {label}")
        said = self._ask(self._words["which_facts"]).replace(",", " ").split()
        numbers = [int(one) for one in said if one.isdecimal()]
        return [gap.links[number - 1][0] for number in numbers if 1 <= number <= len(gap.links)]

    def _show(self, at: int, gap: Gap) -> None:
        for line in self._lines(at, gap):
            self._say(line)

    def _lines(self, at: int, gap: Gap) -> Iterator[str]:
        same = [index for index, one in enumerate(self._gaps) if one.group == gap.group]
        yield ""
        yield self._words["place"].format(group=gap.group, number=same.index(at) + 1, count=len(same))
        yield f"  {gap.text}"
        for detail in gap.details:
            yield f"    {self._words['also'].format(text=detail)}"
        yield f"  {gap.note}" + (f" · {gap.times}×" if gap.times else "")
        if gap.linked:
            yield f"  {self._established(gap, gap.linked)}"
        choices = [
            f"{number} {label}{self._words['proposed'] if value == gap.suggested else ''}"
            for number, (value, label) in enumerate(gap.choices, 1)
        ]
        yield "  " + "   ".join(choices)
        sure = len(self._sure(gap.group))
        keys = [self._words["enter"]] if gap.suggested else []
        keys += [self._words["all"].format(count=sure)] if sure > 1 else []
        keys += [self._words["facts"]] if gap.links else []
        yield "  " + " · ".join([*keys, self._words["keys"]])

    def _established(self, gap: Gap, names: Sequence[str]) -> str:
        """Return the fact that a yes establishes; empty for nothing."""
        labels = dict(gap.links)
        facts = " · ".join(labels.get(name, name) for name in names)
        return self._words["establishes"].format(facts=facts) if facts else ""


def _choice(gap: Gap, key: str) -> str:
    """Return the choice that a key stands for; empty for none."""
    if key in _CONFIRM:
        return gap.suggested
    number = int(key) if key.isdecimal() else 0
    return gap.choices[number - 1][0] if 1 <= number <= len(gap.choices) else ""
