"""An index of sessions, so that a list need not read every log."""

import logging
from collections.abc import Mapping
from contextlib import suppress

from echoes.core.errors import EchoesError, StorageFailed
from echoes.core.log.event_log import read_log
from echoes.core.log.records import Row
from echoes.core.protocols import JsonObject
from echoes.engine.sessions.overview import SessionOverview, main_lines, session_overview
from echoes.games.base import AnyGame
from echoes.memory.documents import DocumentChange, Documents
from echoes.storage.backends import Storage

INDEX = ("system", "sessions")
_FORM = 6
"""The version of a row's form; rows of another version are made again."""


class IndexEntry(Row, frozen=True):
    """A row of the index.

    Attributes:
        position: the position of the log when the row was made.
    """

    position: int
    form: int = _FORM
    row: SessionOverview


class SessionIndex:
    """The overviews of all sessions, stored with the positions of their logs.

    A row is valid as long as its log is at that position; otherwise it is made again from the log. It
    therefore need not be written during a game, and is never wrong.

    Args:
        storage: log and store.
        games: the game types by name.
    """

    def __init__(self, storage: Storage, games: Mapping[str, AnyGame]) -> None:
        self._storage, self._games = storage, games
        self._cache: dict[str, IndexEntry] = {}

    async def rows(self, player_id: str | None = None) -> list[SessionOverview]:
        """Return all sessions, the most recently played last.

        Args:
            player_id: the player whose sessions are returned; None for all players.
        Raises:
            StorageFailed: the logs can't be read; or the store can't, and there is no log either.
        """
        log = self._storage.event_log
        sessions = await read_log(log, log.positions)
        stored: Mapping[str, JsonObject] = {}
        if not (known := self._cache):
            stored = await self._stored(or_logs=bool(sessions))
            known = {key: entry for key, value in stored.items() if (entry := _read(value))}
        current: dict[str, IndexEntry] = {}
        changes: list[DocumentChange] = []
        for session_id, position in sessions.items():
            entry = known.get(session_id)
            is_others = entry is not None and player_id not in (None, entry.row.player_id)
            if entry is None or (entry.position != position and not is_others):
                try:
                    entries = await read_log(log, log.read_intact, session_id)
                    row = session_overview(entries, self._games)
                except EchoesError as error:
                    logging.getLogger(__name__).warning("session '%s' is left out: %s", session_id, error)
                    continue
                entry = IndexEntry(position=position, row=row)
                changes.append((INDEX, session_id, entry.to_json()))
            current[session_id] = entry
        self._cache = current
        gone = {*known, *stored}.difference(sessions)
        await self._write([*changes, *((INDEX, session_id, None) for session_id in sorted(gone))])
        wanted = [entry.row for entry in current.values() if player_id in (None, entry.row.player_id)]
        main = main_lines(wanted)
        marked = [
            row.model_copy(update={"main_line": main.get(row.lineage) == row.session_id}) for row in wanted
        ]
        return sorted(marked, key=lambda row: row.updated)

    async def clear(self) -> None:
        """Remove all rows; they are made again from the logs."""
        self._cache = {}
        await self._write([(INDEX, session_id, None) for session_id in await self._stored()])

    async def _stored(self, or_logs: bool = True) -> dict[str, JsonObject]:
        """Return the stored rows.

        Args:
            or_logs: whether there are logs, which are enough where the store can't be read.
        Raises:
            StorageFailed: the store can't be read, and there is no log: the folder can't be used at all.
        """
        try:
            documents = Documents(await self._storage.store())
            return {key: value for (_, key), value in (await documents.below(*INDEX)).items()}
        except StorageFailed as error:
            if not or_logs:
                raise
            logging.getLogger(__name__).warning("the list of sessions is read from their logs: %s", error)
            return {}

    async def _write(self, changes: list[DocumentChange]) -> None:
        with suppress(StorageFailed):  # it is a cache
            await Documents(await self._storage.store()).apply(changes)


def _read(stored: JsonObject) -> IndexEntry | None:
    """Return a stored row; None if it has another form."""
    return IndexEntry.from_json(stored) if stored.get("form") == _FORM else None
