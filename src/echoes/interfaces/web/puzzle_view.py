"""How a situation puzzle looks on its page: rulings, the board of what is established, the way to answer."""

from collections.abc import Sequence

from echoes.core.entries import Entry
from echoes.engine.engine import GameEngine
from echoes.engine.session import GameSession
from echoes.games.situation_puzzle.events import QuestionRuled
from echoes.interfaces.web.ending import ending_html
from echoes.interfaces.web.game_view import GameView, Part
from echoes.interfaces.web.turns import Settled, board_of, finds_of, turn_html

RULINGS = ("YES", "NO", "YES AND NO", "IRRELEVANT")


class PuzzleView(GameView):
    """What everybody sees of a session of a situation puzzle.

    Args:
        engine: that plays it.
        session: that is shown.
    """

    takes_answers = True

    def __init__(self, engine: GameEngine, session: GameSession) -> None:
        super().__init__(engine, session)
        self._rulings: dict[str, str] = {}
        self._finds: list[str] = []

    def read(self, entries: Sequence[Entry]) -> None:
        """Take note of a whole log."""
        super().read(entries)
        self._rulings = {item.text: item.ruling for item in board_of(entries)}
        self._finds = finds_of(entries)

    def reverses(self, entry: Entry) -> bool:
        """Whether a question was ruled before, and otherwise."""
        event = entry.event
        known = self._rulings.get(event.text) if isinstance(event, QuestionRuled) else None
        return known is not None and known != getattr(event, "ruling", None)

    def statement(self) -> str:
        """The puzzle's."""
        return str(self.started.statement)

    def turn(self, entry: Entry) -> str:
        """One entry of the conversation."""
        return turn_html(entry, self.lang)

    def grown(self, fresh: Sequence[Entry]) -> list[Part]:
        """The questions that join the board."""
        parts: list[Part] = []
        for event in (entry.event for entry in fresh):
            if isinstance(event, QuestionRuled) and event.text not in self._rulings:
                self._rulings[event.text] = event.ruling
                self._finds += [event.text] if event.ruling == "YES" else []
                item = Settled(event.text, event.ruling, len(self._finds) if event.ruling == "YES" else 0)
                parts.append([f"board-{RULINGS.index(event.ruling)}", self._part("settled", item=item)])
        return parts

    def kept_up(self) -> list[Part]:
        """Nothing: the board grows."""
        return []

    def board(self, entries: Sequence[Entry]) -> str:
        """What is established."""
        items = board_of(entries)
        columns = [(n, word, [one for one in items if one.ruling == word]) for n, word in enumerate(RULINGS)]
        return self._part("board", columns=columns)

    def meter(self, played: int, ended: bool) -> str:
        """Progress, questions and hints."""
        tally = self.game.tally(self.state)
        return self._part("meter", progress=self.progress, tally=tally, played=played, ended=ended)

    def commands(self) -> str:
        """Hint, recap, undo, challenge and give up."""
        return self._part("commands", progress=self.progress, tally=self.game.tally(self.state))

    def from_board(self) -> str:
        """The way to a final answer made of what was found; empty before anything was."""
        return self._part("from_board", count=len(self._finds), complete=self.progress >= 1)

    async def ending(self) -> str:
        """What was found, the way there, and how others did."""
        return await ending_html(self._engine, self._session.session_id, self._session.scenario)
