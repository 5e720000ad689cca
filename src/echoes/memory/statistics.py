"""What the system as a whole remembers of a puzzle: sums over first tries, no player named."""

from collections.abc import Sequence
from typing import Any, cast

from echoes.core.protocols import JsonObject


def empty_statistics(puzzle_id: str, language: str) -> JsonObject:
    """The statistics of a puzzle that nobody has finished."""
    return {
        "summary_type": "puzzle_stats",
        "puzzle_id": puzzle_id,
        "lang": language,
        "first_tries": 0,
        "solved": 0,
        "questions": 0,
        "hints": {},
        "content": "",
    }


def add_game(statistics: JsonObject, record: JsonObject) -> JsonObject:
    """The statistics with one game more.

    Args:
        statistics: before; left as they are.
        record: of a first try.
    """
    after = cast("dict[str, Any]", {**statistics})
    game = cast("dict[str, Any]", record)
    after["first_tries"] += 1
    after["solved"] += game["solved"]
    after["questions"] += (game["questions"] or 0) if game["solved"] else 0
    hints = {level: {**counts} for level, counts in after["hints"].items()}
    for hint in game["hints_given"]:
        counts = hints.setdefault(str(hint["level"]), {"given": 0, "helped": 0})
        counts["given"] += 1
        counts["helped"] += hint["helped"]
    after["hints"] = hints
    after["content"] = in_words(game["title"], after)
    return cast("JsonObject", after)


def in_words(title: str, statistics: dict[str, Any]) -> str:
    """Statistics as a sentence."""
    solved, tries = statistics["solved"], statistics["first_tries"]
    mean = f", in {statistics['questions'] / solved:.0f} questions on average" if solved else ""
    return f"“{title}”: {solved} of {tries} players solved it{mean}."


def first_tries(records: Sequence[JsonObject]) -> list[JsonObject]:
    """For each player and puzzle the game that ended first."""
    ordered = sorted(records, key=lambda record: str(record["ended"]), reverse=True)
    return list({(str(r["player_id"]), str(r["puzzle_id"])): r for r in ordered}.values())
