"""The checkpoint of one session: a cache of what its log folds to."""

import logging
from collections.abc import Mapping
from typing import Any

from echoes.core.errors import StorageFailed
from echoes.engine.turns import CLOSE_TURN
from echoes.games.turn_state import TurnState
from echoes.storage.backends import Storage


class Checkpoint:
    """Reads and writes the graph's state between messages.

    Args:
        graph: the game's graph, compiled with the checkpointer.
        config: names the session to it.
        session_id: the same.
        storage: where it is kept.

    Attributes:
        built: whether it was written by this process from the log.
    """

    def __init__(self, graph: Any, config: Any, session_id: str, storage: Storage) -> None:
        self._graph, self._config = graph, config
        self._session_id, self._storage = session_id, storage
        self.built = False

    async def values(self) -> dict[str, Any]:
        """The graph's state; empty without one."""
        found = await self._graph.checkpointer.aget_tuple(self._config)
        return found.checkpoint["channel_values"] if found else {}

    async def read(self) -> Mapping[str, Any] | None:
        """The same, empty where it can't be read; None without one."""
        try:
            return await self.values() or None
        except StorageFailed:
            if self.built:
                raise
            return {}  # a row that can't be decoded; what is worse shows when it is built again
        except Exception as error:  # noqa: BLE001 - whatever a damaged blob makes of its decoder
            logging.getLogger(__name__).warning(
                "the checkpoint of session '%s' can't be read (%s)", self._session_id, error
            )
            return {}

    async def write(self, state: TurnState[Any]) -> None:
        """Put a state in the place of all checkpoints there are."""
        await (await self._storage.checkpointer()).adelete_thread(self._session_id)
        await self._graph.aupdate_state(self._config, state, as_node=CLOSE_TURN)
        self.built = True

    async def change(self, values: Mapping[str, Any]) -> None:
        """Change some of it."""
        await self._graph.aupdate_state(self._config, values, as_node=CLOSE_TURN)
