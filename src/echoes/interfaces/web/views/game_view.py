"""View of a game on its page: drawn from its blocks and panels, unless it has a view of its own."""

from collections.abc import Sequence
from typing import Any

from echoes.core.entries import Entry
from echoes.core.events import SessionEnded, SessionStarted, TurnsUndone
from echoes.core.history import ending_of, message_of, progress_of
from echoes.core.panels import Panel
from echoes.core.registry import Registry
from echoes.core.seats import PUBLIC
from echoes.core.views import Block, Choices, ComposerMode, Ending, Outcome
from echoes.engine.engine import GameEngine
from echoes.engine.session import GameSession
from echoes.engine.turns import fold, follow
from echoes.games.turn_state import TurnState
from echoes.interfaces.event_blocks import blocks_of
from echoes.interfaces.web.i18n import texts_in
from echoes.interfaces.web.templating import render_template
from echoes.interfaces.web.views.ending import EndScreen, end_screen_html
from echoes.interfaces.web.views.pieces import Piece


class GameView:
    """One session as a seat sees it, as HTML.

    Args:
        engine: that plays it.
        session: that is shown.
        seat: whose view; `PUBLIC` for whoever has none.

    Attributes:
        progress: how far the game has come, 0 to 1, as far as the seat knows.
        declined: what 0 says to the options that were offered last, in the words of their button.
    """

    unseen: tuple[type[Any], ...] = (SessionStarted, TurnsUndone)
    """Events that stand elsewhere on the page."""
    pick_note = ""
    """The name of a text that stands below a choice of several."""

    def __init__(self, engine: GameEngine, session: GameSession, seat: str = PUBLIC) -> None:
        self.started: Any = session.started
        self.lang = session.started.lang
        self.scenario: Any = session.scenario
        self._engine, self._seat = engine, seat
        self.game = engine.games[session.started.game_type]
        self.state = TurnState[Any]()
        self.progress = 0.0
        self._ended: SessionEnded | None = None
        self._explained: dict[str, str] = {}
        self.declined = ""

    def read(self, entries: Sequence[Entry], seen: Sequence[Entry]) -> None:
        """Take note of a whole log, and of what the seat sees of it."""
        self.state = fold(self.game, self.scenario, entries)
        self.progress = progress_of(seen)
        self._ended = ending_of(seen)

    def follow(self, fresh: Sequence[Entry], seen: Sequence[Entry]) -> None:
        """Take note of what was appended, of which nothing changes the past."""
        self.state = follow(self.game, self.state, fresh)
        self.progress = progress_of(seen, self.progress)

    def statement(self) -> str:
        """Return what stands below the title."""
        below = blocks_of(self.started, self._engine.games, self.started.game_type, self.lang)
        return "\n".join(block.plain() for block in below if not isinstance(block, Choices))

    def welcome(self) -> str:
        """Return the rules, and messages to begin with; empty where the game has no guide."""
        if not (guide := self.game.guide(self.lang)):
            return ""
        return self._part("welcome", guide=guide, starters=guide.starters(self.scenario))

    def turn(self, entry: Entry) -> str:
        """Return one entry of the conversation, with what was sent; empty for what is shown elsewhere."""
        blocks = blocks_of(entry.event, self._engine.games, self.started.game_type, self.lang)
        if isinstance(entry.event, self.unseen):  # what the opening offers is clicked like anything else
            blocks = [block for block in blocks if isinstance(block, Choices)]
        by = entry.cause.by if entry.cause else ""
        values = {"said": self.said(entry), "by": by, "kind": self.kind_of(entry, blocks)}
        values["explanation"] = self.explained(entry)
        values |= {"passing": self.is_passing(entry), "event": entry.event, "view": self}
        for choices in (block for block in blocks if isinstance(block, Choices)):
            self.declined = texts_in(self.lang)["not_that"] if choices.quiet else choices.none
        return self._part("turn", blocks=blocks, **values) if blocks else ""

    def explained(self, entry: Entry) -> str:
        """Return a word on an entry that is the first of its like; empty for none."""
        guide = self.game.guide(self.lang)
        said = guide.explanation(entry.event) if guide else ""
        first = self._explained.setdefault(said, entry.event.event_id)
        return said if first == entry.event.event_id else ""

    def said(self, entry: Entry) -> Sequence[Piece]:
        """Return what the player sent with an entry, as a person would have said it; empty for nothing."""
        message = message_of(entry)
        return [Piece(message)] if message else []

    def kind_of(self, entry: Entry, blocks: Sequence[Block]) -> str:
        """Return what a message is, where it is more than a question; else nothing."""
        return next((block.kind for block in blocks if isinstance(block, Outcome)), "")

    def is_passing(self, entry: Entry) -> bool:
        """Return whether a choice that was offered before an entry can still be made after it."""
        return entry.event.keeps_options

    def composer_modes(self) -> Sequence[ComposerMode]:
        """Return the ways in which the seat may say something, the usual one first."""
        return self.game.composer(self.scenario, self.state, self.lang, self._seat)

    def modes(self) -> str:
        """Return the switch between the modes of the composer."""
        return self._part("modes", modes=self.composer_modes())

    def panels(self) -> Sequence[Panel]:
        """Return what stands beside the conversation, as data."""
        return self.game.panels(self.scenario, self.state, self.lang, self._seat)

    def board(self) -> str:
        """Return what stands beside the conversation."""
        return self._part("panels", panels=self.panels())

    def meter(self, played: int, ended: bool) -> str:
        """Return progress and counts; `played`: seconds so far."""
        return self._part("dial", progress=self.progress, played=played, ended=ended)

    def brief(self) -> str:
        """Return how the game stands, in a line for where there is no room for more."""
        return f"{round(100 * self.progress)}%" if self.progress else ""

    def commands(self) -> str:
        """Return the quick commands, each with what it costs; empty for none."""
        return ""

    def from_board(self) -> str:
        """Return the way to a final answer made of what was found; empty before anything was."""
        return ""

    async def ending(self, player_id: str) -> str:
        """Return what a player is shown when the game is over, beside its last events."""
        ratings = await (await self._engine.players.memory()).ratings(self.started.puzzle_id)
        stars = ratings.get(self.started.puzzle_id, {}).get(player_id, 0)
        return end_screen_html(await self.end_screen(), stars, self.lang)

    async def end_screen(self) -> EndScreen:
        """Return the end of the game, as data."""
        ended = self._ended
        if ended is None:
            return EndScreen("", won=False)
        blocks = blocks_of(ended, self._engine.games, self.started.game_type, self.lang)
        ending = next((block for block in blocks if isinstance(block, Ending)), Ending(""))
        won = ended.status == "COMPLETED"
        return EndScreen(" ".join(filter(None, (ending.title, ending.value))), won, tally=ending.tally)

    def _part(self, template: str, **values: Any) -> str:
        return render_template(template, self.lang, **values)


GAME_VIEWS = Registry(
    "view of a game",
    "echoes.views",
    {"situation_puzzle": "echoes.interfaces.web.views.puzzle_view:PuzzleView"},
)


def view_of(engine: GameEngine, session: GameSession, seat: str = PUBLIC) -> GameView:
    """Return the view that a seat has of a session: its game's own, or the one that draws any game."""
    name = session.started.game_type
    view: type[GameView] = GAME_VIEWS.load(name) if name in GAME_VIEWS.names() else GameView
    return view(engine, session, seat)
