"""Finished games that a player's next one may go on from: one of each lineage, the chosen main line first."""

from collections.abc import Awaitable, Callable, Sequence

from echoes.engine.sessions.index import SessionIndex
from echoes.engine.sessions.overview import chosen_lines
from echoes.memory.records import GameRecord


async def carried_games(
    counted: Sequence[GameRecord],
    index: SessionIndex,
    record: Callable[[str], Awaitable[GameRecord | None]],
) -> Sequence[GameRecord]:
    """Return the games that count, with the chosen main line in the place of another fork that ended first.

    A main line that has not ended carries nothing.

    Args:
        counted: a player's finished games: of each lineage the first that ended.
        index: of all sessions.
        record: makes the record of a session; None for one that is open or does not count.
    Returns:
        The games in the order in which they ended.
    """
    if not counted:
        return ()
    chosen = chosen_lines(await index.rows(counted[0].player_id))
    found: list[GameRecord] = []
    for game in counted:
        main = chosen.get(game.lineage, game.session_id)
        carried = game if main == game.session_id else await record(main)
        found += [carried] if carried else []
    return sorted(found, key=lambda game: game.ended)
