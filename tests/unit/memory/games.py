"""Records of finished games, as the store holds them."""

from typing import Any

from echoes.memory.records import GameRecord


def stored_game(number: int, **changes: Any) -> dict[str, Any]:
    """The JSON form of a record; the keys are in the order in which they are stored."""
    return {
        "summary_type": "game", "form": 1, "session_id": f"s-{number}", "lineage": f"s-{number}", "player_id": "ann", "puzzle_id": f"p{number}", "puzzle_hash": "h",
        "title": "P", "game_type": "situation_puzzle", "lang": "en", "difficulty": 2, "tags": ["crime"], "solved": True, "ended": f"2026-01-{number:02}",
        "score": 90, "questions": 10, "hints": 0, "rulings": {"NO": 1, "YES": 3}, "question_length": 20.0, "repeated": 0, "not_ruled": 0, "asked_back": 0,
        "wrong_answers": 1, "hints_given": [], "content": "Solved “P” (difficulty 2, crime) after 10 questions and 0 hints.", **changes,
    }  # fmt: skip


def game(number: int, **changes: Any) -> GameRecord:
    """The record of a game; `changes` are keys of the JSON form."""
    return GameRecord.from_json(stored_game(number, **changes))
