"""Win rates of AI players over seeded heists, and throws against their exact distribution."""

from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import asdict
from statistics import mean
from typing import Any

from echoes.app import game_types, open_puzzles
from echoes.bench.heist.commands import HeistOptions
from echoes.bench.heist.games import HeistResult, play_heists
from echoes.bench.heist.growth import measure_growth
from echoes.bench.runs.commands import BenchmarkOutcome, OnProgress, json_text
from echoes.config import load_config
from echoes.core.errors import BadInput
from echoes.games.heist.pack.random_walk import PlainDice
from echoes.games.heist.pack.schema import Score
from echoes.games.heist.players.registry import HEIST_PLAYERS
from echoes.games.heist.rules.throws import exact_shares, throw

_CHUNK = 20
_RATINGS = range(5)
_CRITICAL_CHI = 18.5
"""χ² with three degrees of freedom at p = 0.0003, so that five true dice all pass in 998 of 1000 runs."""


async def measure_heists(options: HeistOptions, on_progress: OnProgress) -> BenchmarkOutcome:
    """Play, throw, and report.

    Raises:
        BadInput: there is no such score.
        UnknownName: there is no such player.
    """
    scores, players = _scores(options), [name.strip() for name in options.players.split(",")]
    for name in players:
        HEIST_PLAYERS.load(name)
    results = _play_all(scores, players, options, on_progress)
    rows = [_row(results, score, player) for score in scores for player in players]
    chi = {rating: _chi_square(rating, options.throws // len(_RATINGS), options.seed) for rating in _RATINGS}
    growth = await measure_growth(scores[0], options.turns)
    leaks, unended = sum(one.leaks for one in results), sum(not one.ending for one in results)
    true = all(value < _CRITICAL_CHI for value in chi.values())
    text = [_line(row) for row in rows]
    text.append(
        "χ² of throws by rating: " + ", ".join(f"{rating}d {value:.1f}" for rating, value in chi.items())
    )
    text.append(f"leaks: {leaks}; games that did not end: {unended}")
    text.append(
        f"{growth.turns} turns with a scripted model: prompts × {growth.prompt_growth}, state × "
        f"{growth.state_growth}, {growth.ms} ms a turn beside the model, {growth.calls} calls at most"
    )
    total = {
        "dice": {str(rating): round(value, 2) for rating, value in chi.items()},
        "leaks": leaks,
        "growth": {**asdict(growth), "ok": growth.ok},
    }
    lines = [json_text(row) for row in rows] + [json_text({**total, "unended": unended})]
    return BenchmarkOutcome(text, lines, ok=true and growth.ok and not leaks and not unended)


def _scores(options: HeistOptions) -> list[Score]:
    config = load_config()
    repository = open_puzzles(config, game_types(config))
    found = [one for _, one in repository.scenarios() if isinstance(one, Score)]
    fitting = [
        one for one in found if options.score in (None, one.id) and one.language == (options.lang or "en")
    ]
    if not fitting:
        known = ", ".join(sorted({one.id for one in found}))
        raise BadInput(f"there is no score '{options.score}'", f"Known: {known}.")
    return fitting


def _play_all(
    scores: Sequence[Score], players: Sequence[str], options: HeistOptions, on_progress: OnProgress
) -> list[HeistResult]:
    results: list[HeistResult] = []
    whole = len(scores) * len(players) * options.games
    with ProcessPoolExecutor(options.concurrency) as pool:
        jobs = [
            pool.submit(play_heists, score, player, range(at, min(at + _CHUNK, options.games)), options.seed)
            for score in scores
            for player in players
            for at in range(0, options.games, _CHUNK)
        ]
        for job in as_completed(jobs):
            results += job.result()
            on_progress(len(results), whole)
    return results


def _row(results: Sequence[HeistResult], score: Score, player: str) -> dict[str, Any]:
    own = [one for one in results if (one.score, one.player) == (score.id, player)]
    endings = Counter(one.ending or "none" for one in own)
    return {
        "score": score.id,
        "player": player,
        "games": len(own),
        "success": round(mean(one.success for one in own), 4),
        "points": round(mean(one.points for one in own), 1),
        "moves": round(mean(one.moves for one in own), 1),
        "dice": round(mean(one.dice for one in own), 1),
        "endings": dict(sorted(endings.items())),
    }


def _line(row: dict[str, Any]) -> str:
    endings = ", ".join(f"{name} {count}" for name, count in row["endings"].items())
    return (
        f"{row['score']:18} {row['player']:10} {100 * row['success']:5.1f} % of {row['games']} games; "
        f"{row['points']} points, {row['moves']} moves, {row['dice']} dice ({endings})"
    )


def _chi_square(rating: int, count: int, seed: int) -> float:
    """Return how far throws of a rating are from their distribution."""
    fell = Counter(throw(PlainDice(), f"bench/{seed}", f"{rating}/{n}", rating).result for n in range(count))
    shares = exact_shares(rating)
    return sum((fell[name] - count * share) ** 2 / (count * share) for name, share in shares.items() if share)
