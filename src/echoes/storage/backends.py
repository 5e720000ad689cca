"""The storage back ends, and what each provides."""

from collections.abc import AsyncGenerator
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from echoes.core.log.event_kinds import EventKinds
from echoes.core.log.event_log import EventLog
from echoes.core.protocols import Counters, EmbeddingClient
from echoes.core.registry import Registry
from echoes.storage.notices import Notice
from echoes.storage.settings import StorageSettings

if TYPE_CHECKING:
    from langgraph.checkpoint.base import BaseCheckpointSaver
    from langgraph.store.base import BaseStore

STORAGE_BACKENDS = Registry(
    "storage back end",
    "echoes.storage",
    {
        "sqlite": "echoes.storage.sqlite.storage:SqliteStorage",
        "postgres": "echoes.storage.postgres.storage:PostgresStorage",
        "memory": "echoes.storage.in_memory:InMemoryStorage",
    },
)


MEMORY_LOCK = "memory"
"""The name of the lock that is held while games are counted; no session has such an id."""


class Storage(Protocol):
    """The stores and locks of one back end.

    Attributes:
        event_log: the source of truth about sessions.
        counters: shared by all processes on this storage.
    """

    event_log: EventLog
    counters: Counters

    async def checkpointer(self) -> "BaseCheckpointSaver[str]":
        """Return LangGraph's saver for the state of sessions; it is a cache of the event log."""
        ...

    async def threads(self) -> list[str]:
        """Return the ids of all sessions that have checkpoints."""
        ...

    async def prune(self, session_id: str) -> None:
        """Remove all checkpoints of a session but the newest."""
        ...

    async def store(self) -> "BaseStore":
        """Return LangGraph's store for long-term memory."""
        ...

    def lock(self, name: str, wait_s: float | None = None) -> AbstractAsyncContextManager[None]:
        """Hold a lock, between tasks and between processes.

        Args:
            name: the name of the lock; a session's is its id.
            wait_s: the longest wait, in seconds; None for the configured one.
        Raises:
            SessionBusy: another holder kept it for too long.
        """
        ...

    def shared_secret(self, name: str, first: str | None = None) -> str:
        """Return a secret that all processes on this storage share, made at the first call.

        Args:
            name: the name of a file.
            first: the secret if there is none yet; None draws one.
        Raises:
            StorageFailed: it can't be read or kept.
        """
        ...

    def publish(self, message: str) -> None:
        """Tell all processes on this storage that listen, soon; it may be lost.

        Args:
            message: some text, of 7,900 bytes at most.
        """
        ...

    def notices(self) -> AsyncGenerator[Notice]:
        """Yield word of logs that have grown and of messages of all processes, from now on."""
        ...

    async def purge(self) -> None:
        """Clear deleted data from all files."""
        ...

    async def aclose(self) -> None:
        """Close all files."""
        ...


def open_storage(
    settings: StorageSettings, folder: Path, kinds: EventKinds, embeddings: EmbeddingClient | None = None
) -> Storage:
    """Open the configured back end.

    Args:
        settings: the name of the back end, and its address.
        folder: `game_storage/`; made when missing.
        kinds: the kinds of events there are.
        embeddings: for the index of the store; None for no such index.
    Raises:
        UnknownName: there is no such back end.
        StorageFailed: the folder can't be used.
    """
    backend: Storage = STORAGE_BACKENDS.load(settings.backend)(settings, folder, kinds, embeddings)
    return backend
