"""How a game looks on its page: drawn from its blocks and panels, unless it has a view of its own."""

from collections.abc import Sequence
from typing import Any

from echoes.core.entries import Entry
from echoes.core.events import Narrated, SessionStarted
from echoes.core.history import message_of, progress_of
from echoes.core.registry import Registry
from echoes.core.seats import PUBLIC, seen_by
from echoes.core.views import panel_text
from echoes.engine.engine import GameEngine
from echoes.engine.session import GameSession
from echoes.engine.turns import fold, follow
from echoes.games.turn_state import TurnState
from echoes.interfaces.showing import blocks_of
from echoes.interfaces.web.rendering import render

Part = list[str]
"""The id of an element of the page, and the HTML that it holds or gets."""


class GameView:
    """What everybody at a table sees of one session, as HTML.

    Args:
        engine: that plays it.
        session: that is shown.

    Attributes:
        progress: how far the game has come, 0 to 1.
        answer_cost: points for a final answer that is not right.
    """

    takes_answers = False
    """Whether what is written may be a final answer."""

    def __init__(self, engine: GameEngine, session: GameSession) -> None:
        self.started: Any = session.started
        self.lang = session.started.lang
        self._engine, self._session = engine, session
        self.game = engine.games[session.started.game_type]
        self.state = TurnState[Any]()
        self.progress = 0.0

    def read(self, entries: Sequence[Entry]) -> None:
        """Take note of a whole log."""
        self.state = fold(self.game, self._session.scenario, entries)
        self.progress = progress_of(seen_by(entries, PUBLIC))

    def follow(self, fresh: Sequence[Entry]) -> None:
        """Take note of what was appended, of which nothing changes the past."""
        self.state = follow(self.game, self.state, fresh)
        self.progress = progress_of(fresh, self.progress)

    def reverses(self, entry: Entry) -> bool:
        """Whether an entry is about something that is shown already, and otherwise."""
        return False

    def statement(self) -> str:
        """What stands below the title."""
        below = blocks_of(self.started, self._engine.games, self.started.game_type, self.lang)
        return "\n".join(block.plain() for block in below)

    def turn(self, entry: Entry) -> str:
        """One entry of the conversation, with what was sent; empty for what is shown elsewhere."""
        if isinstance(entry.event, SessionStarted):
            return ""
        blocks = blocks_of(entry.event, self._engine.games, self.started.game_type, self.lang)
        by = entry.cause.by if entry.cause else ""
        passing = isinstance(entry.event, Narrated)
        values = {"said": message_of(entry), "by": by, "passing": passing, "event": entry.event}
        return self._part("blocks", blocks=blocks, **values) if blocks else ""

    def grown(self, fresh: Sequence[Entry]) -> list[Part]:
        """What new entries add beside the conversation."""
        return []

    def kept_up(self) -> list[Part]:
        """What is drawn anew whenever anything happens."""
        return [["board", self.board(())]]

    def board(self, entries: Sequence[Entry]) -> str:
        """What stands beside the conversation."""
        panels = self.game.panels(self._session.scenario, self.state, self.lang, PUBLIC)
        return self._part("panels", panels=[panel_text(panel) for panel in panels])

    def meter(self, played: int, ended: bool) -> str:
        """Progress and counts; `played`: seconds so far."""
        return self._part("dial", progress=self.progress, played=played, ended=ended)

    def commands(self) -> str:
        """The quick commands, each with what it costs."""
        return ""

    def from_board(self) -> str:
        """The way to a final answer made of what was found; empty before anything was."""
        return ""

    @property
    def answer_cost(self) -> int:
        """Points for a final answer that is not right."""
        return self.game.tally(self.state).answer_cost

    async def ending(self) -> str:
        """What is shown when the game is over, beside its last events."""
        return ""

    def _part(self, template: str, **values: Any) -> str:
        return render(template, self.lang, **values)


GAME_VIEWS = Registry(
    "view of a game",
    "echoes.views",
    {"situation_puzzle": "echoes.interfaces.web.puzzle_view:PuzzleView"},
)


def view_of(engine: GameEngine, session: GameSession) -> GameView:
    """The view of a session: its game's own, or the one that draws any game."""
    name = session.started.game_type
    view: type[GameView] = GAME_VIEWS.load(name) if name in GAME_VIEWS.names() else GameView
    return view(engine, session)
