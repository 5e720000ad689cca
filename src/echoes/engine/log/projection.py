"""The projection of a session: its log, folded once for all who follow it.

The engine keeps one for a session that it plays, and the web app one for all seats of a page.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import reduce
from typing import Any

from echoes.core.log.entries import Entry
from echoes.core.log.events import SessionEnded, TurnsUndone
from echoes.core.log.queries import effective_entries, has_event, last_turns, usage_of
from echoes.core.operation.usage import NO_USAGE, Usage
from echoes.core.seats.events import SeatLeft, SeatTaken
from echoes.core.seats.seating import Seating
from echoes.core.seats.visibility import is_private
from echoes.games.base import AnyGame
from echoes.games.history_summary import empty_history, remember
from echoes.games.scenario import Scenario
from echoes.games.turn_state import TurnState


class SessionProjection:
    """The state of a session, as its log tells it; of bounded size, however long the log.

    It holds the secrets of all seats. A viewer is shown what `GameType.panels` makes of it, and what a
    `core.seats.visibility.SeatProjection` has seen.

    Args:
        game: the game type of the session.
        scenario: the version that it began with.

    Attributes:
        state: the state itself; replaced by each change, never changed in place.
        ended: whether the game is over.
        private: whether some event is hidden from somebody.
        shared: whether messages name their senders.
        seating: the holders of the seats.
    """

    def __init__(self, game: AnyGame, scenario: Scenario) -> None:
        self._game, self._scenario = game, scenario
        self.state = TurnState[Any]()
        self._forget()

    @property
    def turn(self) -> int:
        """The number of the last turn."""
        return self.state.get("turn", 0)

    def seat_label(self, seat: str) -> str:
        """Return the name of a seat for people, as the session plays the scenario."""
        game = self.state.get("game")
        played = self._scenario if game is None else self._game.as_played(self._scenario, game)
        return self._game.seat_label(played, seat)

    def read(self, entries: Sequence[Entry]) -> None:
        """Take note of a whole log."""
        state = fold(self._game, self._scenario, entries)  # until that works, what was private stays so
        self._forget()
        self.state = state
        self._note(entries)

    def follow(self, entries: Sequence[Entry]) -> None:
        """Take note of appended entries that take nothing back."""
        self._note(entries)
        self.state = follow(self._game, self.state, entries)

    def _forget(self) -> None:
        self.ended = self.private = self.shared = False
        self.seating = Seating()

    def _note(self, entries: Sequence[Entry]) -> None:
        self.ended = self.ended or has_event(entries, SessionEnded)
        self.private = self.private or is_private(entry.event for entry in entries)
        self.shared = self.shared or any(entry.cause and entry.cause.by for entry in entries)
        if has_event(entries, SeatTaken, SeatLeft):
            self.seating = self.seating.after(entries)


def fold(game: AnyGame, scenario: Scenario, entries: Sequence[Entry]) -> TurnState[Any]:
    """Return the state after a whole log: the game's own, its history, and the cost of models."""
    start = TurnState[Any](game=game.initial_state(scenario), history=empty_history(), entries=0)
    folded = _followed(game, start, effective_entries(entries))
    return {**folded, "spent": spent_on(entries), "entries": len(entries), **_end_of(entries)}


def follow(game: AnyGame, state: TurnState[Any], entries: Sequence[Entry]) -> TurnState[Any]:
    """Return the state after appended entries that take nothing back.

    Args:
        game: the game type.
        state: the state before them, from `fold`.
        entries: the appended entries.
    """
    return {
        **_followed(game, state, entries),
        "spent": spent_on(entries, state.get("spent")),
        "entries": state.get("entries", 0) + len(entries),
        **_end_of(entries, state.get("turn", 0)),
    }


def _followed(game: AnyGame, state: TurnState[Any], entries: Sequence[Entry]) -> TurnState[Any]:
    """Return the state with the game's own part and the history after some entries."""
    own = reduce(game.evolve, entries, state.get("game", {}))
    # The shared history must not contain events that are for some seats only.
    public = (entry for entry in entries if not entry.event.audience)
    history = remember(state.get("history") or empty_history(), public, game)
    return {**state, "game": own, "history": history}


def _end_of(entries: Sequence[Entry], turn: int = 0) -> TurnState[Any]:
    if not entries:
        return {"turn": turn}
    last = max([turn, *(entry.event.turn for entry in entries)])
    return {"turn": last, "stamp": entries[-1].event.timestamp}


def spent_on(entries: Iterable[Entry], before: Mapping[str, float] | None = None) -> Mapping[str, float]:
    """Return the cost of entries plus the cost before them, as usage."""
    spent = Usage.model_validate(before or {})
    costs = (cost for entry in entries if (cost := usage_of(entry)) is not NO_USAGE)
    return sum(costs, spent).model_dump()


def undo_entry(game: AnyGame, scenario: Scenario, entries: Sequence[Entry], count: int) -> Entry:
    """Return the entry that takes back the last turns, with the progress that remains."""
    turns, before = last_turns(entries, count), effective_entries(entries)
    left = [entry for entry in before if entry.event.turn not in turns]
    was, state = (fold(game, scenario, part).get("game") for part in (before, left))
    last = max(entry.event.turn for entry in entries)
    undone = TurnsUndone(turns=turns, progress=game.progress(scenario, state), turn=last)
    return Entry(undone, game.kept(was))
