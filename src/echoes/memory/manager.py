"""The memory operations of the design, section 5.3, over LangGraph's store.

Three namespaces, and nothing of a puzzle's secret tier in any of them:

| namespace | documents |
|---|---|
| `player`, id | `profile`: counts over the finished games, and a summary in words if one was written |
| `player`, id, `games` | one record for each finished game |
| `session`, id | notes of whoever plays or narrates; `summary` once the game has ended |
| `system`, `puzzles` | statistics of each puzzle, and which of its hints helped |

The event log stays the truth: all but notes and written summaries can be counted again.
"""

import logging
import time
from collections.abc import Sequence
from datetime import UTC, datetime

from langgraph.store.base import BaseStore, PutOp

from echoes.core.errors import BadInput, StorageFailed
from echoes.core.events import Draft, LogEntry, TurnsUndone, event_to_json
from echoes.core.history import active
from echoes.core.protocols import EventLog, JsonObject
from echoes.core.roles import DEFAULT_ACCESS, Role, Tier
from echoes.memory.profiles import profile_of
from echoes.memory.records import record_of
from echoes.memory.statistics import add_game, empty_statistics, first_tries
from echoes.memory.summaries import summarize

MANY = 1_000_000
"""More than any namespace holds; the store asks for some limit."""

PUZZLES = ("system", "puzzles")

Document = tuple[tuple[str, ...], str, JsonObject]
"""Namespace, key and value."""


class MemoryManager:
    """What is remembered of sessions, of players and of the whole system.

    Args:
        log: the event log.
        store: LangGraph's long-term store.
    """

    def __init__(self, log: EventLog, store: BaseStore) -> None:
        self._log = log
        self._store = store

    # Sessions

    async def append_session_event(self, session_id: str, role: Role, message: str, turn: int = 0) -> None:
        """Keep a note beside a session, such as an AI player's thoughts.

        Args:
            session_id: of which session.
            role: who writes; nobody who can see a secret tier may.
            message: the note.
            turn: the last turn when it was written; it is gone when that turn is undone.
        Raises:
            BadInput: the role sees what a player must not.
        """
        if DEFAULT_ACCESS[role] - {Tier.PUBLIC}:
            raise BadInput(f"the {role.value} may keep no notes", "It sees what players must not.")
        note = {"role": role.value, "message": message, "turn": turn, "timestamp": _now()}
        # Notes are many and are read in order: they are not indexed by meaning.
        await self._store.aput(("session", session_id), f"note-{time.time_ns():020d}", note, index=False)

    async def session_notes(self, session_id: str) -> list[JsonObject]:
        """The notes of a session in order, without those of turns that were undone."""
        items = await self._store.asearch(("session", session_id), limit=MANY)
        notes = sorted((item for item in items if item.key.startswith("note-")), key=lambda item: item.key)
        undone = _undone(self._log.read(session_id)) if notes else set[int]()
        return [item.value for item in notes if item.value["turn"] not in undone]

    async def get_session_history(self, session_id: str, limit: int = 10) -> list[Draft]:
        """The last events of a session that count, in order; at most `limit`."""
        counted = active(self._log.read(session_id))
        return [event_to_json(entry.event) for entry in counted[-max(1, limit) :]]

    async def summarize_session(self, session_id: str) -> str:
        """A session in a few sentences, by rules; kept once the session has ended."""
        entries = self._log.read(session_id)
        said = summarize(entries)
        if record_of(entries, {}):
            document: JsonObject = {"summary_type": "session", "content": said, "last_updated": _now()}
            await self._put((("session", session_id), "summary", document))
        return said

    # Players

    async def retrieve_player_profile(self, player_id: str) -> JsonObject:
        """What is known of a player; empty for a new one."""
        item = await self._store.aget(("player", player_id), "profile")
        return item.value if item else {}

    async def update_player_profile(self, player_id: str, new_info: JsonObject) -> JsonObject:
        """Merge new information into a profile and return it."""
        profile = {**await self.retrieve_player_profile(player_id), **new_info, "last_updated": _now()}
        await self._put((("player", player_id), "profile", profile))
        return profile

    async def games_of(self, player_id: str) -> list[JsonObject]:
        """The records of a player's finished games, in the order in which they ended."""
        items = await self._store.asearch(("player", player_id, "games"), limit=MANY)
        return sorted((item.value for item in items), key=lambda game: str(game["ended"]))

    async def players(self) -> list[tuple[str, JsonObject]]:
        """All players with their profiles, by id."""
        items = await self._store.asearch(("player",), filter={"summary_type": "profile"}, limit=MANY)
        return sorted((item.namespace[1], item.value) for item in items)

    async def recall(self, player_id: str, about: str, limit: int = 3) -> list[JsonObject]:
        """The memories of a player that come nearest in meaning.

        Args:
            player_id: whose.
            about: free text.
            limit: how many at the most.
        Raises:
            StorageFailed: this store has no index by meaning.
        """
        if getattr(self._store, "index_config", None) is None:
            raise StorageFailed(
                "this machine's SQLite can't load extensions, so memories can't be searched by meaning",
                "Install the package pysqlite3-binary.",
            )
        found = await self._store.asearch(("player", player_id), query=about, limit=limit)
        return [{**item.value, "score": round(item.score or 0.0, 4)} for item in found]

    # Games that end

    async def remember_game(self, record: JsonObject) -> bool:
        """Count a finished game for its player and its puzzle, once.

        The caller sees to it that no other process does the same meanwhile.

        Args:
            record: as `records.record_of` made it.
        Returns:
            Whether it was new. Of a session and its forks only the first to end counts.
        """
        player = str(record["player_id"])
        games = await self.games_of(player)
        if any(game["lineage"] == record["lineage"] for game in games):
            return False
        first = all(game["puzzle_id"] != record["puzzle_id"] for game in games)
        profile = {**await self.retrieve_player_profile(player), **profile_of([*games, record])}
        documents: list[Document] = [
            (("player", player, "games"), str(record["session_id"]), record),
            (("player", player), "profile", {**profile, "last_updated": _now()}),
        ]
        if first:
            documents.append(await self._counted(record))
        await self._put(*documents)  # one transaction: counted as a whole or not at all
        return True

    async def statistics_of(self, puzzle_id: str, language: str) -> JsonObject:
        """The statistics of a puzzle; zeros where nobody has finished it."""
        item = await self._store.aget(PUZZLES, f"{puzzle_id}_{language}")
        return item.value if item else empty_statistics(puzzle_id, language)

    async def all_statistics(self) -> list[JsonObject]:
        """The statistics of all puzzles that somebody has finished."""
        items = await self._store.asearch(PUZZLES, limit=MANY)
        return [item.value for item in sorted(items, key=lambda item: item.key)]

    async def _counted(self, record: JsonObject) -> Document:
        puzzle, language = str(record["puzzle_id"]), str(record["lang"])
        counted = add_game(await self.statistics_of(puzzle, language), record)
        return PUZZLES, f"{puzzle}_{language}", {**counted, "last_updated": _now()}

    async def count_again(self, records: Sequence[JsonObject]) -> int:
        """Count everything anew from records of the log; what was written in words stays.

        Returns:
            For how many players something was different.
        """
        known = dict(await self.players())
        by_player: dict[str, list[JsonObject]] = {player: [] for player in known}
        for record in sorted(records, key=lambda record: str(record["ended"])):
            games = by_player.setdefault(str(record["player_id"]), [])
            if all(game["lineage"] != record["lineage"] for game in games):
                games.append(record)
        changed = 0
        for player, games in by_player.items():
            changed += await self._settle(player, games, known.get(player, {}))
        await self.count_puzzles_again([game for games in by_player.values() for game in games])
        return changed

    async def count_puzzles_again(self, records: Sequence[JsonObject] | None = None) -> None:
        """Count the statistics of all puzzles anew; None takes the games that the store holds."""
        if records is None:
            items = await self._store.asearch(("player",), filter={"summary_type": "game"}, limit=MANY)
            records = [item.value for item in items]
        await self._clear(PUZZLES)
        for record in first_tries(records):
            await self._put(await self._counted(record))

    async def _settle(self, player: str, games: Sequence[JsonObject], profile: JsonObject) -> bool:
        counts = profile_of(games)
        kept = {str(game["session_id"]): game for game in await self.games_of(player)}
        same = all(profile.get(key) == value for key, value in counts.items())
        if same and sorted(kept) == sorted(str(game["session_id"]) for game in games):
            return False
        await self._clear(("player", player, "games"))
        namespace = ("player", player, "games")
        await self._put(*((namespace, str(game["session_id"]), game) for game in games))
        await self.update_player_profile(player, counts)
        return True

    # Forgetting

    async def forget_player(self, player_id: str) -> None:
        """Remove all documents of a player."""
        await self._clear(("player", player_id))

    async def forget_game(self, player_id: str, session_id: str) -> None:
        """Take one game out of a player's record, and out of the statistics of its puzzle."""
        games = await self.games_of(player_id)
        left = [game for game in games if game["session_id"] != session_id]
        if len(left) == len(games):
            return
        await self._store.adelete(("player", player_id, "games"), session_id)
        await self.update_player_profile(player_id, profile_of(left))
        await self.count_puzzles_again()

    async def forget_session(self, session_id: str) -> None:
        """Remove all documents of a session."""
        await self._clear(("session", session_id))

    async def noted_sessions(self) -> list[str]:
        """The sessions of which the store holds anything."""
        found = await self._store.alist_namespaces(prefix=("session",), max_depth=2, limit=MANY)
        return [namespace[1] for namespace in found]

    async def _clear(self, namespace: tuple[str, ...]) -> None:
        items = await self._store.asearch(namespace, limit=MANY)
        gone = [PutOp(item.namespace, item.key, None) for item in items]
        for start in range(0, len(gone), 500):
            await self._store.abatch(gone[start : start + 500])

    async def _put(self, *documents: Document) -> None:
        """Keep documents, found by their `content`; where no embedder answers, without that."""
        try:
            await self._store.abatch(PutOp(where, key, {**value}) for where, key, value in documents)
        except StorageFailed:
            raise
        except Exception:
            logging.getLogger(__name__).exception("memories could not be indexed by meaning")
            unindexed = (PutOp(where, key, {**value}, index=False) for where, key, value in documents)
            await self._store.abatch(unindexed)


def _undone(entries: Sequence[LogEntry]) -> set[int]:
    return {turn for entry in entries if isinstance(entry.event, TurnsUndone) for turn in entry.event.turns}


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")
