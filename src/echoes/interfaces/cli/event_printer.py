"""Events of a session as a command prints them: in words, or as JSON lines."""

from collections.abc import Mapping

from rich.console import Console

from echoes.core.log.events import Event, event_to_json
from echoes.core.text.plain_text import strip_controls
from echoes.games.base import AnyGame
from echoes.interfaces.cli.output import json_line
from echoes.interfaces.terminal import TerminalRenderer


class EventPrinter:
    """Prints the events of one session, and the messages that lead to them.

    Args:
        as_json: print events as JSON lines and nothing else.
        games: the game types by name.

    Attributes:
        console: where to.
        renderer: puts events in words.
    """

    def __init__(self, as_json: bool, games: Mapping[str, AnyGame]) -> None:
        self.as_json = as_json
        self.console = Console(highlight=False)
        self.renderer = TerminalRenderer(self.console, games)

    def message(self, text: str) -> None:
        """Print a message that nobody has typed here."""
        if not self.as_json:
            self.console.print(f"\n› {strip_controls(text)}", markup=False)

    def event(self, event: Event, theirs: bool = False) -> None:
        """Print an event; `theirs`: somebody else's message, which is not on the screen, led to it."""
        if self.as_json:
            json_line(event_to_json(event))
        elif theirs:
            self.renderer.render_news(event)
        else:
            self.renderer.render(event)
