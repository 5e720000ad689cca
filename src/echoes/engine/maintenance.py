"""Repair, count again, and tidy up: what `echoes maintenance` does."""

from dataclasses import dataclass

from echoes.core.errors import SessionBusy, StorageFailed
from echoes.engine.engine import GameEngine, kb_id_of


@dataclass(frozen=True)
class Maintained:
    """What maintenance found to do.

    Attributes:
        sessions: how many there are.
        repaired: what was repaired in their logs, a line each.
        recounted: for how many players the counts were not right.
        orphans: sessions that are no more, but had left checkpoints or notes.
        versions: copies of puzzles that no session plays any more.
        knowledge_bases: those of puzzles that are neither there nor in play.
    """

    sessions: int
    repaired: list[str]
    recounted: int
    orphans: int
    versions: int
    knowledge_bases: int


async def maintain(engine: GameEngine) -> Maintained:
    """Bring everything in line with the logs; games that are being played are left alone.

    Raises:
        StorageFailed: the storage can't be used.
    """
    repaired = [await _repair(engine, session) for session in engine.storage.event_log.sessions()]
    rows = await engine.players.index.rows()
    recounted = await engine.players.count_again(rows)
    orphans = await _drop_orphans(engine)
    in_play = {(str(row["puzzle_id"]), str(row["lang"]), str(row["puzzle_hash"])) for row in rows}
    versions = engine.puzzles.drop_versions(keep=in_play)
    wanted = {f"game_{puzzle}_{language}" for puzzle, language, _ in in_play}
    wanted |= {kb_id_of(scenario) for _, scenario in engine.puzzles.scenarios()}
    stale = sorted(set(engine.knowledge.entries()) - wanted)
    for kb_id in stale:
        await engine.knowledge.delete(kb_id)
    await engine.storage.purge()
    return Maintained(
        len(rows), [line for line in repaired if line], recounted, orphans, versions, len(stale)
    )


async def _repair(engine: GameEngine, session_id: str) -> str:
    """Set a torn end aside, unless somebody is at it."""
    try:
        async with engine.storage.lock(session_id, wait_s=0):
            return engine.storage.event_log.repair(session_id)[1]
    except (SessionBusy, StorageFailed):  # somebody is at it, or it takes a person
        return ""


async def _drop_orphans(engine: GameEngine) -> int:
    saver, memory = await engine.storage.checkpointer(), await engine.players.memory()
    left_over = {*await engine.storage.threads(), *await memory.noted_sessions()}
    orphans = left_over - set(engine.storage.event_log.sessions())
    for session_id in orphans:
        await saver.adelete_thread(session_id)
        await memory.forget_session(session_id)
    return len(orphans)
