"""The figures of a run of games."""

import statistics
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from echoes.bench.players.plan import PlayersRunPlan
from echoes.bench.players.results import GameResult
from echoes.bench.runs.figures import Measured, measure
from echoes.bench.runs.intervals import Measure, Tally, mean, ratio, rounded, sum_tallies
from echoes.core.operation.usage import Usage
from echoes.engine.operation.costs import price_of


@dataclass(frozen=True)
class PlayerFigures:
    """The figures of one player with one referee in one language.

    Means are over valid games unless said otherwise; shares are 0 to 1; None stands for no value.
    docs/benchmarks.md says when a game is invalid.

    Attributes:
        puzzles, games, invalid: numbers; controls are counted apart.
        endings: the number of games of each ending.
        measured: `solve_rate`, `coverage` and `turns`, over puzzles.
        control_solve_rate, control_games: of the games without questions.
        turns_when_solved, median_turns_when_solved: over the solved games.
        coverage_by_round: the mean coverage after each turn.
        best_answer, final_answer: the share of the core facts in the best and the last answer of a game.
        repeated, repeated_share: messages that repeat an earlier one.
        ruled, ruled_as, asked_back, not_ruled: means a game.
        kept_from_repeating, referee_failures: totals.
        seconds_a_game: the mean over all games, as are the calls and tokens of either model.
        cost: of all games, controls included; None where a price is not known.
    """

    player: str
    referee: str
    lang: str
    puzzles: int
    games: int
    invalid: int
    endings: Mapping[str, int]
    measured: Measured
    control_solve_rate: float | None
    control_games: int
    turns_when_solved: float | None
    median_turns_when_solved: float | None
    coverage_by_round: Sequence[float]
    best_answer: float | None
    final_answer: float | None
    repeated: int
    repeated_share: float | None
    ruled: float | None
    ruled_as: float | None
    asked_back: float | None
    not_ruled: float | None
    kept_from_repeating: int
    referee_failures: int
    seconds_a_game: float | None
    player_calls_a_game: float | None
    player_tokens_a_game: float | None
    referee_calls_a_game: float | None
    referee_tokens_a_game: float | None
    cost: float | None

    def to_json(self) -> dict[str, Any]:
        """Return them as a flat JSON object."""
        own = {key: value for key, value in vars(self).items() if key != "measured"}
        return {**own, **self.measured.to_json()}


def by_group(rows: Sequence[GameResult]) -> dict[tuple[str, str, str], list[GameResult]]:
    """Sort rows, controls included, by player, referee and language."""
    groups: dict[tuple[str, str, str], list[GameResult]] = defaultdict(list)
    for row in rows:
        groups[row.player, row.referee, row.lang].append(row)
    return dict(sorted(groups.items()))


def player_figures(rows: Sequence[GameResult], plan: PlayersRunPlan, seed: int = 0) -> list[PlayerFigures]:
    """Compute the figures of each player with each referee, a language at a time.

    A solve is strict: a final answer that was judged SOLVED inside the caps. A game in which referee
    or player could not go on is invalid: it is counted, and is in no rate. Rates are means over puzzles
    of means over repeats; intervals are 95%, by bootstrap over puzzles.

    Args:
        rows: the results of a run.
        plan: of the run, for prices.
        seed: of the resampling.
    """
    return [_figures(group, plan, seed) for group in by_group(rows).values()]


def _figures(rows: Sequence[GameResult], plan: PlayersRunPlan, seed: int) -> PlayerFigures:
    played = [row for row in rows if not row.control]
    control = [row for row in rows if row.control and row.valid]
    valid = [row for row in played if row.valid]
    solved = [row for row in valid if row.solved]
    answered = [row for row in valid if row.answers]
    messages = sum(len(row.moves) for row in valid)
    repeated = sum(row.repeated for row in valid)
    return PlayerFigures(
        player=rows[0].player,
        referee=rows[0].referee,
        lang=rows[0].lang,
        puzzles=len({row.story for row in played}),
        games=len(played),
        invalid=len(played) - len(valid),
        endings=dict(sorted(Counter(row.ending for row in played).items())),
        measured=measure(stories_of(valid), MEASURES, seed),
        control_solve_rate=rounded(MEASURES["solve_rate"](sum_tallies(stories_of(control).values()))),
        control_games=len(control),
        turns_when_solved=_mean([row.turns for row in solved]),
        median_turns_when_solved=statistics.median(row.turns for row in solved) if solved else None,
        coverage_by_round=_by_round(valid),
        best_answer=_mean([max(a.covered for a in row.answers) for row in answered]),
        final_answer=_mean([row.answers[-1].covered for row in answered]),
        repeated=repeated,
        repeated_share=rounded(ratio(repeated, messages)),
        ruled=_mean([row.ruled for row in valid]),
        ruled_as=_mean([row.ruled_as for row in valid]),
        asked_back=_mean([row.asked_back for row in valid]),
        not_ruled=_mean([row.not_ruled for row in valid]),
        kept_from_repeating=sum(row.kept_from_repeating for row in valid),
        referee_failures=sum(row.failed for row in played),
        seconds_a_game=_mean([row.seconds for row in played]),
        player_calls_a_game=_mean([row.player_usage.model_calls for row in played]),
        player_tokens_a_game=_mean([_tokens(row.player_usage) for row in played]),
        referee_calls_a_game=_mean([row.referee_usage.model_calls for row in played]),
        referee_tokens_a_game=_mean([_tokens(row.referee_usage) for row in played]),
        cost=_cost(rows, plan),
    )


def _mean(values: Sequence[float]) -> float | None:
    return rounded(mean(values))


def _tokens(usage: Usage) -> int:
    return usage.prompt_tokens + usage.completion_tokens


def stories_of(rows: Sequence[GameResult]) -> dict[str, Tally]:
    """Return the means over the games of each puzzle."""
    games: dict[str, list[GameResult]] = defaultdict(list)
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


def _covered(row: GameResult) -> float:
    return row.coverage[-1] if row.coverage else 0.0


def _covered_at(row: GameResult, turn: int) -> float:
    return row.coverage[turn] if turn < len(row.coverage) else _covered(row)


MEASURES: dict[str, Measure] = {
    "solve_rate": lambda tally: ratio(tally.get("solve_rate", 0), tally.get("stories", 0)),
    "coverage": lambda tally: ratio(tally.get("coverage", 0), tally.get("stories", 0)),
    "turns": lambda tally: ratio(tally.get("turns", 0), tally.get("stories", 0)),
}
"""The figures that have an interval; solve rate and coverage are 0 to 1."""


def _by_round(rows: Sequence[GameResult]) -> list[float]:
    """Return the mean coverage after each turn; a game that has ended keeps its last coverage."""
    longest = max((len(row.coverage) for row in rows), default=0)
    found: list[float] = []
    for turn in range(longest):
        values = [_covered_at(row, turn) for row in rows]
        found.append(round(sum(values) / len(values), 4))
    return found


def _usages(rows: Sequence[GameResult], who: str) -> list[Usage]:
    return [row.player_usage if who == "player" else row.referee_usage for row in rows]


def _cost(rows: Sequence[GameResult], plan: PlayersRunPlan) -> float | None:
    """Return the cost of all games, controls included; None where a price is not known."""
    cost = 0.0
    for who in ("player", "referee"):
        usages = _usages(rows, who)
        if any(usage.model_calls for usage in usages):
            price = plan["prices"].get(_model(rows, plan, who) or "")
            if not price:
                return None
            cost += sum(price_of(usage, **price) for usage in usages)
    return rounded(cost)


def _model(rows: Sequence[GameResult], plan: PlayersRunPlan, who: str) -> str | None:
    named = (rows[0].player if who == "player" else rows[0].referee).partition("@")[2]
    return named or plan["models"][who]["model"]


def rate(rows: Sequence[GameResult]) -> float | None:
    """Return the share of solved games among the valid ones."""
    valid = [row for row in rows if row.valid]
    return ratio(sum(bool(row.solved) for row in valid), len(valid))


def puzzles_of(rows: Sequence[GameResult]) -> Mapping[str, Tally]:
    """Return the tallies of `stories_of` by puzzle, its languages together."""
    puzzle = {row.story: row.puzzle for row in rows}
    found: dict[str, list[Tally]] = {}
    for story, tally in stories_of(rows).items():
        found.setdefault(puzzle[story], []).append(tally)
    return {name: sum_tallies(of) for name, of in found.items()}
