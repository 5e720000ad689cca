"""The LangGraph checkpoint of one session: a cache of the state that follows from its log, and its repair."""

import logging
from typing import Any, Literal, cast

from echoes.core.errors import StorageFailed
from echoes.games.turn_state import TurnState
from echoes.storage.backends import Storage

_PRUNE_EVERY = 16
_COMPARED = ("entries", "stamp", "game", "history")
"""What a checkpoint must have as the log tells it."""


class Checkpoint:
    """The state of a session, stored where LangGraph's tools look for it.

    It is written after the log and contains nothing that does not follow from the log, so losing it costs
    nothing.

    Args:
        session_id: the session.
        storage: the storage with the checkpointer.
    """

    def __init__(self, session_id: str, storage: Storage) -> None:
        self._session_id, self._storage = session_id, storage
        self._config: Any = {"configurable": {"thread_id": session_id, "checkpoint_ns": ""}}
        self._written = 0

    async def read(self) -> TurnState[Any] | None:
        """Return the state; empty if it can't be read, None if there is none."""
        try:
            found = await (await self._storage.checkpointer()).aget_tuple(self._config)
            if found is None:
                return None
            return cast("TurnState[Any]", found.checkpoint["channel_values"])
        except StorageFailed:
            return {}  # a row that can't be decoded; worse shows when it is written again
        except Exception as error:  # noqa: BLE001 - whatever a damaged blob makes of its decoder
            logging.getLogger(__name__).warning(
                "the checkpoint of session '%s' can't be read (%s)", self._session_id, error
            )
            return {}

    async def repair(self, state: TurnState[Any]) -> Literal["right", "missing", "wrong"]:
        """Compare the checkpoint with the state that the log tells, and replace it unless it is right.

        Returns:
            How it was found.
        Raises:
            StorageFailed: it can't be written.
        """
        known = await self.read()
        if known is not None and all(known.get(key) == state.get(key) for key in _COMPARED):
            return "right"
        await self.replace(state)
        return "missing" if known is None else "wrong"

    async def replace(self, state: TurnState[Any]) -> None:
        """Replace all checkpoints of the session by one state.

        Raises:
            StorageFailed: it can't be written.
        """
        await (await self._storage.checkpointer()).adelete_thread(self._session_id)
        await self.write(state)

    async def write(self, state: TurnState[Any]) -> None:
        """Add a state as the newest checkpoint, and remove old ones from time to time.

        Raises:
            StorageFailed: it can't be written.
        """
        from langgraph.checkpoint.base import empty_checkpoint

        saver = await self._storage.checkpointer()
        versions: Any = dict.fromkeys(state, str(state.get("entries", 0)))
        checkpoint: Any = {**empty_checkpoint(), "channel_values": {**state}, "channel_versions": versions}
        step = state.get("entries", 0)
        metadata: Any = {"source": "update", "step": step, "parents": {}}
        await saver.aput(self._config, checkpoint, metadata, versions)
        self._written += 1
        if self._written % _PRUNE_EVERY == 1:
            await self._storage.prune(self._session_id)
