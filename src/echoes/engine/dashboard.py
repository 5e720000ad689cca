"""How puzzles do: who solves them, what it takes, what it costs, and where it fails."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from echoes.core.protocols import JsonObject
from echoes.engine.engine import GameEngine

ABANDONED_AFTER = timedelta(days=1)
"""An open game that nobody has touched for so long counts as abandoned."""


async def puzzle_figures(engine: GameEngine, now: datetime | None = None) -> list[JsonObject]:
    """Figures of each puzzle and language, the most played first; games of AI players are left out.

    Args:
        engine: whose sessions are counted.
        now: the time; None for the present.
    Returns:
        Rows with `puzzle_id`, `lang`, `title`, `games`, `finished`, `solved`, `solve_rate` (of those
        that were finished or abandoned, 0 to 1), `questions_to_solve` and `hints` (means), `given_up`,
        `abandoned`, `model_calls`, `tokens` and `not_ruled` (sums). None where nothing was counted.
    """
    groups: dict[tuple[str, str], list[dict[str, Any]]] = {}
    for row in await engine.players.index.rows():
        if row["remembered"] and row["turns"]:
            groups.setdefault((str(row["puzzle_id"]), str(row["lang"])), []).append(row)
    moment = now or datetime.now(UTC)
    rows = [_row(puzzle, lang, games, moment) for (puzzle, lang), games in groups.items()]
    return sorted(rows, key=lambda row: (-int(str(row["games"])), str(row["puzzle_id"]), str(row["lang"])))


def _row(puzzle: str, lang: str, games: Sequence[dict[str, Any]], now: datetime) -> JsonObject:
    solved = [game for game in games if game["status"] == "COMPLETED"]
    given_up = [game for game in games if game["status"] == "ABORTED"]
    still = [game for game in games if game["status"] == "PLAYING"]
    left = [game for game in still if now - datetime.fromisoformat(game["updated"]) > ABANDONED_AFTER]
    done = len(solved) + len(given_up) + len(left)
    return {
        "puzzle_id": puzzle,
        "lang": lang,
        "title": games[-1]["title"],
        "games": len(games),
        "finished": len(solved) + len(given_up),
        "solved": len(solved),
        "solve_rate": round(len(solved) / done, 3) if done else None,
        "questions_to_solve": _mean(solved, "questions"),
        "hints": _mean([*solved, *given_up], "hints"),
        "given_up": len(given_up),
        "abandoned": len(left),
        "model_calls": sum(game["model_calls"] for game in games),
        "tokens": sum(game["tokens"] for game in games),
        "not_ruled": sum(game.get("not_ruled") or 0 for game in games),
    }


def _mean(games: Sequence[dict[str, Any]], key: str) -> float | None:
    known = [game[key] for game in games if game.get(key) is not None]
    return round(sum(known) / len(known), 1) if known else None
