"""A back end in the memory of the process, for tests and benchmarks."""

import asyncio
import secrets
from collections import defaultdict
from collections.abc import AsyncGenerator, Iterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.store.base import BaseStore
from langgraph.store.memory import InMemoryStore

from echoes.core.errors import StorageFailed
from echoes.core.log.entries import Entry
from echoes.core.log.event_kinds import EventKinds
from echoes.core.operation.counters import InMemoryCounters
from echoes.core.protocols import EmbeddingClient
from echoes.storage.locks import session_busy
from echoes.storage.meaning_index import index_config
from echoes.storage.notices import POLL_S, Notice
from echoes.storage.session_ids import unknown_session
from echoes.storage.settings import StorageSettings


class InMemoryEventLog:
    """The event log as lists of entries."""

    waits = False

    def __init__(self) -> None:
        self._entries: dict[str, list[Entry]] = {}

    def append(self, session_id: str, entries: Sequence[Entry], position: int | None = None) -> int:
        """Append entries, and return how many there are."""
        if position is not None and position != self.position(session_id):
            raise StorageFailed("the session was written by another meanwhile", "Send the message again.")
        self._entries.setdefault(session_id, []).extend(entries)
        return self.position(session_id)

    def read(self, session_id: str) -> list[Entry]:
        """Return all entries in order."""
        if session_id not in self._entries:
            raise unknown_session(session_id)
        return list(self._entries[session_id])

    def parts(self, session_id: str) -> Iterator[tuple[list[Entry], int]]:
        """Return all entries in order as one part."""
        entries = self.read(session_id)
        return iter([(entries, len(entries))])

    def read_intact(self, session_id: str) -> list[Entry]:
        """Return all entries in order; none is ever damaged."""
        return self.read(session_id)

    def tail(self, session_id: str, since: int) -> tuple[list[Entry], int]:
        """Return the entries after a position, and how many there are in all."""
        entries = self.read(session_id)
        return entries[since if since <= len(entries) else 0 :], len(entries)

    def repair(self, session_id: str, since: int = 0) -> tuple[list[Entry], int, None]:
        """Return the entries from a position on, and that after them; nothing is ever torn."""
        entries = self.read(session_id)
        return entries[since:], len(entries), None

    def position(self, session_id: str) -> int:
        """Return the number of entries."""
        return len(self._entries.get(session_id, ()))

    def held_position(self, session_id: str) -> int:
        """Return the position; there is nothing to wait for."""
        return self.position(session_id)

    def age(self, session_id: str) -> float:
        """Return 0: no log is left over from a start that failed."""
        return 0.0

    def sessions(self) -> list[str]:
        """Return the ids of all sessions, oldest first."""
        return list(self._entries)

    def positions(self) -> dict[str, int]:
        """Return the positions of all sessions."""
        return {session_id: len(entries) for session_id, entries in self._entries.items()}

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
        self._secrets: dict[str, str] = {}
        self.event_log = InMemoryEventLog()
        self.counters = InMemoryCounters()

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
            async with asyncio.timeout(self._settings.lock_wait_s if wait_s is None else wait_s):
                await lock.acquire()
        except TimeoutError:
            raise session_busy() from None
        try:
            yield
        finally:
            lock.release()

    def shared_secret(self, name: str, first: str | None = None) -> str:
        """Return a secret that lasts as long as the process."""
        return self._secrets.setdefault(name, first or secrets.token_urlsafe(48))

    def publish(self, message: str) -> None:
        """Tell nobody: there is no other process."""

    async def notices(self) -> AsyncGenerator[Notice]:
        """Yield an empty notice again and again, so that somebody looks at the logs."""
        while True:
            yield Notice()
            await asyncio.sleep(POLL_S)

    async def purge(self) -> None:
        """Do nothing: deleted data is gone at once."""

    async def aclose(self) -> None:
        """Do nothing: there are no files to close."""
