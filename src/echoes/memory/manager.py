"""The memory operations of the design, section 5.3, over LangGraph's store.

Three namespaces, and nothing of a puzzle's secret tier in any of them:

| namespace | documents |
|---|---|
| `player`, id | `profile`: counts over the finished games; `described`: what was observed of the player |
| `player`, id, `games` | one record for each finished game |
| `session`, id | notes of whoever plays or narrates; `summary` once the game has ended |
| `system`, `puzzles` | statistics of each version of a puzzle, and which of its hints helped |

The event log stays the truth: all but notes and descriptions can be counted again.
"""

import time
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from echoes.core.entries import Entry
from echoes.core.errors import BadInput, StorageFailed, UnknownName
from echoes.core.events import SessionStarted, TurnsUndone, event_to_json
from echoes.core.history import active, ending_of
from echoes.core.protocols import EventLog, JsonObject, LLMClient, MemoryRules
from echoes.core.roles import Tier
from echoes.core.seats import PUBLIC, seen_by
from echoes.core.usage import Usage
from echoes.memory.documents import MANY, Documents
from echoes.memory.ledger import RATINGS, GameLedger
from echoes.memory.summaries import in_words

if TYPE_CHECKING:
    from langgraph.store.base import BaseStore

_TIES = 8
"""How many more memories are looked at than are wanted: of equally near ones the first by name come."""
_DIGITS = 4


class MemoryManager:
    """What is remembered of sessions, of players and of the whole system.

    Args:
        log: the event log.
        store: LangGraph's long-term store.
        rules: how each kind of game is remembered, by the name of its game type.

    Attributes:
        ledger: the finished games and what follows from them.
    """

    def __init__(self, log: EventLog, store: "BaseStore", rules: Mapping[str, MemoryRules]) -> None:
        self._log, self._rules = log, rules
        self._documents = Documents(store)
        self.ledger = GameLedger(self._documents)

    def rules_of(self, entries: Sequence[Entry], session_id: str) -> MemoryRules:
        """How a session is remembered.

        Raises:
            UnknownName: its game type is not installed.
        """
        started = entries[0].event if entries else None
        if isinstance(started, SessionStarted) and started.game_type in self._rules:
            return self._rules[started.game_type]
        raise UnknownName(f"the game of session '{session_id}' is not installed", "Install its package.")

    async def append_session_event(self, session_id: str, role: str, message: str, turn: int = 0) -> None:
        """Keep a note beside a session, such as an AI player's thoughts.

        Args:
            session_id: of which session.
            role: who writes; nobody who can see a secret tier may.
            message: the note.
            turn: the last turn when it was written; it is gone when that turn is undone.
        Raises:
            BadInput: the role sees what a player must not.
        """
        access = self.rules_of(self._log.read(session_id), session_id).access
        if access.get(role, frozenset()) - {Tier.PUBLIC}:
            raise BadInput(f"the {role} may keep no notes", "It sees what players must not.")
        note = {"role": str(role), "message": message, "turn": turn, "timestamp": _now()}
        # Notes are many and are read in order: they are not indexed by meaning.
        store = self._documents.store
        await store.aput(("session", session_id), f"note-{time.time_ns():020d}", note, index=False)

    async def session_notes(self, session_id: str) -> list[JsonObject]:
        """The notes of a session in order, without those of turns that were undone later."""
        documents = await self._documents.below("session", session_id)
        notes = [value for (_, key), value in sorted(documents.items()) if key.startswith("note-")]
        log = self._log.read(session_id) if notes else []
        undone = [entry.event for entry in log if isinstance(entry.event, TurnsUndone)]
        return [
            note
            for note in notes
            if not any(
                event.timestamp > str(note["timestamp"]) and min(event.turns) <= int(str(note["turn"]))
                for event in undone
            )
        ]

    async def get_session_history(
        self, session_id: str, limit: int = 10, seat: str = PUBLIC
    ) -> list[JsonObject]:
        """The last events of a session that count and that a seat may see, in order; at most `limit`."""
        counted = active(seen_by(self._log.read(session_id), seat))
        return [event_to_json(entry.event) for entry in counted[-max(1, limit) :]]

    async def summarize_session(self, session_id: str, writer: LLMClient | None = None) -> str:
        """A session in a few sentences; once it has ended they are kept.

        Args:
            session_id: which session.
            writer: the model that sums up a session that has ended; None does it by rules.
        """
        entries = seen_by(self._log.read(session_id), PUBLIC)
        rules = self.rules_of(entries, session_id)
        if ending_of(entries) is None:
            return rules.summary(entries)
        kept = await self._documents.store.aget(("session", session_id), "summary")
        if kept:
            return str(kept.value["content"])
        said, usage = await in_words(entries, rules, writer) if writer else (rules.summary(entries), Usage())
        document: JsonObject = {
            "summary_type": "session",
            "content": said,
            "source": writer.id if writer else "rules",
            "usage": usage.model_dump(),
            "last_updated": _now(),
        }
        await self._documents.change([(("session", session_id), "summary", document)])
        return said

    async def summary_costs(self, session_id: str) -> tuple[str, Usage]:
        """Who summed a session up, and what that has cost."""
        kept = await self._documents.store.aget(("session", session_id), "summary")
        found = kept.value if kept else {}
        return str(found.get("source", "rules")), Usage(**found.get("usage", {}))

    async def retrieve_player_profile(self, player_id: str) -> JsonObject:
        """What is known of a player: counts, and what was observed; empty for a new one."""
        where = ("player", player_id)
        from langgraph.store.base import GetOp, Item

        found = await self._documents.store.abatch([GetOp(where, "profile"), GetOp(where, "described")])
        profile, described = (item.value if isinstance(item, Item) else {} for item in found)
        return {**described, **profile}

    async def update_player_profile(self, player_id: str, new_info: JsonObject) -> JsonObject:
        """Merge what was observed of a player into the profile, and return it.

        Counts are not written here: they follow from the games.
        """
        where = ("player", player_id)
        item = await self._documents.store.aget(where, "described")
        described = {**(item.value if item else {}), **new_info, "summary_type": "described"}
        await self._documents.change([(where, "described", {**described, "last_updated": _now()})])
        return await self.retrieve_player_profile(player_id)

    async def players(self) -> list[tuple[str, JsonObject]]:
        """All players with their counts, by id."""
        items = await self._documents.store.asearch(
            ("player",), filter={"summary_type": "profile"}, limit=MANY
        )
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
        store = self._documents.store
        if getattr(store, "index_config", None) is None:
            raise StorageFailed(
                "this machine's SQLite can't load extensions, so memories can't be searched by meaning",
                "Install the package pysqlite3-binary.",
            )
        found = await store.asearch(("player", player_id), query=about, limit=limit + _TIES)
        # The last digits differ between processors, and must not decide which comes first.
        near = [(round(item.score or 0.0, _DIGITS), item) for item in found]
        near.sort(key=lambda pair: (-pair[0], pair[1].key))
        return [{**item.value, "similarity": score} for score, item in near[:limit]]

    async def rate(self, player_id: str, puzzle_id: str, stars: int) -> None:
        """Keep what a player thinks of a puzzle, 1 to 5 stars, in place of what was thought before."""
        await self._documents.store.aput((RATINGS, puzzle_id), player_id, {"stars": stars}, index=False)

    async def ratings(self, *puzzle_id: str) -> dict[str, dict[str, int]]:
        """The stars that puzzles were given, by puzzle and player; of one puzzle, or of all."""
        found: dict[str, dict[str, int]] = {}
        for item in await self._documents.store.asearch((RATINGS, *puzzle_id), limit=MANY):
            found.setdefault(item.namespace[1], {})[item.key] = item.value["stars"]
        return found

    async def forget_session(self, session_id: str) -> None:
        """Remove all documents of a session."""
        await self._documents.clear("session", session_id)

    async def noted_sessions(self) -> list[str]:
        """The sessions of which the store holds anything."""
        found = await self._documents.store.alist_namespaces(prefix=("session",), max_depth=2, limit=MANY)
        return [namespace[1] for namespace in found]


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="microseconds")
