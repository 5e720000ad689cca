"""Win rates of AI players over seeded heists, and throws against their exact distribution."""

from dataclasses import asdict

from echoes.bench.heist.command_specs import HeistOptions
from echoes.bench.heist.dice import measure_dice
from echoes.bench.heist.games import play_heists
from echoes.bench.heist.growth import measure_growth
from echoes.bench.runs.benchmark import BenchmarkOutcome, OnProgress, json_text
from echoes.bench.seeded_games import (
    leaks_and_unended,
    play_by_seed,
    players_named,
    row_of,
    scenarios_to_play,
)
from echoes.games.heist.pack.schema import Score
from echoes.games.heist.players.registry import HEIST_PLAYERS


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
    dice = measure_dice(options.throws, options.seed, options.dice_seeds)
    growth = await measure_growth(scores[0], options.turns)
    leaks, unended = leaks_and_unended(results)
    text = [row.text() for row in rows]
    text.append(dice.text())
    text.append(f"leaks: {leaks}; games that did not end: {unended}")
    text.append(
        f"{growth.turns} turns with a scripted model: prompts × {growth.prompt_growth}, state × "
        f"{growth.state_growth}, {growth.ms} ms a turn beside the model, {growth.calls} calls at most"
    )
    total = {
        "dice": {str(one.rating): round(one.chi, 2) for one in dice.ratings},
        "dice_p": {"smallest": round(dice.smallest, 4), "uniform": round(dice.uniform, 4)},
        "leaks": leaks,
        "growth": {**asdict(growth), "ok": growth.ok},
    }
    lines = [row.json() for row in rows] + [json_text({**total, "unended": unended})]
    return BenchmarkOutcome(text, lines, ok=dice.ok and growth.ok and not leaks and not unended)
