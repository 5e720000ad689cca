"""The LangGraph checkpoint of one session: a cache of the state that follows from its log, and its repair."""

import logging
from typing import Any, Literal, cast

from echoes.core.errors import StorageFailed
from echoes.games.turn_state import TurnState
from echoes.storage.backends import Storage

_PRUNE_EVERY = 16
_PLACE, _FOLDED = ("entries", "stamp"), ("game", "history")
"""What a checkpoint must have as the log tells it: the place in the log, and what follows from it."""


class Checkpoint:
    """The state of a session, stored where LangGraph's tools look for it.

    It is written after the log and contains nothing that does not follow from the log, so losing it costs
    nothing.

    Args:
        session_id: the session.
        storage: the storage with the checkpointer.
        form: of the states that this version writes, by `state_form`.
    """

    def __init__(self, session_id: str, storage: Storage, form: str) -> None:
        self._session_id, self._storage, self._form = session_id, storage, form
        self._config: Any = {"configurable": {"thread_id": session_id, "checkpoint_ns": ""}}
        self._written = 0

    async def read(self) -> TurnState[Any] | None:
        """Return the state; empty if it can't be read, None if there is none."""
        return (await self._found())[0]

    async def _found(self) -> tuple[TurnState[Any] | None, str]:
        """Return the state, as `read` does, and the form that it was written in, if one is noted."""
        try:
            found = await (await self._storage.checkpointer()).aget_tuple(self._config)
            if found is None:
                return None, self._form
            state = cast("TurnState[Any]", found.checkpoint["channel_values"])
            return state, str(cast("dict[str, object]", found.metadata).get("form", ""))
        except StorageFailed:
            return {}, self._form  # a row that can't be decoded; worse shows when it is written again
        except Exception as error:  # noqa: BLE001 - whatever a damaged blob makes of its decoder
            logging.getLogger(__name__).warning(
                "the checkpoint of session '%s' can't be read (%s)", self._session_id, error
            )
            return {}, self._form

    async def repair(self, state: TurnState[Any]) -> Literal["right", "missing", "older", "wrong"]:
        """Compare the checkpoint with the state that the log tells, and replace it unless it is right.

        Returns:
            How it was found; `older` if it is of this place in the log, and of a form that states had then.
        Raises:
            StorageFailed: it can't be written.
        """
        known, form = await self._found()
        if known is not None and form == self._form and _agree(known, state, *_PLACE, *_FOLDED):
            return "right"
        await self.replace(state)
        if known is None:
            return "missing"
        return "older" if form != self._form and _agree(known, state, *_PLACE) else "wrong"

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
        metadata: Any = {"source": "update", "step": step, "parents": {}, "form": self._form}
        await saver.aput(self._config, checkpoint, metadata, versions)
        self._written += 1
        if self._written % _PRUNE_EVERY == 1:
            await self._storage.prune(self._session_id)


def _agree(known: TurnState[Any], state: TurnState[Any], *keys: str) -> bool:
    return all(known.get(key) == state.get(key) for key in keys)
