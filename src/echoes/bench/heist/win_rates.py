"""Win rates of AI players over seeded heists, and throws against their exact distribution."""

from collections import Counter
from dataclasses import asdict

from echoes.bench.heist.commands import HeistOptions
from echoes.bench.heist.games import play_heists
from echoes.bench.heist.growth import measure_growth
from echoes.bench.runs.commands import BenchmarkOutcome, OnProgress, json_text
from echoes.bench.seeded_games import (
    leaks_and_unended,
    play_by_seed,
    players_named,
    row_of,
    scenarios_to_play,
)
from echoes.games.heist.pack.random_walk import PlainDice
from echoes.games.heist.pack.schema import Score
from echoes.games.heist.players.registry import HEIST_PLAYERS
from echoes.games.heist.rules.throws import exact_shares, throw

_RATINGS = range(5)
_CRITICAL_CHI = 18.5
"""χ² with three degrees of freedom at p = 0.0003, so that five true dice all pass in 998 of 1000 runs."""


async def measure_heists(options: HeistOptions, on_progress: OnProgress) -> BenchmarkOutcome:
    """Play, throw, and report.

    Raises:
        BadInput: there is no such score.
        UnknownName: there is no such player.
    """
    scores = scenarios_to_play(Score, "score", options.score, options.lang)
    players = players_named(options.players, HEIST_PLAYERS)
    results = play_by_seed(play_heists, scores, players, options, on_progress)
    counted = ("moves", "dice")
    rows = [row_of(results, "score", one.id, player, counted) for one in scores for player in players]
    chi = {rating: _chi_square(rating, options.throws // len(_RATINGS), options.seed) for rating in _RATINGS}
    growth = await measure_growth(scores[0], options.turns)
    leaks, unended = leaks_and_unended(results)
    true = all(value < _CRITICAL_CHI for value in chi.values())
    text = [row.text() for row in rows]
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
    lines = [row.json() for row in rows] + [json_text({**total, "unended": unended})]
    return BenchmarkOutcome(text, lines, ok=true and growth.ok and not leaks and not unended)


def _chi_square(rating: int, count: int, seed: int) -> float:
    """Return how far throws of a rating are from their distribution."""
    fell = Counter(throw(PlainDice(), f"bench/{seed}", f"{rating}/{n}", rating).result for n in range(count))
    shares = exact_shares(rating)
    return sum((fell[name] - count * share) ** 2 / (count * share) for name, share in shares.items() if share)
