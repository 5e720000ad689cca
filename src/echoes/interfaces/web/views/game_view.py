"""View of a game on its page: drawn from its blocks and panels, unless it has a view of its own."""

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from echoes.core.log.authorship import Authors, message_words
from echoes.core.log.entries import Entry
from echoes.core.log.events import Event, SessionStarted, TurnsUndone
from echoes.core.log.queries import message_of
from echoes.core.registry import Registry
from echoes.core.seats.events import SeatLeft, SeatTaken
from echoes.core.views.blocks import Block, Choices, Ending, Outcome, Sheet, Shortcut
from echoes.core.views.panels import Meter, Panel, panel_text
from echoes.engine.sessions.finished_game import FinishedGame
from echoes.engine.views.seat_presentation import SeatPresentation
from echoes.interfaces.event_blocks import platform_blocks
from echoes.interfaces.web.i18n import texts_in
from echoes.interfaces.web.templating import render_template
from echoes.interfaces.web.views.ending import EndScreen, end_screen_html
from echoes.interfaces.web.views.pieces import Piece

_NUMBER = re.compile(r"[0-9]+")


class GameView:
    """One session as a seat sees it, as HTML.

    Args:
        shown: what its game presents to the seat.

    Attributes:
        declined: what 0 says to the options that were offered last, in the words of their button.
        name_of: returns the name by which somebody goes now, by one that they went by.
    """

    unseen: tuple[type[Any], ...] = (SessionStarted, TurnsUndone)
    """Events that stand elsewhere on the page."""
    pick_note = ""
    """The name of a text that stands below a choice of several."""

    def __init__(self, shown: SeatPresentation) -> None:
        self.started, self.lang, self.shown = shown.started, shown.language, shown
        self._explained: dict[str, str] = {}
        self._offered: dict[str, str] = {}
        self.declined = ""
        self.name_of: Callable[[str], str] = str
        self._authors = Authors()

    @property
    def progress(self) -> float:
        """The progress of the game, 0 to 1, as far as the seat knows."""
        return self.shown.known.progress

    def read(self, seen: Sequence[Entry]) -> None:
        """Take note of all that the seat sees."""
        self._authors = Authors()
        self._authors.note(seen)

    def follow(self, seen: Sequence[Entry]) -> None:
        """Take note of what was appended, of which nothing changes the past."""
        self._authors.note(seen)

    def statement_title(self) -> str:
        """Return the heading of what stands below the title, as a key of the page's words."""
        return "story"

    def statement(self) -> str:
        """Return the line below the title."""
        below = self._blocks(self.started)
        return "\n".join(block.plain() for block in below if not isinstance(block, Choices))

    def referee(self) -> str:
        """Return a line on who rules; empty where nobody does."""
        return ""

    def welcome(self) -> str:
        """Return the rules, and messages to begin with; empty where the game has no guide."""
        if not self.shown.guide:
            return ""
        return self._part("welcome", guide=self.shown.guide, starters=self.shown.starters())

    def turn(self, entry: Entry) -> str:
        """Return one entry of the conversation, with what was sent; empty for what is shown elsewhere."""
        blocks = self._blocks(self._with_label(entry.event))
        if isinstance(entry.event, self.unseen):  # what the opening offers is clicked like anything else
            blocks = [block for block in blocks if isinstance(block, Choices)]
        said = self.said(entry)
        by = self.name_of(self._said_by(entry, said))
        values = {
            "said": said,
            "by": by,
            "sender": by or self._seat_of(entry),
            "kind": self.kind_of(entry, blocks),
        }
        values["explanation"] = self.explained(entry)
        values |= {"is_pick": self._numbers_picked(message_of(entry)) != []}
        values |= {"passing": self.is_passing(entry), "event": entry.event, "view": self}
        for choices in (block for block in blocks if isinstance(block, Choices)):
            self.declined = texts_in(self.lang)["not_that"] if choices.quiet else choices.decline
            self._offered = {str(option.n): option.text for option in choices.options}
            self._offered |= {"0": self.declined} if self.declined else {}
        is_shown = blocks or (values["said"] and entry.event.makes_turn)
        return self._part("turn", blocks=blocks, **values) if is_shown else ""

    def _said_by(self, entry: Entry, said: Sequence[Piece]) -> str:
        """Return the name of the author of what an entry shows, or of whoever picked it among options."""
        picks = entry.cause and "".join(piece.text for piece in said) != message_words(entry.event)
        return entry.cause.by if entry.cause and picks else self._authors.of(entry)

    def _seat_of(self, entry: Entry) -> str:
        """Return the name of the seat from which something was sent; empty where all share one."""
        seat = entry.cause.seat if entry.cause else ""
        return self.shown.seat_label(seat) if seat else ""

    def _with_label(self, event: Event) -> Event:
        """Return an event of which people can read whose seat it is about."""
        if not isinstance(event, SeatTaken | SeatLeft):
            return event
        return event.model_copy(
            update={"seat": self.shown.seat_label(event.seat), "by": self.name_of(event.by)}
        )

    def explained(self, entry: Entry) -> str:
        """Return a word on an entry that is the first of its like; empty for none."""
        said = self.shown.guide.explanation(entry.event) if self.shown.guide else ""
        first = self._explained.setdefault(said, entry.event.event_id)
        return said if first == entry.event.event_id else ""

    def said(self, entry: Entry) -> Sequence[Piece]:
        """Return the player's message of an entry, as a person would have said it; empty for none."""
        message = message_of(entry)
        commands = {one.command: one.label for one in self.shortcuts()}
        said = commands.get(message) or self.picked(message)
        return [Piece(said)] if said else []

    def picked(self, message: str) -> str:
        """Return a message, its numbers in the words of the choices that were offered last."""
        return " · ".join(self._offered[number] for number in self._numbers_picked(message)) or message

    def _numbers_picked(self, message: str) -> list[str]:
        """Return the numbers of a message that is made of them alone, if all of them were offered."""
        numbers = [] if message.strip("#＃ 0123456789") else _NUMBER.findall(message)
        return numbers if all(number in self._offered for number in numbers) else []

    def kind_of(self, entry: Entry, blocks: Sequence[Block]) -> str:
        """Return the kind of a message, where it is more than a question; else nothing."""
        return next((block.kind for block in blocks if isinstance(block, Outcome)), "")

    def is_passing(self, entry: Entry) -> bool:
        """Return whether a choice that was offered before an entry can still be made after it."""
        return entry.event.keeps_options

    def is_ordered(self, choices: Choices) -> bool:
        """Return whether the order in which several are picked matters, and their numbers are the game's."""
        return False

    def modes(self) -> str:
        """Return the switch between the modes of the composer."""
        return self._part("modes", modes=self.shown.composer_modes())

    def shortcuts(self) -> Sequence[Shortcut]:
        """Return the quick commands, as data; what can't be taken back is asked about first."""
        found = [one for mode in self.shown.composer_modes() for one in mode.shortcuts]
        asked = {one.command: one.sure or self.shown.confirmation(one.command) for one in found}
        return [replace(one, sure=asked[one.command]) for one in found]

    def panels(self) -> Sequence[Panel]:
        """Return the panels beside the conversation, as data."""
        return self.shown.panels()

    def board(self) -> str:
        """Return the panels beside the conversation."""
        return self._part("panels", panels=self.panels(), name_of=self.name_of)

    def meter(self, played: int, ended: bool) -> str:
        """Return progress and counts; `played`: seconds so far."""
        return self._part("dial", progress=self.progress, played=played, ended=ended)

    def brief(self) -> str:
        """Return the state of the game in a line for where there is no room for more."""
        meters = [panel_text(panel) for panel in self.panels() if isinstance(panel, Meter)]
        return " · ".join(meters) or (f"{round(100 * self.progress)}%" if self.progress else "")

    def commands(self) -> str:
        """Return the quick commands; empty for none."""
        return self._part("shortcuts", shortcuts=self.shortcuts())

    def from_board(self) -> str:
        """Return the way to a final answer made of what was found; empty before anything was."""
        return ""

    def ending(self, finished: FinishedGame) -> str:
        """Return the ending that a viewer is shown, beside its last events."""
        return end_screen_html(self.end_screen(finished), finished.stars, self.lang)

    def end_screen(self, finished: FinishedGame) -> EndScreen:
        """Return the end of the game, as data."""
        ended = self.shown.known.ended
        if ended is None:
            return EndScreen("", won=False)
        blocks = self._blocks(ended)
        ending = next((block for block in blocks if isinstance(block, Ending)), Ending(""))
        sheets = [block for block in blocks if isinstance(block, Sheet)]
        won = ended.status == "COMPLETED"
        return EndScreen(ending.title, won, value=ending.value, tally=ending.tally, sheets=sheets)

    def _blocks(self, event: Event) -> Sequence[Block]:
        """Return the blocks that an event is shown as."""
        own = self.shown.blocks(event)
        return platform_blocks(event, self.lang) if own is None else own

    def _part(self, template: str, **values: Any) -> str:
        return render_template(template, self.lang, **values)


GAME_VIEWS = Registry(
    "view of a game",
    "echoes.views",
    {"situation_puzzle": "echoes.interfaces.web.views.puzzle_view:PuzzleView"},
)


def view_of(shown: SeatPresentation, name_of: Callable[[str], str] = str) -> GameView:
    """Return the view that a seat has of a session: its game's own, or the one that draws any game.

    Args:
        shown: what the game presents to the seat.
        name_of: returns the name by which somebody goes now, by one that they went by.
    """
    name = shown.started.game_type
    kind: type[GameView] = GAME_VIEWS.load(name) if name in GAME_VIEWS else GameView
    view = kind(shown)
    view.name_of = name_of
    return view
