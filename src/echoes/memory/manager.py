"""The operations of memory, on LangGraph's store.

No namespace contains anything of a puzzle's secret tier:

| namespace | documents |
|---|---|
| `player`, id | `profile`: counts over the finished games; `described`: what was observed of the player |
| `player`, id, `games` | one record per finished game |
| `session`, id | notes of players and narrators; `summary` after its end; `room` if several play it |
| `system`, `puzzles` | statistics of each version of a puzzle, and which of its hints helped |

The event log stays the truth: everything but notes and observations can be counted again.
"""

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from echoes.core.errors import BadInput, StorageFailed, UnknownName
from echoes.core.log.entries import Entry
from echoes.core.log.event_log import EventLog, read_log
from echoes.core.log.events import Event, SessionStarted, TurnsUndone
from echoes.core.log.queries import effective_entries, ending_of
from echoes.core.log.records import PlayerStatistics, Row
from echoes.core.operation.usage import Usage
from echoes.core.protocols import JsonObject, LLMClient, MemoryRules
from echoes.core.seats.roles import Tier
from echoes.core.seats.visibility import PUBLIC, seen_by
from echoes.memory.documents import UNLIMITED, Documents
from echoes.memory.ledger import RATINGS, GameLedger
from echoes.memory.profiles import PlayerObservations, PlayerProfile
from echoes.memory.rooms import RoomDocuments
from echoes.memory.summary_writer import StoredSummary, write_summary

if TYPE_CHECKING:
    from langgraph.store.base import BaseStore

_TIE_MARGIN = 8
"""Memories fetched beyond the limit, so that ties are broken by name."""
_SCORE_DIGITS = 4


@dataclass(frozen=True)
class RecalledMemory:
    """A stored document of any kind that came to mind.

    Attributes:
        document: as it is stored.
        similarity: to what was asked (cosine, 0 to 1).
    """

    document: JsonObject
    similarity: float

    @property
    def content(self) -> str:
        """The text of the document."""
        return str(self.document["content"])

    def to_json(self) -> JsonObject:
        """Return the document with its similarity."""
        return {**self.document, "similarity": self.similarity}


class SessionNote(Row, frozen=True):
    """A note on a session.

    Attributes:
        role: its author.
        message: the note.
        turn: the last turn at that time.
        timestamp: ISO 8601 in UTC.
        seat: the seat that wrote it, and alone may read it; empty where all share one.
    """

    role: str
    message: str
    turn: int = 0
    timestamp: str = ""
    seat: str = PUBLIC


class MemoryManager:
    """The memory of sessions, of players and of puzzles.

    Args:
        log: the event log.
        store: LangGraph's long-term store.
        rules: the memory rules of each game type, by its name.

    Attributes:
        ledger: the finished games and the statistics that follow from them.
        rooms: the people who play a session together, and their chat.
    """

    def __init__(self, log: EventLog, store: "BaseStore", rules: Mapping[str, MemoryRules]) -> None:
        self._log, self._rules = log, rules
        self._documents = Documents(store)
        self.ledger = GameLedger(self._documents)
        self.rooms = RoomDocuments(self._documents)

    def rules_of(self, entries: Sequence[Entry], session_id: str) -> MemoryRules:
        """Return the memory rules of a session's game type.

        Raises:
            UnknownName: its game type is not installed.
        """
        started = entries[0].event if entries else None
        if isinstance(started, SessionStarted) and started.game_type in self._rules:
            return self._rules[started.game_type]
        raise UnknownName(f"the game of session '{session_id}' is not installed", "Install its package.")

    async def append_session_event(
        self, session_id: str, role: str, message: str, turn: int = 0, seat: str = PUBLIC
    ) -> None:
        """Store a note on a session, such as an AI player's thoughts.

        Args:
            session_id: the session.
            role: the author; roles that can read a secret tier are refused.
            message: the note.
            turn: the last turn when it was written; undoing that turn removes the note.
            seat: the seat from which it was written; only that seat reads it.
        Raises:
            BadInput: the role sees what a player must not.
        """
        access = self.rules_of(await read_log(self._log, self._log.read, session_id), session_id).access
        if access.get(role, frozenset()) - {Tier.PUBLIC}:
            raise BadInput(f"the {role} may keep no notes", "It sees what players must not.")
        note = SessionNote(role=str(role), message=message, turn=turn, timestamp=_now(), seat=seat)
        # Notes are many and are read in order: they are not indexed by meaning.
        store = self._documents.store
        await store.aput(("session", session_id), f"note-{time.time_ns():020d}", note.to_json(), index=False)

    async def session_notes(self, session_id: str, seat: str = PUBLIC) -> list[SessionNote]:
        """Return the notes of a seat on a session in order, without those of turns that were undone."""
        documents = sorted((await self._documents.below("session", session_id)).items())
        kept = [SessionNote.from_json(note) for (_, key), note in documents if key.startswith("note-")]
        notes = [note for note in kept if note.seat == seat]
        log = await read_log(self._log, self._log.read, session_id) if notes else []
        undone = [entry.event for entry in log if isinstance(entry.event, TurnsUndone)]
        return [note for note in notes if not any(_takes_back(event, note) for event in undone)]

    async def get_session_history(self, session_id: str, limit: int = 10, seat: str = PUBLIC) -> list[Event]:
        """Return the last events of a session that count and that a seat may see, in order.

        Args:
            session_id: the session.
            limit: the most events.
            seat: the seat.
        """
        counted = effective_entries(seen_by(await read_log(self._log, self._log.read, session_id), seat))
        return [entry.event for entry in counted[-max(1, limit) :]]

    async def summarize_session(self, session_id: str, writer: LLMClient | None = None) -> str:
        """Return a summary of a session in a few sentences; after its end it is stored.

        Args:
            session_id: the session.
            writer: the model that sums up a session that has ended; None uses rules.
        """
        entries = seen_by(await read_log(self._log, self._log.read, session_id), PUBLIC)
        rules = self.rules_of(entries, session_id)
        if ending_of(entries) is None:
            return rules.summary(entries)
        if kept := await self._stored_summary(session_id):
            return kept.content
        text, usage = rules.summary(entries), Usage()
        if writer:
            text, usage = await write_summary(entries, rules, writer)
        source = writer.id if writer else "rules"
        summary = StoredSummary(content=text, source=source, usage=usage, last_updated=_now())
        await self._documents.apply([(("session", session_id), "summary", summary.to_json())])
        return text

    async def summary_costs(self, session_id: str) -> tuple[str, Usage]:
        """Return the author of a session's summary, and its cost."""
        kept = await self._stored_summary(session_id)
        return (kept.source, kept.usage) if kept else ("rules", Usage())

    async def _stored_summary(self, session_id: str) -> StoredSummary | None:
        item = await self._documents.store.aget(("session", session_id), "summary")
        return StoredSummary.from_json(item.value) if item else None

    async def retrieve_player_profile(self, player_id: str) -> PlayerProfile:
        """Return a player's profile: counts and observations; empty for a new player."""
        from langgraph.store.base import GetOp, Item

        where = ("player", player_id)
        found = await self._documents.store.abatch([GetOp(where, "profile"), GetOp(where, "described")])
        counted, observed = (item.value if isinstance(item, Item) else None for item in found)
        return PlayerProfile(
            observations=PlayerObservations.from_json(observed) if observed else None,
            statistics=PlayerStatistics.from_json(counted) if counted else None,
        )

    async def update_player_profile(self, player_id: str, new_info: PlayerObservations) -> PlayerProfile:
        """Merge observations of a player into the profile, and return it.

        Counts are not written here, since they follow from the games.
        """
        where = ("player", player_id)
        item = await self._documents.store.aget(where, "described")
        known: JsonObject = item.value if item else {}
        merged = {**known, **new_info.model_dump(exclude_unset=True), "last_updated": _now()}
        await self._documents.apply([(where, "described", PlayerObservations.from_json(merged).to_json())])
        return await self.retrieve_player_profile(player_id)

    async def players(self) -> list[tuple[str, PlayerStatistics]]:
        """Return all players with their counts, by id."""
        items = await self._documents.store.asearch(
            ("player",), filter={"summary_type": "profile"}, limit=UNLIMITED
        )
        found = sorted((item.namespace[1], item.value) for item in items)
        return [(player, PlayerStatistics.from_json(value)) for player, value in found]

    async def recall(self, player_id: str, about: str, limit: int = 3) -> list[RecalledMemory]:
        """Return the memories of a player that are nearest in meaning, nearest first.

        Args:
            player_id: the player.
            about: free text.
            limit: the most memories.
        Raises:
            StorageFailed: this store has no index by meaning.
        """
        store = self._documents.store
        if getattr(store, "index_config", None) is None:
            raise StorageFailed(
                "the storage has no vectors, so memories can't be searched by meaning",
                "Install the package pysqlite3-binary, or the extension pgvector in the database.",
            )
        found = await store.asearch(("player", player_id), query=about, limit=limit + _TIE_MARGIN)
        # The last digits differ between processors, and must not decide which comes first.
        near = [(round(item.score or 0.0, _SCORE_DIGITS), item) for item in found]
        near.sort(key=lambda pair: (-pair[0], pair[1].key))
        return [RecalledMemory(item.value, score) for score, item in near[:limit]]

    async def rate(self, player_id: str, scenario_id: str, stars: int) -> None:
        """Store a player's rating of a puzzle, 1 to 5 stars, replacing an earlier one."""
        await self._documents.store.aput((RATINGS, scenario_id), player_id, {"stars": stars}, index=False)

    async def ratings(self, *scenario_id: str) -> dict[str, dict[str, int]]:
        """Return the stars given to one puzzle or to all, by puzzle and player."""
        found: dict[str, dict[str, int]] = {}
        for item in await self._documents.store.asearch((RATINGS, *scenario_id), limit=UNLIMITED):
            found.setdefault(item.namespace[1], {})[item.key] = item.value["stars"]
        return found

    async def forget_session(self, session_id: str) -> None:
        """Remove all documents of a session."""
        await self._documents.clear("session", session_id)

    async def noted_sessions(self) -> list[str]:
        """Return the ids of the sessions of which the store has documents."""
        found = await self._documents.store.alist_namespaces(
            prefix=("session",), max_depth=2, limit=UNLIMITED
        )
        return [namespace[1] for namespace in found]


def _takes_back(event: TurnsUndone, note: SessionNote) -> bool:
    """Return whether an event undid the turn in which a note was written."""
    return event.timestamp > note.timestamp and min(event.turns) <= note.turn


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="microseconds")
