"""Two sessions of one lineage side by side: what they share, and what happened in each after that."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from echoes.core.errors import BadInput
from echoes.core.log.entries import Entry
from echoes.core.log.events import event_to_json
from echoes.core.log.queries import effective_entries
from echoes.core.seats.visibility import PUBLIC, seen_by
from echoes.engine.sessions.overview import SessionOverview, session_overview
from echoes.games.base import AnyGame
from echoes.games.history_summary import HistoryLine

_OWN = ("session_id", "event_id", "forked_from", "forked_at")
"""Keys in which a fork differs from what it was copied from."""


@dataclass(frozen=True)
class Branch:
    """One of two sessions, and what counts in it of what the other does not share."""

    overview: SessionOverview
    lines: Sequence[HistoryLine]


@dataclass(frozen=True)
class ForkComparison:
    """Two sessions and the number of turns that they share and that count in both."""

    shared_turns: int
    branches: tuple[Branch, Branch]


def compare_forks(
    one: Sequence[Entry], other: Sequence[Entry], games: Mapping[str, AnyGame], seat: str = PUBLIC
) -> ForkComparison:
    """Compare two sessions that began with the same one, from a seat.

    Args:
        one, other: whole logs.
        games: the game types by name.
        seat: whose view it is; turns, status and progress are as it knows them.
    Raises:
        BadInput: they share no past.
        StorageFailed: a log has no beginning.
    """
    overviews = [session_overview(log, games, seat) for log in (one, other)]
    if overviews[0].lineage != overviews[1].lineage:
        problem = f"'{overviews[0].session_id}' and '{overviews[1].session_id}' share no past"
        raise BadInput(problem, "Compare a session with a fork of it: echoes sessions fork ID --at TURN.")
    counted = [effective_entries(_told(log, seat)) for log in (one, other)]
    pairs = enumerate(zip(*counted, strict=False))
    differ = (n for n, (mine, theirs) in pairs if _plain(mine) != _plain(theirs))
    shared = next(differ, min(map(len, counted)))
    turns = sum(entry.event.makes_turn for entry in counted[0][:shared])
    game = games.get(overviews[0].game_type)
    first, second = (
        Branch(overview, _lines(log[shared:], game)) for overview, log in zip(overviews, counted, strict=True)
    )
    return ForkComparison(turns, (first, second))


def _told(log: Sequence[Entry], seat: str) -> list[Entry]:
    """Return the view of a log from a seat, without what is about one session alone, such as the seating."""
    return [one for one in seen_by(log, seat) if one.event.is_copied]


def _plain(entry: Entry) -> dict[str, Any]:
    return {key: value for key, value in event_to_json(entry.event).items() if key not in _OWN}


def _lines(own: Sequence[Entry], game: AnyGame | None) -> list[HistoryLine]:
    """Return the lines in which a game tells of entries."""
    return [line for entry in own if game and (line := game.line_of(entry.event))]
