"""Panels beside the conversation, as plain data; the conversation's blocks are in `core.views.blocks`.

A game describes its panels in these few forms (`GameType.panels`), and each medium draws each form once. No
panel contains markup.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from echoes.core.text.punctuation import enumerated, in_brackets, with_colon
from echoes.core.views.blocks import Badge


@dataclass(frozen=True)
class Meter:
    """A share from 0 to 1, such as progress; `value`: the same as it is said, such as 2/9."""

    title: str
    share: float
    value: str = ""


@dataclass(frozen=True)
class Clock:
    """A clock of `segments` segments of which `filled` are filled; None if not everybody may know.

    Attributes:
        note: the same in words.
    """

    title: str
    segments: int
    filled: int | None
    note: str = ""


@dataclass(frozen=True)
class Listing:
    """A list of things, in order.

    Attributes:
        by_line: whether each item, such as a whole sentence, has a line of its own.
    """

    title: str
    items: Sequence[str]
    by_line: bool = False


@dataclass(frozen=True)
class BoardItem:
    """An item of a board.

    Attributes:
        text: the item.
        number: the number by which a message may name it; 0 for none.
        by: the name of whoever it comes from, if several play.
    """

    text: str
    number: int = 0
    by: str = ""


@dataclass(frozen=True)
class BoardColumn:
    """A column of a board, under the badge that all its items share."""

    badge: Badge
    items: Sequence[BoardItem]


@dataclass(frozen=True)
class Board:
    """Items sorted into columns."""

    title: str
    columns: Sequence[BoardColumn]


@dataclass(frozen=True)
class Checklist:
    """Things to find or to do, each with whether it was.

    Attributes:
        is_final: whether what is missing stays so.
    """

    title: str
    items: Sequence[tuple[str, bool]]
    is_final: bool = True


@dataclass(frozen=True)
class PathStep:
    """One turn of a path.

    Attributes:
        badge: the outcome.
        text: the outcome in words.
        progress: the progress after the turn, 0 to 1.
        square: a symbol for the outcome, for a text that gives nothing away.
    """

    badge: Badge
    text: str
    progress: float
    square: str = ""


@dataclass(frozen=True)
class TurnPath:
    """The turns of a game, in order."""

    title: str
    steps: Sequence[PathStep]


@dataclass(frozen=True)
class Drawing:
    """A drawing in text, such as a map, whose characters stand where they stand.

    Attributes:
        note: the same in words, for whoever can't see it.
    """

    title: str
    lines: Sequence[str]
    note: str


Panel = Meter | Clock | Listing | Board | Checklist | TurnPath | Drawing


def panel_text(panel: Panel) -> str:
    """Return a panel as text: one line, or one per column."""
    match panel:
        case Meter():
            return with_colon(panel.title, panel.value or f"{round(100 * panel.share)}%")
        case Clock(filled=None):
            return with_colon(panel.title, f"?/{panel.segments}{in_brackets(panel.note, panel.title)}")
        case Clock():
            filled = panel.filled or 0
            drawn = f"{'●' * filled}{'○' * (panel.segments - filled)} {filled}/{panel.segments}"
            return with_colon(panel.title, f"{drawn}{in_brackets(panel.note, panel.title)}")
        case Listing(by_line=True):
            return "\n".join([panel.title, *(f"– {item}" for item in panel.items)])
        case Listing():
            return with_colon(panel.title, " · ".join(panel.items))
        case Board():
            return "\n".join([panel.title, *map(_column_text, panel.columns)])
        case Checklist():
            missing = "✘" if panel.is_final else "○"
            items = [f"{'✔' if found else missing} {text}" for text, found in panel.items]
            return with_colon(panel.title, enumerated(items))
        case TurnPath():
            return with_colon(panel.title, " ".join(step.badge.icon for step in panel.steps))
        case Drawing():
            return "\n".join([panel.title, *panel.lines])


def _column_text(column: BoardColumn) -> str:
    return with_colon(column.badge.plain(), enumerated([item.text for item in column.items]))
