"""The overview of a session: one row for lists, pages and reports."""

from collections.abc import Iterable, Mapping, Sequence
from typing import ClassVar, Literal

from echoes.core.errors import StorageFailed
from echoes.core.log.entries import Entry
from echoes.core.log.events import SessionStarted, StartTrace
from echoes.core.log.lineage import MainLineChosen
from echoes.core.log.queries import usage_of
from echoes.core.log.records import RowOfGame
from echoes.core.operation.usage import Usage
from echoes.core.seats.projection import SeatProjection
from echoes.core.seats.visibility import PUBLIC
from echoes.engine.sessions.earlier_builds import goes_on
from echoes.games.base import AnyGame


class SessionOverview(RowOfGame, frozen=True):
    """A session in one row; nothing in it is secret.

    Attributes:
        puzzle_id, puzzle_hash: the scenario, and the version of it.
        lineage: the session that this one and all its forks began with.
        forked_from: the session whose past it shares.
        main_line_choice: the number of its last choice as the main line of its lineage; 0 for none.
        main_line: whether it is the main line; None in an overview from its log alone.
        remembered: whether it may count in its player's record.
        goes_on: whether this build can play it on.
        started, updated: the time of the first and of the last event that the seat may see; ISO 8601 in
            UTC.
        turns: the number of turns that count.
        progress: 0 to 1.
        counts: the counts of its game, by name, as its kind has them.
        model_calls, tokens: the cost, undone turns included.
    """

    own_field: ClassVar[str] = "counts"

    session_id: str
    game_type: str
    puzzle_id: str
    puzzle_hash: str
    title: str
    lang: str
    player_id: str
    lineage: str
    forked_from: str | None
    main_line_choice: int = 0
    main_line: bool | None = None
    remembered: bool
    goes_on: bool = True
    started: str
    updated: str
    status: Literal["PLAYING", "COMPLETED", "ABORTED"]
    turns: int
    progress: float
    counts: dict[str, int | None]
    model_calls: int
    tokens: int

    @property
    def is_open(self) -> bool:
        """Return whether the game has not ended, and can be played on."""
        return self.status == "PLAYING" and self.goes_on


def session_overview(
    entries: Sequence[Entry], games: Mapping[str, AnyGame], seat: str = PUBLIC
) -> SessionOverview:
    """Make the overview of a session from its log.

    Args:
        entries: the whole log.
        games: the game types by name; one that is not installed adds no counts of its own.
        seat: from which it is seen; turns are counted as that seat counts them, and costs are all of it.
    Raises:
        StorageFailed: the log has no beginning.
    """
    started = entries[0].event if entries else None
    if not isinstance(started, SessionStarted):
        raise StorageFailed("the log has no beginning", "Delete the session.")
    known, game = SeatProjection(seat), games.get(started.game_type)
    seen = known.read(entries)
    spent = sum(map(usage_of, entries), Usage())
    return SessionOverview(
        session_id=started.session_id,
        game_type=started.game_type,
        puzzle_id=started.puzzle_id,
        puzzle_hash=started.puzzle_hash,
        title=started.title,
        lang=started.lang,
        player_id=started.player_id,
        lineage=started.lineage or started.session_id,
        forked_from=started.forked_from,
        main_line_choice=_choice(entries),
        remembered=entries[0].traced(StartTrace).remembered,
        goes_on=goes_on(entries[0], games),
        started=started.timestamp,
        updated=known.updated,
        status=known.ended.status if known.ended else "PLAYING",
        turns=len(known.turns),
        progress=known.progress,
        counts={**game.counts(seen)} if game else {},
        model_calls=spent.model_calls,
        tokens=spent.prompt_tokens + spent.completion_tokens,
    )


def _choice(entries: Sequence[Entry]) -> int:
    """Return the number of the last choice of a session as the main line; 0 for none."""
    events = (entry.event for entry in reversed(entries))
    return next((event.choice for event in events if isinstance(event, MainLineChosen)), 0)


def chosen_lines(rows: Iterable[SessionOverview]) -> Mapping[str, str]:
    """Return the main line of each lineage where one was chosen: the latest choice holds."""
    chosen = [row for row in rows if row.main_line_choice]
    chosen.sort(key=lambda row: (row.main_line_choice, row.session_id))
    return {row.lineage: row.session_id for row in chosen}


def main_lines(rows: Sequence[SessionOverview]) -> Mapping[str, str]:
    """Return the main line of each lineage: the one that was chosen, else the first if it is there."""
    firsts = {row.lineage: row.session_id for row in rows if row.session_id == row.lineage}
    return {**firsts, **chosen_lines(rows)}


def next_choice(rows: Iterable[SessionOverview], lineage: str) -> int:
    """Return the number of the next choice in a lineage."""
    return 1 + max((row.main_line_choice for row in rows if row.lineage == lineage), default=0)
