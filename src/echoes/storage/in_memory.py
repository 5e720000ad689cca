"""A back end in the memory of the process, for tests and benchmarks."""

import asyncio
from collections import defaultdict
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.store.base import BaseStore
from langgraph.store.memory import InMemoryStore

from echoes.core.entries import Entry
from echoes.core.errors import SessionBusy, StorageFailed, UnknownName
from echoes.core.event_kinds import EventKinds
from echoes.core.protocols import EmbeddingClient
from echoes.storage.backends import index_config
from echoes.storage.settings import StorageSettings


class InMemoryEventLog:
    """The event log as lists of entries."""

    def __init__(self) -> None:
        self._entries: dict[str, list[Entry]] = {}

    def append(self, session_id: str, entries: Sequence[Entry], position: int | None = None) -> None:
        """Append entries."""
        if position is not None and position != self.position(session_id):
            raise StorageFailed("the session was written by another meanwhile", "Send the message again.")
        self._entries.setdefault(session_id, []).extend(entries)

    def read(self, session_id: str) -> list[Entry]:
        """Return all entries in order."""
        if session_id not in self._entries:
            raise UnknownName(
                f"unknown session '{session_id}'", "`echoes sessions list` shows the known ones."
            )
        return list(self._entries[session_id])

    def read_intact(self, session_id: str) -> list[Entry]:
        """Return all entries in order; none is ever damaged."""
        return self.read(session_id)

    def tail(self, session_id: str, since: int) -> tuple[list[Entry], int]:
        """Return the entries after a position, and how many there are in all."""
        entries = self.read(session_id)
        return entries[since if since <= len(entries) else 0 :], len(entries)

    def repair(self, session_id: str, since: int = 0) -> tuple[list[Entry], str]:
        """Return the entries from a position on; nothing is ever torn."""
        return self.read(session_id)[since:], ""

    def position(self, session_id: str) -> int:
        """Return the number of entries."""
        return len(self._entries.get(session_id, ()))

    def age(self, session_id: str) -> float:
        """Return 0: no log is left over from a start that failed."""
        return 0.0

    def sessions(self) -> list[str]:
        """Return the ids of all sessions, oldest first."""
        return list(self._entries)

    def delete(self, session_id: str) -> None:
        """Remove a session's log."""
        self._entries.pop(session_id, None)


class InMemoryStorage:
    """All stores and locks in the memory of this process.

    Args:
        settings: the settings of storage.
        folder, kinds: not used.
        embeddings: the embedder of the store's index; None for no index.
    """

    def __init__(
        self,
        settings: StorageSettings,
        folder: Path,
        kinds: EventKinds,
        embeddings: EmbeddingClient | None = None,
    ) -> None:
        self._settings = settings
        self._saver = InMemorySaver()
        self._store = InMemoryStore(index=index_config(embeddings))
        self._locks: dict[str, asyncio.Lock] = defaultdict(asyncio.Lock)
        self.event_log = InMemoryEventLog()

    async def checkpointer(self) -> BaseCheckpointSaver[str]:
        """Return LangGraph's in-memory saver."""
        return self._saver

    async def threads(self) -> list[str]:
        """Return the ids of all sessions that have checkpoints."""
        return list(self._saver.storage)

    async def prune(self, session_id: str) -> None:
        """Remove all checkpoints of a session but the newest."""
        for checkpoints in self._saver.storage.get(session_id, {}).values():
            for old in sorted(checkpoints)[:-1]:
                del checkpoints[old]

    async def store(self) -> BaseStore:
        """Return LangGraph's in-memory store."""
        return self._store

    @asynccontextmanager
    async def lock(self, name: str, wait_s: float | None = None) -> AsyncGenerator[None]:
        """Hold a lock, such as a session's, between tasks."""
        lock = self._locks[name]
        try:
            await asyncio.wait_for(lock.acquire(), self._settings.lock_wait_s if wait_s is None else wait_s)
        except TimeoutError:
            raise SessionBusy(
                "another message of this session is still being handled",
                "Nothing was charged; send it again.",
            ) from None
        try:
            yield
        finally:
            lock.release()

    async def purge(self) -> None:
        """Do nothing: deleted data is gone at once."""

    async def aclose(self) -> None:
        """Do nothing: there are no files to close."""
