"""Feed of a seat: the page of a session as that seat sees it, kept up with the log."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from markupsafe import escape

from echoes.core.entries import Entry
from echoes.core.events import Narrated
from echoes.core.history import effective_entries, ending_of
from echoes.core.seats import SeatView, seen_by
from echoes.engine.narration import NarrationPiece
from echoes.interfaces.web.live.subscribers import Update
from echoes.interfaces.web.views.game_view import GameView

_PAUSE_S = 300.0
"""A longer silence is no time of play."""


class SeatFeed:
    """The part of a session that one seat may see, as HTML.

    Args:
        view: draws it, for this seat.
        seat: whose feed; `PUBLIC` for whoever has none.

    Attributes:
        entries: how many entries the seat sees; counted per seat, as all numbers are.
        ended: whether the game is over.
    """

    def __init__(self, view: GameView, seat: str) -> None:
        self.view, self.seat = view, seat
        self._seen_by_seat = SeatView(seat)
        self._modes = ""
        self.entries, self.ended = 0, False
        self._latest, self._played_s = 0.0, 0.0

    def read(self, entries: Sequence[Entry]) -> bool:
        """Take note of a whole log.

        Returns:
            Whether the seat sees another number of entries than before.
        """
        known, self._seen_by_seat = self.entries, SeatView(self.seat)
        seen = self._see(entries)
        self.entries, self._latest, self._played_s = len(seen), 0.0, 0.0
        self.view.read(entries, seen)
        self.ended = ending_of(seen) is not None
        self._count_time(seen)
        self._modes = self.view.modes()
        return self.entries != known

    def follow(self, fresh: Sequence[Entry]) -> Update | None:
        """Take note of entries that change nothing of the past.

        Returns:
            What is new on the page; None where the seat sees nothing of it.
        """
        seen = self._see(fresh)
        self.view.follow(fresh, seen)
        self.entries += len(seen)
        self._count_time(seen)
        if not seen:
            return None
        said = [["log", html] for entry in seen if (html := self.view.turn(entry))]
        spoken = [
            [event.turn, event.speaker] for one in seen if isinstance(event := one.event, Narrated)
        ]  # their pieces make room for the whole
        parts = [["board", self.view.board()], *self._counts()]
        update: Update = {"n": self.entries, "append": said, "set": parts}
        return {**update, "spoken": spoken} if spoken else update

    def hear(self, piece: NarrationPiece) -> Update | None:
        """Return a piece of a narration for the page, or that there will be no more; None for other seats."""
        if piece.audience and self.seat not in piece.audience:
            return None
        turn = self._seen_by_seat.number(piece.turn)
        if not piece.text:
            return {"spoken": [[turn, piece.speaker]]}
        return {"piece": piece.text, "turn": turn, "speaker": piece.speaker}

    def whole(self, entries: Sequence[Entry]) -> Update:
        """Return the whole page of a whole log: what was taken back is left out of the conversation."""
        seen = effective_entries(seen_by(entries, self.seat))
        conversation = "".join(self.view.turn(entry) for entry in seen)
        parts = [["log", conversation], ["board", self.view.board()], *self._counts()]
        return {"n": self.entries, "set": [*parts, ["modes", self._modes]], "ended": self.ended}

    def parts(self, entries: Sequence[Entry]) -> Mapping[str, str]:
        """Return the HTML of each part of the page, by name."""
        found = {name.replace("-", "_"): html for name, html in self.whole(entries)["set"]}
        return {**found, "conversation": found.pop("log")}

    def _see(self, entries: Sequence[Entry]) -> list[Entry]:
        return [seen for seen in map(self._seen_by_seat.see, entries) if seen is not None]

    def _counts(self) -> list[list[str]]:
        meter = self.view.meter(round(self._played_s), self.ended)
        parts = [
            ["meter", meter],
            ["brief", str(escape(self.view.brief()))],
            ["commands", self.view.commands()],
            ["from-board", self.view.from_board()],
        ]
        known, self._modes = self._modes, self.view.modes()
        return parts if self._modes == known else [*parts, ["modes", self._modes]]

    def _count_time(self, entries: Sequence[Entry]) -> None:
        for entry in entries:
            now = datetime.fromisoformat(entry.event.timestamp).timestamp()
            if self._latest:
                self._played_s += min(_PAUSE_S, max(0.0, now - self._latest))
            self._latest = now
