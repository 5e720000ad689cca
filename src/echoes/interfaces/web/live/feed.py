"""Feed of a seat: the page of a session as that seat sees it, kept up with the log."""

from collections.abc import Callable, Mapping, Sequence
from itertools import takewhile

from markupsafe import escape

from echoes.core.log.entries import Entry
from echoes.core.log.queries import effective_entries
from echoes.core.seats.events import SeatLeft, SeatTaken
from echoes.core.seats.projection import SeatProjection
from echoes.core.seats.seating import fold_seat_changes
from echoes.core.seats.visibility import seen_by
from echoes.engine.turns.narration import NarrationPiece
from echoes.interfaces.web.live.subscribers import Update
from echoes.interfaces.web.views.game_view import GameView


class SeatFeed:
    """The part of a session that one seat may see, as HTML.

    Args:
        view: draws it, for this seat.
        known: what the seat knows of the session, which the view draws too.
        notice: returns a word on what is not as usual; empty if all is.
    """

    def __init__(self, view: GameView, known: SeatProjection, notice: Callable[[], str] = str) -> None:
        self.view, self.seat, self._known = view, known.seat, known
        self._modes, self._notice = "", notice
        self._seated: list[Entry] = []

    @property
    def entries(self) -> int:
        """The number of entries that the seat sees."""
        return self._known.entries

    @property
    def ended(self) -> bool:
        """Return whether the game is over."""
        return self._known.ended is not None

    def read(self, entries: Sequence[Entry]) -> bool:
        """Take note of a whole log.

        Returns:
            Whether the seat sees another number of entries than before.
        """
        before = self.entries
        seen = self._known.read(entries)
        self.view.read(seen)
        self._seated = []
        self._fold(seen)
        self._modes = self.view.modes()
        return self.entries != before

    def follow(self, fresh: Sequence[Entry]) -> Update | None:
        """Take note of entries that change nothing of the past.

        Returns:
            What is new on the page; None where the seat sees nothing of it.
        """
        seen = self._known.follow(fresh)
        self.view.follow(seen)
        if not seen:
            return None
        said = [["log", html] for entry in seen if (html := self.view.turn(entry))]
        spoken = [
            [one.event.turn, speaker] for one in seen if (speaker := one.event.heard_from) is not None
        ]  # their pieces make room for the whole
        parts = [["board", self.view.board()], *self._counts()]
        update: Update = {"n": self.entries, "append": said, "set": parts}
        if folded := self._fold(seen):
            update["folded"] = folded
        return {**update, "spoken": spoken} if spoken else update

    def _fold(self, seen: Sequence[Entry]) -> list[str]:
        """Take note of changes of seats in a row, and return the ids of those that are no longer shown."""
        shown = [*self._seated, *seen]
        kept = fold_seat_changes(shown)
        last = takewhile(lambda entry: isinstance(entry.event, SeatTaken | SeatLeft), reversed(kept))
        self._seated, left = [*last][::-1], {entry.event.event_id for entry in kept}
        return [entry.event.event_id for entry in shown if entry.event.event_id not in left]

    def hear(self, piece: NarrationPiece) -> Update | None:
        """Return a piece of a narration for the page, or that there will be no more; None for other seats."""
        if piece.audience and self.seat not in piece.audience:
            return None
        turn = self._known.number_to_be(piece.turn)
        if not piece.text:
            return {"spoken": [[turn, piece.speaker]]}
        return {"piece": piece.text, "turn": turn, "speaker": piece.speaker}

    def whole(self, entries: Sequence[Entry]) -> Update:
        """Return the whole page of a whole log: what was taken back is left out of the conversation."""
        seen = fold_seat_changes(effective_entries(seen_by(entries, self.seat)))
        conversation = "".join(self.view.turn(entry) for entry in seen)
        parts = [["log", conversation], ["board", self.view.board()], *self._counts()]
        return {"n": self.entries, "set": [*parts, ["modes", self._modes]], "ended": self.ended}

    def parts(self, entries: Sequence[Entry]) -> Mapping[str, str]:
        """Return the HTML of each part of the page, by name."""
        found = {name.replace("-", "_"): html for name, html in self.whole(entries)["set"]}
        return {**found, "conversation": found.pop("log")}

    def _counts(self) -> list[list[str]]:
        meter = self.view.meter(round(self._known.played_s), self.ended)
        parts = [
            ["meter", meter],
            ["brief", str(escape(self.view.brief()))],
            ["notice", str(escape(self._notice()))],
            ["commands", self.view.commands()],
            ["from-board", self.view.from_board()],
        ]
        known, self._modes = self._modes, self.view.modes()
        return parts if self._modes == known else [*parts, ["modes", self._modes]]
