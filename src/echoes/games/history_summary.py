"""The history in a session's state: the tail as it was, the rest summed up.

The tail holds the newest events. When it grows beyond its bound, all but the last few are
merged into the summary, step by step; when the summary grows beyond its own, it gives way
in passes, the least telling kind first and the oldest line first, until it fits. No model
is needed: a summary is a list of lines, each one thing that was established. Everything is
public, and the log gives it again at any time.
"""

from collections.abc import Iterable, Sequence
from typing import Protocol, TypedDict

from echoes.core.log.entries import Entry
from echoes.core.log.events import Event

TAIL_CHARS = 2400
"""The bound of the tail, in characters of what was said."""
KEPT = 6
"""How many events stay in the tail when the rest is summed up."""
SUMMARY_CHARS = 2400
"""The bound of the summary, in characters."""


class HistoryLine(TypedDict):
    """One line: what was established, and of which kind that is (a ruling, a verdict, a hint)."""

    turn: int
    kind: str
    text: str


class History(TypedDict):
    """The history that is kept.

    Attributes:
        lines: the summary.
        dropped: how many lines of each kind gave way.
        tail: the newest events that say something, oldest first, as lines.
    """

    lines: list[HistoryLine]
    dropped: dict[str, int]
    tail: list[HistoryLine]


class HistoryRules(Protocol):
    """The rules by which a game's events become lines of its history; every `GameType` has them."""

    @property
    def trim_order(self) -> Sequence[str]:
        """The kinds of lines, the first to go first."""
        ...

    def line_of(self, event: Event) -> HistoryLine | None:
        """An event as a line; None for one that establishes nothing."""
        ...

    def amends(self, event: Event) -> tuple[int, str | None] | None:
        """The turn whose line an event changes, and its new kind; None for a kind removes it."""
        ...


def empty_history() -> History:
    """Return the history of a session that has just begun."""
    return History(lines=[], dropped={}, tail=[])


def remember(history: History, entries: Iterable[Entry], rules: HistoryRules) -> History:
    """Return the history after some entries; pure.

    Args:
        history: before; left as it was.
        entries: with their turns; one that says nothing changes nothing.
        rules: of the game.
    """
    size = _size(history["tail"])  # kept up, because a long log is read line by line
    history = {**history, "tail": [*history["tail"]]}
    for entry in entries:
        if amended := rules.amends(entry.event):
            history = _amended(history, *amended)
            size = _size(history["tail"])
        elif line := rules.line_of(entry.event):
            history["tail"].append(line)
            size += _size([line])
            if size > TAIL_CHARS and len(history["tail"]) > KEPT:
                history = _shortened(history, rules.trim_order)
                size = _size(history["tail"])
    return history


def _shortened(history: History, trim_order: Sequence[str]) -> History:
    """Return the history with all but the last few events summed up."""
    older, newest = history["tail"][:-KEPT], history["tail"][-KEPT:]
    return {**_merge(history, older, trim_order), "tail": newest}


def _merge(history: History, older: Sequence[HistoryLine], trim_order: Sequence[str]) -> History:
    """Add lines to the summary; a later line about the same words takes the earlier one's place."""
    latest = {(line["text"], line["kind"]): line for line in [*history["lines"], *older]}
    lines = sorted(latest.values(), key=lambda line: line["turn"])
    dropped = {**history["dropped"]}
    for kind in trim_order:
        while _size(lines) > SUMMARY_CHARS and (own := [line for line in lines if line["kind"] == kind]):
            gone = own[: (len(own) + 1) // 2]
            lines = [line for line in lines if line not in gone]
            dropped[kind] = dropped.get(kind, 0) + len(gone)
    return {**history, "lines": lines, "dropped": dropped}


def _amended(history: History, turn: int, kind: str | None) -> History:
    """The history after the line of a turn became one of another kind, or was taken away."""

    def changed(lines: Sequence[HistoryLine]) -> list[HistoryLine]:
        kept = [line for line in lines if kind is not None or line["turn"] != turn]
        return [
            HistoryLine(turn=turn, kind=kind, text=line["text"]) if kind and line["turn"] == turn else line
            for line in kept
        ]

    return {**history, "lines": changed(history["lines"]), "tail": changed(history["tail"])}


def _size(lines: Sequence[HistoryLine]) -> int:
    return sum(len(line["text"]) + len(line["kind"]) + 4 for line in lines)
