"""Deleting a session for good."""

from echoes.core.log.event_log import read_log
from echoes.core.log.events import SessionStarted
from echoes.memory.manager import MemoryManager
from echoes.storage.backends import Storage


async def delete(storage: Storage, memory: MemoryManager, session_id: str) -> None:
    """Remove log, checkpoints, notes, and the game in its player's record; the caller holds the locks.

    Raises:
        UnknownName: no such session.
    """
    log = storage.event_log
    entries = await read_log(log, log.read_intact, session_id)
    started = entries[0].event if entries else None
    saver = await storage.checkpointer()
    # The log goes last: until then the session can be deleted again.
    if isinstance(started, SessionStarted):
        await memory.ledger.forget(started.player_id, started.lineage, session_id, started.puzzle_id)
    await memory.forget_session(session_id)
    await saver.adelete_thread(session_id)
    await read_log(log, log.delete, session_id)
