"""A session in short."""

from collections.abc import Mapping, Sequence

from echoes.core.entries import Entry
from echoes.core.errors import StorageFailed
from echoes.core.events import SessionStarted, StartTrace
from echoes.core.history import active, ending_of, last_turns, progress_of, usage_of
from echoes.core.protocols import JsonObject
from echoes.core.seats import PUBLIC, seen_by
from echoes.core.usage import Usage
from echoes.games.base import AnyGame

_UNCOUNTED = {"questions": None, "hints": None, "score": None, "not_ruled": None}
"""Figures that a game need not have."""


def summary(entries: Sequence[Entry], games: Mapping[str, AnyGame]) -> JsonObject:
    """What a list of sessions shows of one, from its log; nothing secret.

    Args:
        entries: the log.
        games: the game types by name; one that is not installed counts nothing of its own.
    Raises:
        StorageFailed: the log has no beginning.
    """
    started = entries[0].event if entries else None
    if not isinstance(started, SessionStarted):
        raise StorageFailed("the log has no beginning", "Delete the session.")
    seen = seen_by(entries, PUBLIC)
    counted = active(seen)
    ended, game = ending_of(counted), games.get(started.game_type)
    spent = sum(map(usage_of, entries), Usage())
    return {
        "session_id": started.session_id,
        "game_type": started.game_type,
        "puzzle_id": started.puzzle_id,
        "puzzle_hash": started.puzzle_hash,
        "title": started.title,
        "lang": started.lang,
        "player_id": started.player_id,
        "lineage": started.lineage,
        "forked_from": started.forked_from,
        "remembered": entries[0].traced(StartTrace).remembered,
        "started": started.timestamp,
        "updated": seen[-1].event.timestamp,
        "status": ended.status if ended else "PLAYING",
        "turns": len(last_turns(seen, len(seen))),
        "progress": progress_of(counted),
        **_UNCOUNTED,
        **(game.counts(entries) if game else {}),
        "model_calls": spent.model_calls,
        "tokens": spent.prompt_tokens + spent.completion_tokens,
    }
