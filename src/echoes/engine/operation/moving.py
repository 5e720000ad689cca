"""Moving games from one storage to another, entry by entry, and checking them; it can be repeated."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from echoes.core.errors import SessionBusy, StorageFailed, UnknownName
from echoes.core.log.entries import Entry
from echoes.engine.sessions.index import INDEX
from echoes.memory.documents import DocumentChange, Documents
from echoes.storage.backends import Storage

_SECRETS = ("web_secret",)
_EVERY = 100

OnMove = Callable[[str], None]


@dataclass(frozen=True)
class StorageReport:
    """The result of checking or copying a storage.

    Attributes:
        sessions, entries, documents: the numbers of those that are sound, or the same in both.
        copied: the number of entries and documents that were copied now.
        damaged: the logs that can't be read, one line each.
        torn: the logs with an end that was never written whole, which nobody has seen, one line each.
        conflicts: the sessions that went another way in the target and were left alone, one line each.
    """

    sessions: int
    entries: int
    documents: int
    copied: int
    damaged: tuple[str, ...]
    conflicts: tuple[str, ...] = ()
    torn: tuple[str, ...] = ()


async def check_storage(storage: Storage) -> StorageReport:
    """Read everything that a storage keeps.

    Raises:
        StorageFailed: it can't be used.
    """
    entries, damaged, torn = 0, list[str](), list[str]()
    sessions = storage.event_log.sessions()
    for session_id in sessions:
        try:
            entries += len(storage.event_log.read(session_id))
            if await _is_torn(storage, session_id):
                torn.append(
                    f"the end of the log of session '{session_id}' was never written whole, and nobody has "
                    "seen it. It is set aside when the session is opened next."
                )
        except UnknownName:
            continue  # it was deleted meanwhile
        except StorageFailed as error:
            damaged.append(str(error))
    await storage.checkpointer()
    documents = await Documents(await storage.store()).below()
    sound = len(sessions) - len(damaged)
    return StorageReport(sound, entries, len(documents), 0, tuple(damaged), torn=tuple(torn))


async def _is_torn(storage: Storage, session_id: str) -> bool:
    """Return whether a log goes on after its last whole write, though nobody is writing."""
    log = storage.event_log

    def ends_early() -> bool:
        end = log.position(session_id)
        return log.tail(session_id, 0)[1] < end

    if not ends_early():
        return False
    try:
        async with storage.lock(session_id):  # a write that was on its way has ended
            return ends_early()
    except SessionBusy:
        return False


async def copy_storage(source: Storage, target: Storage, announce: OnMove, overwrite: bool) -> StorageReport:
    """Copy all games and memories, and compare each with its copy.

    A session that the target has is gone on with, unless it was played on there or went another way. A log
    that is damaged is left out and reported. Checkpoints and the list of sessions follow from the logs.

    Args:
        source: is only read.
        target: may have the same games, less or more of each, and games of its own.
        announce: is told from time to time how far it is.
        overwrite: whether a memory that differs is taken from the source; else the target's stays.
    Raises:
        StorageFailed: a storage can't be used.
    """
    entries = copied = 0
    damaged, conflicts, sessions = list[str](), list[str](), source.event_log.sessions()
    for number, session_id in enumerate(sessions, 1):
        try:
            whole, new = await _copy_session(source, target, session_id)
        except UnknownName:
            continue  # it was deleted meanwhile
        except _Damaged as error:
            damaged.append(str(error))
            continue
        except _Conflict as error:
            conflicts.append(str(error))
            continue
        entries, copied = entries + whole, copied + new
        if number % _EVERY == 0:
            announce(f"{number} of {len(sessions)} sessions")
    documents, new = await _copy_documents(source, target, overwrite)
    for name in _SECRETS:
        target.shared_secret(name, source.shared_secret(name))
    kept = len(sessions) - len(damaged) - len(conflicts)
    return StorageReport(kept, entries, documents, copied + new, tuple(damaged), tuple(conflicts))


class _Damaged(Exception):
    """A log that can't be read."""


class _Conflict(Exception):
    """A session that went another way in the target."""


async def _copy_session(source: Storage, target: Storage, session_id: str) -> tuple[int, int]:
    """Copy a session; return how many entries it has, and how many were copied now."""
    async with source.lock(session_id), target.lock(session_id):
        try:
            wanted = source.event_log.read(session_id)
        except StorageFailed as error:
            raise _Damaged(str(error)) from error
        known, position = _entries(target, session_id)
        if _lines(known[: len(wanted)]) != _lines(wanted[: len(known)]):
            raise _Conflict(
                f"session '{session_id}' went another way in the target, and is left as it is there"
            )
        for write in _writes(wanted[len(known) :]):
            position = target.event_log.append(session_id, write, position)
        if _lines(_entries(target, session_id)[0][: len(wanted)]) != _lines(wanted):
            raise StorageFailed(f"the copy of session '{session_id}' is not the same", "Run it again.")
        return len(wanted), max(0, len(wanted) - len(known))


def _entries(storage: Storage, session_id: str) -> tuple[list[Entry], int]:
    """Return the entries of a log, and where the next follows; its lock is held, and no torn end is left."""
    if not storage.event_log.position(session_id):
        return [], 0
    entries, position, _ = storage.event_log.repair(session_id)
    return entries, position


def _lines(entries: Sequence[Entry]) -> list[object]:
    return [entry.to_json() for entry in entries]


def _writes(entries: Sequence[Entry]) -> list[list[Entry]]:
    """Return the entries of each write; a write counts as a whole in the copy too."""
    writes: list[list[Entry]] = [[]]
    for entry in entries:
        writes[-1].append(entry)
        if not entry.rest:
            writes.append([])
    return [write for write in writes if write]


async def _copy_documents(source: Storage, target: Storage, overwrite: bool) -> tuple[int, int]:
    """Copy what memory keeps; return how many documents there are, and how many were copied now."""
    found = await Documents(await source.store()).below()
    documents = Documents(await target.store())
    known = await documents.below()
    wanted = {
        key: value
        for key, value in found.items()
        if key[0] != INDEX and (overwrite or known.get(key) is None)
    }
    changes: list[DocumentChange] = [
        (where, key, value) for (where, key), value in wanted.items() if known.get((where, key)) != value
    ]
    await documents.apply(changes)
    copies = await documents.below()
    if any(copies.get(key) != value for key, value in wanted.items()):
        raise StorageFailed("the copy of the memories is not the same", "Run it again.")
    return sum(key[0] != INDEX for key in found), len(changes)
