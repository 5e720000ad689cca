"""A list of sessions that need not read every log each time."""

import logging
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from echoes.core.errors import EchoesError, StorageFailed
from echoes.core.protocols import JsonObject
from echoes.engine.summaries import summary
from echoes.games.base import AnyGame
from echoes.memory.documents import Change, Documents
from echoes.storage.backends import Storage

INDEX = ("system", "sessions")
_FORM = 3
"""The form of a row; one of another form is made again."""


class SessionIndex:
    """What each session amounts to, kept in the store with where its log stood then.

    A row is right as long as the log stands where it stood; else it is made again from
    the log. So it is never written while a game is played, and never wrong.

    Args:
        storage: log and store.
        games: the game types by name.
    """

    def __init__(self, storage: Storage, games: Mapping[str, AnyGame]) -> None:
        self._storage, self._games = storage, games
        self._at_hand: dict[str, Any] = {}

    async def rows(self, player_id: str | None = None) -> list[JsonObject]:
        """All sessions in short, as `summaries.summary` has them, the one that was played last at the end.

        Args:
            player_id: whose sessions; None for everybody's.
        """
        log = self._storage.event_log
        known = self._at_hand or await self._known()
        self._at_hand = {}
        rows: list[JsonObject] = []
        changes: list[Change] = []
        for session_id in log.sessions():
            position = log.position(session_id)
            kept: Any = known.pop(session_id, None)
            if kept is None or kept["position"] != position or kept.get("form") != _FORM:
                try:
                    row = summary(log.read_intact(session_id), self._games)
                except EchoesError as error:
                    logging.getLogger(__name__).warning("session '%s' is left out: %s", session_id, error)
                    continue
                kept = {"position": position, "form": _FORM, "row": row}
                changes.append((INDEX, session_id, kept))
            self._at_hand[session_id] = kept
            rows.append(kept["row"])
        await self._keep([*changes, *((INDEX, gone, None) for gone in known)])
        wanted = [row for row in rows if player_id is None or row["player_id"] == player_id]
        return sorted(wanted, key=lambda row: str(row["updated"]))

    async def clear(self) -> None:
        """Forget all rows; they are made again from the logs."""
        self._at_hand = {}
        await self._keep([(INDEX, session_id, None) for session_id in await self._known()])

    async def _known(self) -> dict[str, Any]:
        """The rows that are kept; none where the store can't be asked: the logs are enough."""
        try:
            documents = Documents(await self._storage.store())
            return {key: value for (_, key), value in (await documents.below(*INDEX)).items()}
        except StorageFailed as error:
            logging.getLogger(__name__).warning("the list of sessions is read from their logs: %s", error)
            return {}

    async def _keep(self, changes: list[Change]) -> None:
        with suppress(StorageFailed):  # it is a cache
            await Documents(await self._storage.store()).change(changes)
