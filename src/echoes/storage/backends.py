"""The storage back ends and what each provides."""

from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Protocol

from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.store.base import BaseStore

from echoes.core.protocols import EventLog
from echoes.core.registry import Registry
from echoes.storage.settings import StorageSettings

STORAGE_BACKENDS = Registry(
    "storage back end",
    "echoes.storage",
    {
        "sqlite": "echoes.storage.sqlite:SqliteStorage",
        "memory": "echoes.storage.in_memory:InMemoryStorage",
    },
)


class Storage(Protocol):
    """Everything that one back end keeps."""

    event_log: EventLog

    async def checkpointer(self) -> BaseCheckpointSaver[str]:
        """Where LangGraph keeps the state of sessions; a cache of the event log."""
        ...

    async def prune(self, session_id: str) -> None:
        """Drop all checkpoints of a session but the newest."""
        ...

    async def store(self) -> BaseStore:
        """LangGraph's long-term memory."""
        ...

    def lock(self, session_id: str) -> AbstractAsyncContextManager[None]:
        """Hold a session's turn, between tasks and between processes.

        Raises:
            SessionBusy: another holder kept it for too long.
        """
        ...

    async def aclose(self) -> None:
        """Let go of everything."""
        ...


def open_storage(settings: StorageSettings, folder: Path) -> Storage:
    """The configured back end.

    Args:
        settings: which one, and its address.
        folder: `game_storage/`; made when missing.
    Raises:
        UnknownName: no such back end.
        StorageFailed: the folder can't be used.
    """
    backend: Storage = STORAGE_BACKENDS.load(settings.backend)(settings, folder)
    return backend
