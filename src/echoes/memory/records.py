"""One finished game as memory keeps it: counts and public words, nothing of the scenario.

A record is made of the events that count, so that turns that were undone have left no
trace in it. It holds no question and no ruling's text: whoever plays the puzzle again
gets none of what was found.
"""

from collections.abc import Sequence
from typing import Any, cast

from echoes.core.entries import Entry
from echoes.core.events import SessionStarted, StartTrace
from echoes.core.history import active, ending_of
from echoes.core.plain_text import many
from echoes.core.protocols import JsonObject, MemoryRules

FORM = 1
"""The form of a record; `echoes maintenance` makes those of another form again."""

_UNCOUNTED: dict[str, Any] = {
    "score": None,
    "questions": None,
    "hints": None,
    "rulings": {},
    "question_length": None,
    "repeated": 0,
    "not_ruled": 0,
    "asked_back": 0,
    "wrong_answers": 0,
    "hints_given": [],
}
"""What a game has nothing of, unless it says so."""


def record_of(entries: Sequence[Entry], about: JsonObject, rules: MemoryRules) -> JsonObject | None:
    """What memory keeps of a game.

    Args:
        entries: its whole log.
        about: what is publicly known of the scenario: `difficulty`, `tags`.
        rules: of its game type.
    Returns:
        The record; None for a game that has not ended, or that began with memory switched off.
    """
    counted = active(entries)
    if entries and not entries[0].traced(StartTrace).remembered:
        return None
    events = [entry.event for entry in counted]
    started = next((event for event in events if isinstance(event, SessionStarted)), None)
    ended = ending_of(counted)
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
        "ended": ended.timestamp,
        **_UNCOUNTED,
        **rules.record(counted),
    }
    record["content"] = in_words(record)
    return cast("JsonObject", record)


def in_words(record: JsonObject) -> str:
    """A record as a sentence, by which it is found again."""
    game = cast("dict[str, Any]", record)
    traits = [f"difficulty {game['difficulty']}"] if game["difficulty"] else []
    traits += [str(tag) for tag in game["tags"]]
    what = f"“{game['title']}”" + (f" ({', '.join(traits)})" if traits else "")
    how = "Solved" if game["solved"] else "Gave up"
    if game["questions"] is None:
        return f"{how} {what}."
    return f"{how} {what} after {many(game['questions'], 'question')} and {many(game['hints'], 'hint')}."
