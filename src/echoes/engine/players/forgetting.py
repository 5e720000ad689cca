"""Forgetting a player, so that no file contains anything of them."""

from dataclasses import dataclass

from echoes.core.errors import UnknownName
from echoes.core.log.event_log import read_log
from echoes.engine.engine import GameEngine
from echoes.engine.operation.maintenance import drop_orphans
from echoes.engine.players.players import check_player_id
from echoes.storage.backends import MEMORY_LOCK


@dataclass(frozen=True)
class DeletionReport:
    """The result of forgetting a player.

    Attributes:
        sessions: the number of deleted sessions.
        unreadable: the ids of sessions that can't be read, so that nobody knows whose they are.
    """

    sessions: int
    unreadable: list[str]


async def forget_player(engine: GameEngine, player_id: str) -> DeletionReport:
    """Remove a player from logs, checkpoints, store and indices, and from the database files themselves.

    The statistics of scenarios are recounted without the player's games. It can be repeated: another run
    removes what an interrupted one left.

    Raises:
        BadInput: the player id is invalid.
        UnknownName: nothing was remembered of such a player.
        SessionBusy: a session or a room is being used; what comes after it was not deleted.
        StorageFailed: another process keeps deleted data from being cleared.
    """
    check_player_id(player_id)
    memory = await engine.players.memory()
    rows = await engine.players.index.rows(player_id)
    known = bool(rows) or not (await memory.retrieve_player_profile(player_id)).is_empty
    for row in rows:
        await engine.delete_session(row.session_id)
    async with engine.storage.lock(MEMORY_LOCK):
        await memory.ledger.forget_player(player_id)
    await memory.rooms.forget_player(player_id, engine.storage.lock)
    await drop_orphans(engine)
    left = await engine.players.index.rows()  # drops the rows of what is gone
    await engine.storage.purge()
    if not known:
        raise UnknownName(f"unknown player '{player_id}'", "`echoes players list` shows the known ones.")
    readable = {row.session_id for row in left}
    log = engine.storage.event_log
    return DeletionReport(len(rows), sorted(set(await read_log(log, log.sessions)) - readable))
