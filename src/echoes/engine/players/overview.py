"""Overviews of players: one row for lists, and everything that is remembered of one."""

from collections.abc import Sequence

from echoes.core.log.records import PlayerStatistics, Row
from echoes.engine.sessions.overview import SessionOverview
from echoes.memory.profiles import PlayerProfile
from echoes.memory.records import GameRecord


class PlayerOverview(Row, frozen=True):
    """A player in one row of a list.

    Attributes:
        games, first_tries, solved: numbers of finished games, of scenarios, and of those solved.
        solve_rate: 0 to 1.
        questions_to_solve: the mean over solved games.
        open: the number of sessions that have not ended.
        last_played: ISO 8601 in UTC.
    """

    player_id: str
    games: int
    first_tries: int
    solved: int
    solve_rate: float | None
    questions_to_solve: float | None
    open: int
    last_played: str | None


class PlayerDetails(Row, frozen=True):
    """Everything that is remembered of a player.

    Attributes:
        games: the finished games, in the order in which they ended.
        open: the ids of the sessions that have not ended.
    """

    player_id: str
    profile: PlayerProfile
    games: tuple[GameRecord, ...]
    open: tuple[str, ...]


def player_overview(player: str, counts: PlayerStatistics, rows: Sequence[SessionOverview]) -> PlayerOverview:
    """Return the row of a player, from their counts and the rows of sessions."""
    own = [row for row in rows if row.player_id == player]
    return PlayerOverview(
        player_id=player,
        games=counts.games,
        first_tries=counts.first_tries,
        solved=counts.solved,
        solve_rate=counts.solve_rate,
        questions_to_solve=counts.questions_to_solve,
        open=sum(row.is_open for row in own),
        last_played=own[-1].updated if own else None,
    )
