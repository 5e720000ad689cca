"""Panels beside the conversation, as plain data; blocks of the conversation are in `core.views`.

A game says what stands there in these few forms (`GameType.panels`); each medium draws each form once. No
panel holds markup.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from echoes.core.views import Badge


@dataclass(frozen=True)
class Meter:
    """A share that has been reached, 0 to 1."""

    title: str
    share: float


@dataclass(frozen=True)
class Clock:
    """A clock of so many segments, some of which are filled; None where that is not known to all.

    Attributes:
        note: the same in words.
    """

    title: str
    segments: int
    filled: int | None
    note: str = ""


@dataclass(frozen=True)
class Listing:
    """Things under a title, in an order."""

    title: str
    items: Sequence[str]


@dataclass(frozen=True)
class BoardItem:
    """An item of a board; `number`: by which a message may name it, 0 for none."""

    text: str
    number: int = 0


@dataclass(frozen=True)
class BoardColumn:
    """Items for which the same holds: the badge above them."""

    badge: Badge
    items: Sequence[BoardItem]


@dataclass(frozen=True)
class Board:
    """Items sorted into columns."""

    title: str
    columns: Sequence[BoardColumn]


@dataclass(frozen=True)
class Checklist:
    """Things that were to be found, each with whether it was."""

    title: str
    items: Sequence[tuple[str, bool]]


@dataclass(frozen=True)
class PathStep:
    """A turn of a path.

    Attributes:
        badge: what came of it; `text`: in words.
        progress: how far the game had come then, 0 to 1.
        square: a symbol for it in a text that gives nothing away.
    """

    badge: Badge
    text: str
    progress: float
    square: str = ""


@dataclass(frozen=True)
class Path:
    """The turns of a game, in order."""

    title: str
    steps: Sequence[PathStep]


Panel = Meter | Clock | Listing | Board | Checklist | Path


def panel_text(panel: Panel) -> str:
    """Return a panel as text, in a line where it has no columns."""
    match panel:
        case Meter():
            return f"{panel.title}: {round(100 * panel.share)} %"
        case Clock(filled=None):
            return f"{panel.title}: ?/{panel.segments}{_noted(panel.note)}"
        case Clock():
            filled = panel.filled or 0
            drawn = f"{'●' * filled}{'○' * (panel.segments - filled)} {filled}/{panel.segments}"
            return f"{panel.title}: {drawn}{_noted(panel.note)}"
        case Listing():
            return f"{panel.title}: {', '.join(panel.items)}"
        case Board():
            return "\n".join([panel.title, *map(_column_text, panel.columns)])
        case Checklist():
            items = (f"{'✔' if found else '✘'} {text}" for text, found in panel.items)
            return f"{panel.title}: {', '.join(items)}"
        case Path():
            return f"{panel.title}: {' '.join(step.badge.icon for step in panel.steps)}"


def _noted(note: str) -> str:
    return f" ({note})" if note else ""


def _column_text(column: BoardColumn) -> str:
    return f"{column.badge.plain()}: {', '.join(item.text for item in column.items)}"
