"""End screen of a game, drawn from data."""

from collections.abc import Sequence
from dataclasses import dataclass

from echoes.core.views.blocks import Badge, Sheet
from echoes.core.views.panels import Panel, TurnPath
from echoes.interfaces.web.templating import render_template

_WIDTH, _HEIGHT, _EDGE = 640, 180, 22
"""The size of the picture of a path and its margin, in its own coordinates."""


@dataclass(frozen=True)
class EndScreen:
    """The end of a game.

    Attributes:
        won: whether the game was carried through.
        value: how well it went, where that is told; `tally`: what it took.
        comparison: with the games of others.
        sheets: texts that are shown now, such as a solution.
        panels: what there was to find, the way there.
        share: a text to share that gives nothing away; empty for none.
        scenario, languages: its id, and the other languages in which it can be played.
    """

    title: str
    won: bool
    value: str = ""
    tally: str = ""
    comparison: str = ""
    sheets: Sequence[Sheet] = ()
    panels: Sequence[Panel] = ()
    share: str = ""
    scenario: str = ""
    languages: Sequence[str] = ()


@dataclass(frozen=True)
class Mark:
    """A turn in the picture of a path, in its coordinates."""

    x: float
    y: float
    badge: Badge
    text: str


def end_screen_html(screen: EndScreen, stars: int, lang: str) -> str:
    """Draw an end screen.

    Args:
        screen: what it shows.
        stars: that its player gave the game; 0 for none yet.
        lang: its language.
    """
    pictures = {panel.title: marks_of(panel) for panel in screen.panels if isinstance(panel, TurnPath)}
    size = (_WIDTH, _HEIGHT, _EDGE)
    return render_template("ending", lang, screen=screen, pictures=pictures, size=size, rating=stars)


def marks_of(path: TurnPath) -> list[Mark]:
    """Return the turns of a path: from left to right in order, from bottom to top by progress."""
    step = (_WIDTH - 2 * _EDGE) / max(1, len(path.steps) - 1)
    return [
        Mark(
            round(_EDGE + number * step, 1),
            round(_HEIGHT - _EDGE - one.progress * (_HEIGHT - 2 * _EDGE), 1),
            one.badge,
            one.text,
        )
        for number, one in enumerate(path.steps)
    ]
