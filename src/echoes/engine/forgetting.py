"""Forgetting a player: nothing of them is left in any file."""

from echoes.core.errors import UnknownName
from echoes.engine.engine import GameEngine
from echoes.storage.backends import MEMORY_LOCK


async def forget_player(engine: GameEngine, player_id: str) -> int:
    """Remove a player from logs, checkpoints, store and indices, and from the files below them.

    Statistics of puzzles are counted again without the player's games.

    Returns:
        How many sessions were deleted.
    Raises:
        UnknownName: nothing is remembered of such a player.
        SessionBusy: a session is being played; nothing after it was deleted.
    """
    memory = await engine.players.memory()
    rows = await engine.players.index.rows(player_id)
    if not rows and not await memory.retrieve_player_profile(player_id):
        raise UnknownName(f"unknown player '{player_id}'", "`echoes players list` shows the known ones.")
    for row in rows:
        await engine.delete_session(str(row["session_id"]))
    async with engine.storage.lock(MEMORY_LOCK):
        await memory.forget_player(player_id)
        await memory.count_puzzles_again()
    await engine.players.index.rows()  # drops the rows of what is gone
    await engine.storage.purge()
    return len(rows)
