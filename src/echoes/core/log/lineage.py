"""Lineage: a session and all its forks, of which one is the main line."""

from typing import Literal

from echoes.core.log.events import Event


class MainLineChosen(Event, frozen=True):
    """The session was chosen as the main line of its lineage: among the first session and all its forks.

    Attributes:
        choice: its number among the choices in the lineage; the highest holds.
    """

    keeps_options = True
    stays = True
    is_news = True
    is_copied = False
    event: Literal["main_line_chosen"] = "main_line_chosen"
    choice: int
