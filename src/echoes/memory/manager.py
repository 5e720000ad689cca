"""Memory of sessions and players: counted facts, no model needed, nothing secret."""

import time
from collections import Counter
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any, cast

from langgraph.store.base import BaseStore

from echoes.core.events import (
    Draft,
    HintGiven,
    HypothesisJudged,
    LogEntry,
    QuestionRuled,
    SessionEnded,
    SessionStarted,
    event_to_json,
)
from echoes.core.history import active
from echoes.core.protocols import EventLog, JsonObject

MAX_NOTES = 10_000


class MemoryManager:
    """The memory operations of the design, section 5.3.

    Session history is read from the event log, which is the truth; the store holds notes
    and profiles. Neither ever gets text of a secret tier: events are public, and profiles
    are counts.

    Args:
        log: the event log.
        store: LangGraph's long-term store.
    """

    def __init__(self, log: EventLog, store: BaseStore) -> None:
        self._log = log
        self._store = store

    async def append_session_event(self, session_id: str, role: str, message: str) -> None:
        """Keep a note beside a session, such as an AI player's thoughts."""
        namespace = ("session", session_id)
        note = {"role": role, "message": message, "timestamp": _now()}
        await self._store.aput(namespace, f"{time.time_ns():020d}", note)

    async def session_notes(self, session_id: str) -> list[JsonObject]:
        """The notes of a session, in order."""
        items = await self._store.asearch(("session", session_id), limit=MAX_NOTES)
        return [item.value for item in sorted(items, key=lambda item: item.key)]

    async def get_session_history(self, session_id: str, limit: int = 10) -> list[Draft]:
        """The last events of a session that count, in order; at most `limit`."""
        counted = active(self._log.read(session_id))
        return [event_to_json(entry.event) for entry in counted[-max(1, limit) :]]

    async def summarize_session(self, session_id: str) -> str:
        """A session in a few sentences, by rules."""
        return summarize(self._log.read(session_id))

    async def update_player_profile(self, player_id: str, new_info: JsonObject) -> JsonObject:
        """Merge new information into a profile and return it."""
        profile = {**await self.retrieve_player_profile(player_id), **new_info, "last_updated": _now()}
        await self._store.aput(("player", player_id), "profile", profile)
        return profile

    async def retrieve_player_profile(self, player_id: str) -> JsonObject:
        """What is known of a player; empty for a new one."""
        item = await self._store.aget(("player", player_id), "profile")
        return item.value if item else {}

    async def remember_game(self, session_id: str) -> JsonObject:
        """Count a finished game in its player's profile, once."""
        events = [entry.event for entry in active(self._log.read(session_id))]
        started = next(event for event in events if isinstance(event, SessionStarted))
        ended = next(event for event in events if isinstance(event, SessionEnded))
        game = {"puzzle": started.puzzle_id, "solved": ended.status == "COMPLETED"}
        game |= {"questions": ended.questions, "hints": ended.hints, "score": ended.score}
        await self._store.aput(("player", started.player_id, "games"), session_id, game)
        items = await self._store.asearch(("player", started.player_id, "games"), limit=10_000)
        return await self.update_player_profile(started.player_id, _counts([item.value for item in items]))


def summarize(entries: Sequence[LogEntry]) -> str:
    """A session in a few sentences, from its public events alone."""
    events = [entry.event for entry in active(entries)]
    started = next(event for event in events if isinstance(event, SessionStarted))
    rulings = Counter(event.ruling for event in events if isinstance(event, QuestionRuled))
    hints = sum(isinstance(event, HintGiven) for event in events)
    verdicts = [event.verdict for event in events if isinstance(event, HypothesisJudged)]
    ended = next((event for event in events if isinstance(event, SessionEnded)), None)
    asked = ", ".join(f"{count} {word}" for word, count in sorted(rulings.items())) or "none"
    lines = [
        f"{started.player_id} played “{started.title}”.",
        f"Questions: {sum(rulings.values())} ({asked}). Hints: {hints}.",
        f"Final answers: {', '.join(verdicts) or 'none'}.",
        f"{ended.status}, score {ended.score}." if ended else "Not finished.",
    ]
    return " ".join(lines)


def _counts(games: Sequence[dict[str, Any]]) -> JsonObject:
    solved = [game for game in games if game["solved"]]
    counts: dict[str, Any] = {
        "games": len(games),
        "solved": len(solved),
        "solve_rate": round(len(solved) / len(games), 3),
        "hints": sum(game["hints"] for game in games),
        "questions_to_solve": round(sum(g["questions"] for g in solved) / len(solved), 1) if solved else None,
    }
    return cast("JsonObject", counts)


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")
