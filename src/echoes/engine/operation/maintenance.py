"""Maintenance: repair logs, recount, and remove leftovers."""

from collections import defaultdict
from collections.abc import Collection
from dataclasses import dataclass

from echoes.core.errors import SessionBusy, StorageFailed, UnknownName
from echoes.core.log.event_log import read_log
from echoes.engine.engine import GameEngine
from echoes.engine.log.session_log import torn_end_line
from echoes.engine.scenarios.knowledge import kb_id_of
from echoes.engine.sessions.overview import SessionOverview
from echoes.games.scenario import Scenario

_MIN_AGE_S = 60.0
"""The age of an empty log, in seconds, below which its session may be just about to begin."""


@dataclass(frozen=True)
class MaintenanceReport:
    """The result of maintenance.

    Attributes:
        sessions: the number of sessions.
        repaired: the repairs of their logs, one line each.
        damaged: the logs that need a person, one line each.
        recounted: the number of players whose counts were wrong.
        orphans: the number of deleted sessions that had left checkpoints or notes.
        versions: the number of removed copies of scenario versions that no session plays any more.
        knowledge_bases: the number of removed knowledge bases, of scenarios that are gone and not in play.
        indexed_versions: the number of versions that were removed from the others.
    """

    sessions: int
    repaired: list[str]
    damaged: list[str]
    recounted: int
    orphans: int
    versions: int
    knowledge_bases: int
    indexed_versions: int


async def maintain(engine: GameEngine) -> MaintenanceReport:
    """Bring everything in line with the logs; sessions in use are left alone.

    Raises:
        StorageFailed: the storage can't be used.
    """
    log = engine.storage.event_log
    repaired, damaged = await _repair_all(engine)
    await engine.players.index.clear()
    recounted = await engine.players.recount()
    rows = await engine.players.index.rows()
    orphans = await drop_orphans(engine)
    versions = 0
    if len(rows) == len(log.sessions()):  # else a log that nobody can read may need any of them
        versions = engine.scenarios.drop_versions(keep=_in_play(rows))
    bases, indexed = await drop_stale_knowledge(engine)
    await engine.storage.purge()
    return MaintenanceReport(len(rows), repaired, damaged, recounted, orphans, versions, bases, indexed)


async def drop_stale_knowledge(engine: GameEngine, scenario_id: str | None = None) -> tuple[int, int]:
    """Remove from the knowledge bases what is neither current nor in play.

    Args:
        engine: whose they are.
        scenario_id: of the scenario that is looked at; None for all.
    Returns:
        The number of knowledge bases that are gone, and of versions that are gone from others.
    """
    built = engine.knowledge.entries()  # read first: a session that begins meanwhile may add a version
    rows = await engine.players.index.rows()
    if len(rows) != len(engine.storage.event_log.sessions()):
        return 0, 0  # a log that nobody can read may need any of them
    wanted: dict[str, set[str]] = defaultdict(set)
    for played, language, version in _in_play(rows):
        wanted[f"game_{played}_{language}"].add(version)
    for _, scenario in engine.scenarios.list_all():
        wanted[kb_id_of(scenario)].add(scenario.content_hash)
    bases = versions = 0
    for kb_id, entry in sorted(built.items()):
        if scenario_id in (None, entry.metadata.get("game_id")):
            stale = {*entry.versions, entry.content_hash} - wanted[kb_id]
            gone = await engine.knowledge.drop_versions(kb_id, stale)
            bases, versions = bases + gone[0], versions + gone[1]
    return bases, versions


def _in_play(rows: Collection[SessionOverview]) -> set[tuple[str, str, str]]:
    """Return id, language and version of what is played."""
    return {(row.puzzle_id, row.lang, row.puzzle_hash) for row in rows}


async def damaged_knowledge(engine: GameEngine) -> list[tuple[str, Scenario]]:
    """Return the scenarios whose knowledge bases are damaged, with the names of their game types."""
    intact = engine.scenario_knowledge.is_intact
    return [(game, one) for game, one in engine.scenarios.list_all() if not await intact(one)]


async def _repair_all(engine: GameEngine) -> tuple[list[str], list[str]]:
    """Set torn ends aside, and remove logs that never began; sessions in use are left alone."""
    log = engine.storage.event_log
    repaired: list[str] = []
    damaged: list[str] = []
    for session_id in log.sessions():
        try:
            async with engine.storage.lock(session_id, wait_s=0):
                age = log.age(session_id)
                entries, _, torn = log.repair(session_id)
                repaired += [torn_end_line(session_id, torn, "en")] if torn else []
                if not entries and age > _MIN_AGE_S:
                    log.delete(session_id)
                    repaired.append(f"session '{session_id}' had never begun and was removed")
        except (SessionBusy, UnknownName):
            continue  # somebody plays it, or has just deleted it
        except StorageFailed as error:
            damaged.append(str(error))
    return repaired, damaged


async def drop_orphans(engine: GameEngine) -> int:
    """Remove the leftovers of deleted sessions.

    Returns:
        The number of sessions that had left anything.
    """
    saver, memory = await engine.storage.checkpointer(), await engine.players.memory()
    left_over = {*await engine.storage.threads(), *await memory.noted_sessions()}
    log = engine.storage.event_log
    orphans = left_over - set(await read_log(log, log.sessions))
    for session_id in orphans:
        await saver.adelete_thread(session_id)
        await memory.forget_session(session_id)
    return len(orphans)
