"""A list of sessions that need not read every log each time."""

import logging
from typing import Any

from langgraph.store.base import PutOp

from echoes.core.errors import EchoesError, StorageFailed
from echoes.core.protocols import JsonObject
from echoes.engine.summaries import summary
from echoes.storage.backends import Storage

INDEX = ("system", "sessions")
_MANY = 1_000_000
_FORM = 1
"""The form of a row; one of another form is made again."""


class SessionIndex:
    """What each session amounts to, kept in the store with where its log stood then.

    A row is right as long as the log stands where it stood; else it is made again from
    the log. So it is never written while a game is played, and never wrong.

    Args:
        storage: log and store.
    """

    def __init__(self, storage: Storage) -> None:
        self._storage = storage

    async def rows(self, player_id: str | None = None) -> list[JsonObject]:
        """All sessions in short, as `summaries.summary` has them, the one that was played last at the end.

        Args:
            player_id: whose sessions; None for everybody's.
        """
        log = self._storage.event_log
        known = await self._known()
        rows: list[JsonObject] = []
        changes: list[PutOp] = []
        for session_id in log.sessions():
            position = log.position(session_id)
            kept: Any = known.pop(session_id, None)
            if kept is None or kept["position"] != position or kept.get("form") != _FORM:
                try:
                    row = summary(log.read_intact(session_id))
                except EchoesError as error:
                    logging.getLogger(__name__).warning("session '%s' is left out: %s", session_id, error)
                    continue
                kept = {"position": position, "form": _FORM, "row": row}
                changes.append(PutOp(INDEX, session_id, kept, index=False))
            rows.append(kept["row"])
        await self._keep([*changes, *(PutOp(INDEX, gone, None) for gone in known)])
        wanted = [row for row in rows if player_id is None or row["player_id"] == player_id]
        return sorted(wanted, key=lambda row: str(row["updated"]))

    async def clear(self) -> None:
        """Forget all rows; they are made again from the logs."""
        await self._keep([PutOp(INDEX, session_id, None) for session_id in await self._known()])

    async def _known(self) -> dict[str, Any]:
        """The rows that are kept; none where the store can't be asked: the logs are enough."""
        try:
            store = await self._storage.store()
            return {item.key: item.value for item in await store.asearch(INDEX, limit=_MANY)}
        except StorageFailed as error:
            logging.getLogger(__name__).warning("the list of sessions is read from their logs: %s", error)
            return {}

    async def _keep(self, changes: list[PutOp]) -> None:
        try:
            for start in range(0, len(changes), 500):
                await (await self._storage.store()).abatch(changes[start : start + 500])
        except StorageFailed:
            return  # it is a cache
