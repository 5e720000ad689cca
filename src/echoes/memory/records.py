"""One finished game as memory keeps it: counts and public words, nothing of the puzzle.

A record is made of the events that count, so that turns that were undone have left no
trace in it. It holds no question and no ruling's text: whoever plays the puzzle again
gets none of what was found.
"""

from collections import Counter
from collections.abc import Sequence
from itertools import islice
from typing import Any, cast

from echoes.core.events import (
    ClarificationAsked,
    GameEvent,
    HintGiven,
    HypothesisJudged,
    QuestionRuled,
    RulingUnavailable,
    SessionEnded,
    SessionStarted,
    event_to_json,
)
from echoes.core.history import active, standing
from echoes.core.log_entries import LogEntry
from echoes.core.plain_text import many
from echoes.core.protocols import JsonObject

FORM = 1
"""The form of a record; `echoes maintenance` makes those of another form again."""

HELPED_WITHIN = 5
"""A hint has helped when one of so many rulings or verdicts after it moved progress."""


def record_of(entries: Sequence[LogEntry], about: JsonObject) -> JsonObject | None:
    """What memory keeps of a game.

    Args:
        entries: its whole log.
        about: what is publicly known of the scenario: `difficulty`, `tags`.
    Returns:
        The record; None for a game that has not ended, or that began with memory switched off.
    """
    events = [entry.event for entry in active(entries)]
    if entries and (entries[0].trace or {}).get("remembered") is False:
        return None
    started = next((event for event in events if isinstance(event, SessionStarted)), None)
    ended = next((event for event in events if isinstance(event, SessionEnded)), None)
    if started is None or ended is None:
        return None
    record: dict[str, Any] = {
        "summary_type": "game",
        "form": FORM,
        "session_id": started.session_id,
        "lineage": started.lineage,
        "player_id": started.player_id,
        "puzzle_id": started.puzzle_id,
        "puzzle_hash": started.puzzle_hash,
        "title": started.title,
        "game_type": started.game_type,
        "lang": started.lang,
        "difficulty": about.get("difficulty"),
        "tags": about.get("tags", []),
        "solved": ended.status == "COMPLETED",
        "score": ended.score,
        "questions": ended.questions,
        "hints": ended.hints,
        "ended": ended.timestamp,
        **_asking(events),
        "hints_given": _hints(events),
    }
    record["content"] = in_words(record)
    return cast("JsonObject", record)


def _asking(events: Sequence[GameEvent]) -> dict[str, Any]:
    """How the questions were, as counts."""
    rulings = standing([event_to_json(event) for event in events])
    ruled = [e for e in events if isinstance(e, QuestionRuled) and e.turn in rulings]
    verdicts = [e.verdict for e in events if isinstance(e, HypothesisJudged)]
    lengths = [len(e.asked or e.text) for e in ruled]
    return {
        "rulings": dict(sorted(Counter(rulings.values()).items())),
        "question_length": round(sum(lengths) / len(lengths), 1) if lengths else None,
        "repeated": len(ruled) - len({e.text for e in ruled}),
        "not_ruled": sum(isinstance(e, RulingUnavailable) for e in events),
        "asked_back": sum(isinstance(e, ClarificationAsked) for e in events),
        "wrong_answers": sum(verdict != "SOLVED" for verdict in verdicts),
    }


def _hints(events: Sequence[GameEvent]) -> list[dict[str, Any]]:
    """Each hint that was given, and whether it helped."""
    progress, found = 0.0, list[dict[str, Any]]()
    for index, event in enumerate(events):
        if isinstance(event, HintGiven):
            after = (e for e in events[index + 1 :] if isinstance(e, QuestionRuled | HypothesisJudged))
            helped = any(e.progress > progress for e in islice(after, HELPED_WITHIN))
            found.append({"level": event.level, "helped": helped})
        progress = getattr(event, "progress", progress)
    return found


def in_words(record: JsonObject) -> str:
    """A record as a sentence, by which it is found again."""
    game = cast("dict[str, Any]", record)
    traits = [f"difficulty {game['difficulty']}"] if game["difficulty"] else []
    traits += [str(tag) for tag in game["tags"]]
    what = f"“{game['title']}”" + (f" ({', '.join(traits)})" if traits else "")
    how = "Solved" if game["solved"] else "Gave up"
    return f"{how} {what} after {many(game['questions'], 'question')} and {many(game['hints'], 'hint')}."
