"""A session in short."""

from collections.abc import Sequence

from echoes.core.errors import StorageFailed
from echoes.core.events import (
    HintGiven,
    QuestionRuled,
    RulingChallenged,
    RulingUnavailable,
    SessionEnded,
    SessionStarted,
)
from echoes.core.history import active, draft_of, last_turns, progress_of, usage_in
from echoes.core.log_entries import LogEntry
from echoes.core.protocols import JsonObject
from echoes.core.usage import Usage


def summary(entries: Sequence[LogEntry]) -> JsonObject:
    """What a list of sessions shows of one, from its log; nothing secret.

    Raises:
        StorageFailed: the log has no beginning.
    """
    started = entries[0].event if entries else None
    if not isinstance(started, SessionStarted):
        raise StorageFailed("the log has no beginning", "Delete the session.")
    counted = [entry.event for entry in active(entries)]
    withdrawn = {e.turn for e in counted if isinstance(e, RulingChallenged) and e.outcome == "withdrawn"}
    asked = [e for e in counted if isinstance(e, QuestionRuled) and e.charged and e.turn not in withdrawn]
    ended = next((event for event in counted if isinstance(event, SessionEnded)), None)
    spent = sum((usage_in(draft_of(entry)) for entry in entries), Usage())
    return {
        "session_id": started.session_id,
        "puzzle_id": started.puzzle_id,
        "puzzle_hash": started.puzzle_hash,
        "title": started.title,
        "lang": started.lang,
        "player_id": started.player_id,
        "lineage": started.lineage,
        "forked_from": started.forked_from,
        "remembered": (entries[0].trace or {}).get("remembered", True),
        "started": started.timestamp,
        "updated": entries[-1].event.timestamp,
        "status": ended.status if ended else "PLAYING",
        "turns": len(last_turns(entries, len(entries))),
        "questions": len(asked),
        "hints": sum(isinstance(entry.event, HintGiven) for entry in entries),  # what was read stays read
        "progress": progress_of(active(entries)),
        "score": ended.score if ended else None,
        "not_ruled": sum(isinstance(entry.event, RulingUnavailable) for entry in entries),
        "model_calls": spent.model_calls,
        "tokens": spent.prompt_tokens + spent.completion_tokens,
    }
