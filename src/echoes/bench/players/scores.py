"""What a run of games comes to."""

import statistics
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

from echoes.bench.players.rows import Played
from echoes.bench.runs.intervals import Measure, Tally, bootstrap, mean, ratio, rounded, total
from echoes.core.usage import Usage
from echoes.engine.costs import price_of


def by_group(rows: Sequence[Played]) -> dict[tuple[str, str, str], list[Played]]:
    """The rows of each player, referee and language, controls among them."""
    groups: dict[tuple[str, str, str], list[Played]] = defaultdict(list)
    for row in rows:
        groups[row.player, row.referee, row.lang].append(row)
    return dict(sorted(groups.items()))


def player_figures(rows: Sequence[Played], plan: Mapping[str, Any], seed: int = 0) -> list[dict[str, Any]]:
    """The figures of each player with each referee, a language at a time.

    A solve is strict: a final answer that was judged SOLVED inside the caps. A game in which referee
    or player could not go on is invalid: it is counted, and is in no rate. Rates are means over puzzles
    of means over repeats; intervals are 95 %, by bootstrap over puzzles.

    Args:
        rows: of `bench.games`.
        plan: of the run, for prices.
        seed: of the resampling.
    """
    return [
        {"player": player, "referee": referee, "lang": lang, **_figures(group, plan, seed)}
        for (player, referee, lang), group in by_group(rows).items()
    ]


def _figures(rows: Sequence[Played], plan: Mapping[str, Any], seed: int) -> dict[str, Any]:
    played = [row for row in rows if not row.control]
    control = [row for row in rows if row.control and row.valid]
    valid = [row for row in played if row.valid]
    solved = [row for row in valid if row.solved]
    stories = stories_of(valid)
    tally = total(stories.values())
    answered = [row for row in valid if row.answers]
    messages = sum(len(row.moves) for row in valid)
    return {
        "puzzles": len({row.story for row in played}),
        "games": len(played),
        "invalid": len(played) - len(valid),
        "endings": _endings(played),
        **{name: rounded(measure(tally)) for name, measure in MEASURES.items()},
        "intervals": bootstrap(stories, MEASURES, seed),
        "control_solve_rate": rounded(MEASURES["solve_rate"](total(stories_of(control).values()))),
        "control_games": len(control),
        "turns_when_solved": rounded(mean([row.turns for row in solved])),
        "median_turns_when_solved": statistics.median(row.turns for row in solved) if solved else None,
        "coverage_by_round": _by_round(valid),
        "best_answer": rounded(mean([max(a.covered for a in row.answers) for row in answered])),
        "final_answer": rounded(mean([row.answers[-1].covered for row in answered])),
        "repeated": sum(row.repeated for row in valid),
        "repeated_share": rounded(sum(row.repeated for row in valid) / messages) if messages else None,
        "ruled": rounded(mean([row.ruled for row in valid])),
        "ruled_as": rounded(mean([row.ruled_as for row in valid])),
        "asked_back": rounded(mean([row.asked_back for row in valid])),
        "not_ruled": rounded(mean([row.not_ruled for row in valid])),
        "kept_from_repeating": sum(row.kept_from_repeating for row in valid),
        "referee_failures": sum(row.failed for row in played),
        **_costs(played),
        "cost": _cost(rows, plan),
    }


def stories_of(rows: Sequence[Played]) -> dict[str, Tally]:
    """For each puzzle the means over its games."""
    games: dict[str, list[Played]] = defaultdict(list)
    for row in rows:
        games[row.story].append(row)
    return {
        story: {
            "stories": 1,
            "solve_rate": sum(row.solved for row in found) / len(found),
            "coverage": sum(map(_covered, found)) / len(found),
            "turns": sum(row.turns for row in found) / len(found),
        }
        for story, found in games.items()
    }


def _covered(row: Played) -> float:
    return row.coverage[-1] if row.coverage else 0.0


def _covered_at(row: Played, turn: int) -> float:
    return row.coverage[turn] if turn < len(row.coverage) else _covered(row)


MEASURES: dict[str, Measure] = {
    "solve_rate": lambda tally: ratio(tally.get("solve_rate", 0), tally.get("stories", 0)),
    "coverage": lambda tally: ratio(tally.get("coverage", 0), tally.get("stories", 0)),
    "turns": lambda tally: ratio(tally.get("turns", 0), tally.get("stories", 0)),
}
"""What is given an interval; solve rate and coverage are 0 to 1."""


def _endings(rows: Sequence[Played]) -> dict[str, int]:
    return dict(sorted(Counter(row.ending for row in rows).items()))


def _by_round(rows: Sequence[Played]) -> list[float]:
    """The mean coverage after each turn; a game that has ended stays at what it had."""
    longest = max((len(row.coverage) for row in rows), default=0)
    found: list[float] = []
    for turn in range(longest):
        values = [_covered_at(row, turn) for row in rows]
        found.append(round(sum(values) / len(values), 4))
    return found


def _costs(rows: Sequence[Played]) -> dict[str, Any]:
    """Calls, tokens and seconds a game."""
    figures: dict[str, Any] = {"seconds_a_game": rounded(mean([row.seconds for row in rows]))}
    for who in ("player", "referee"):
        usages = _usages(rows, who)
        figures[f"{who}_calls_a_game"] = rounded(mean([usage.model_calls for usage in usages]))
        tokens = [usage.prompt_tokens + usage.completion_tokens for usage in usages]
        figures[f"{who}_tokens_a_game"] = rounded(mean(tokens))
    return figures


def _usages(rows: Sequence[Played], who: str) -> list[Usage]:
    return [row.player_usage if who == "player" else row.referee_usage for row in rows]


def _cost(rows: Sequence[Played], plan: Mapping[str, Any]) -> float | None:
    """What all games have cost, controls among them; None where a price is not known."""
    cost = 0.0
    for who in ("player", "referee"):
        usages = _usages(rows, who)
        if any(usage.model_calls for usage in usages):
            price: Any = plan["prices"].get(_model(rows, plan, who))
            if not price:
                return None
            cost += sum(price_of(usage, **price) for usage in usages)
    return rounded(cost)


def _model(rows: Sequence[Played], plan: Mapping[str, Any], who: str) -> str | None:
    named = (rows[0].player if who == "player" else rows[0].referee).partition("@")[2]
    return named or plan["models"][who]["model"]


def rate(rows: Sequence[Played]) -> float | None:
    """The share of solved games among the valid ones."""
    valid = [row for row in rows if row.valid]
    return ratio(sum(bool(row.solved) for row in valid), len(valid))


def puzzles_of(rows: Sequence[Played]) -> Mapping[str, Tally]:
    """What `stories_of` has of each puzzle, its languages together."""
    puzzle = {row.story: row.puzzle for row in rows}
    found: dict[str, list[Tally]] = {}
    for story, tally in stories_of(rows).items():
        found.setdefault(puzzle[story], []).append(tally)
    return {name: total(of) for name, of in found.items()}
