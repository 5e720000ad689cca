"""The report of a run of games."""

from collections.abc import Sequence
from typing import Any

from pydantic import TypeAdapter

from echoes.bench.players.figures import MEASURES, PlayerFigures, by_group, player_figures, puzzles_of, rate
from echoes.bench.players.plan import PlayersRunPlan
from echoes.bench.players.results import GameResult
from echoes.bench.runs.charts import bars, lines
from echoes.bench.runs.figures import number
from echoes.bench.runs.kinds import RunKind
from echoes.bench.runs.report import Report, ReportSection

_RATES = (
    "A game counts as solved only when its final answer was judged SOLVED inside the caps. Rates are means "
    "over puzzles of means over repeats, among the valid games; intervals are 95%, by bootstrap over "
    "puzzles. “Without questions” is the control: the same player, made to answer at once."
)
_INVALID = (
    "Invalid games are those in which the referee gave no answer for a technical reason after three tries, "
    "or the player's model did not answer. They are nobody's loss and are in no rate."
)
_COVERAGE = (
    "The share of the core facts that rulings and answers have established, after each turn; the mean over "
    "games. A game that has ended stays at what it had."
)
_BEST = (
    "How much of the core facts a player's best answer told, and its last one; where they differ it has "
    "lost its way."
)
_COSTS = (
    "Calls, tokens and seconds are means a game; the cost is that of all, controls among them, "
    "where all prices are known."
)
_FIRST = "player · referee"


def player_report(plan: PlayersRunPlan, rows: Sequence[GameResult]) -> Report:
    """Write the report of a run of games.

    Args:
        plan: of the run.
        rows: the results of the games.
    """
    groups = player_figures(rows, plan, int(plan["seed"]))  # a damaged plan may hold anything
    figures = {
        "plan": plan,
        "groups": [group.to_json() for group in groups],
        "games": [_short(row) for row in rows],
    }
    one_language = len({group.lang for group in groups}) == 1
    names = [_name(group, one_language) for group in groups]
    pairs = list(zip(names, groups, strict=True))
    sections = [
        _rates(pairs),
        _rounds(pairs),
        _answers(pairs),
        _costs(pairs),
        _validity(pairs),
        _puzzles(rows),
    ]
    return Report("AI players on situation puzzles", _header(plan, rows), sections, figures)


def _name(group: PlayerFigures, one_language: bool) -> str:
    lang = "" if one_language else f" ({group.lang})"
    return f"{group.player} · {group.referee}{lang}"


def _header(plan: PlayersRunPlan, rows: Sequence[GameResult]) -> dict[str, str]:
    turns, calls, tokens = (plan["caps"][key] or "any number of" for key in ("turns", "calls", "tokens"))
    models = {role: model["model"] for role, model in plan["models"].items() if model["model"]}
    return {
        "Puzzles": f"{len(plan['puzzles'])} (each by its content hash in run.json)",
        "Games": f"{len(rows)} finished, those without questions among them; repeats: {plan['repeats']}",
        "Caps": f"{turns} turns, {calls} calls, {tokens} tokens",
        "Seed": str(plan["seed"]),
        "Models": ", ".join(f"{role}: {name}" for role, name in models.items()) or "none",
        "Echoes": f"{plan['echoes']}, player prompts {plan['player_prompts']}, settings {plan['agents']}",
    }


def _rates(pairs: Sequence[tuple[str, PlayerFigures]]) -> ReportSection:
    head = [
        _FIRST,
        "puzzles",
        "games",
        "invalid",
        "solved",
        "without questions",
        "coverage",
        "turns",
        "when solved",
    ]
    rows = [
        [
            name,
            str(group.puzzles),
            str(group.games),
            str(group.invalid),
            group.measured.text("solve_rate"),
            number(group.control_solve_rate),
            group.measured.text("coverage"),
            group.measured.text("turns", 1),
            number(group.turns_when_solved, 1),
        ]
        for name, group in pairs
    ]
    found = {name: group.measured.plotted({"solve_rate": ""})[""] for name, group in pairs}
    return ReportSection("Solved", head, rows, bars(found, "solve rate"), _RATES, in_paper=True)


def _rounds(pairs: Sequence[tuple[str, PlayerFigures]]) -> ReportSection:
    found = {name: group.coverage_by_round for name, group in pairs}
    return ReportSection("Coverage by round", chart=lines(found, "round", "coverage"), note=_COVERAGE)


def _answers(pairs: Sequence[tuple[str, PlayerFigures]]) -> ReportSection:
    head = [
        _FIRST,
        "best answer",
        "final answer",
        "repeated",
        "kept from it",
        "ruled a game",
        "of these as another question",
        "asked back a game",
        "not ruled a game",
    ]
    rows = [
        [
            name,
            number(group.best_answer),
            number(group.final_answer),
            f"{group.repeated} ({number(group.repeated_share, 3)})",
            str(group.kept_from_repeating),
            number(group.ruled, 1),
            number(group.ruled_as, 1),
            number(group.asked_back, 1),
            number(group.not_ruled, 1),
        ]
        for name, group in pairs
    ]
    return ReportSection("Answers and questions", head, rows, note=_BEST)


def _costs(pairs: Sequence[tuple[str, PlayerFigures]]) -> ReportSection:
    keys = {
        "player calls": "player_calls_a_game",
        "player tokens": "player_tokens_a_game",
        "referee calls": "referee_calls_a_game",
        "referee tokens": "referee_tokens_a_game",
        "seconds": "seconds_a_game",
    }
    rows = [
        [name, *(number(getattr(group, key), 1) for key in keys.values()), number(group.cost, 4)]
        for name, group in pairs
    ]
    return ReportSection("What it took", [_FIRST, *keys, "cost"], rows, note=_COSTS, in_paper=True)


def _validity(pairs: Sequence[tuple[str, PlayerFigures]]) -> ReportSection:
    head = [_FIRST, "invalid", "referee failures", "endings"]
    rows = [
        [
            name,
            str(group.invalid),
            str(group.referee_failures),
            ", ".join(f"{ending} {count}" for ending, count in group.endings.items()),
        ]
        for name, group in pairs
    ]
    return ReportSection("How the games ended", head, rows, note=_INVALID)


def _puzzles(rows: Sequence[GameResult]) -> ReportSection:
    played = [row for row in rows if not row.control]
    groups = by_group(played)
    stories = sorted({row.story for row in played})
    head = ["puzzle", *(f"{player} · {referee} ({lang})" for player, referee, lang in groups)]
    table = [
        [story, *(number(rate([row for row in group if row.story == story])) for group in groups.values())]
        for story in stories
    ]
    return ReportSection("Solved, by puzzle", head, table)


def _short(row: GameResult) -> dict[str, Any]:
    return {"key": row.key, **_FORM.dump_python(row, mode="json", exclude={"moves"})}


def _group(row: GameResult) -> str:
    return f"{row.player} · {row.referee}" if row.valid and not row.control else ""


_FORM = TypeAdapter(GameResult)
PLAYERS_RUN = RunKind(
    _FORM, player_report, MEASURES, puzzles_of, _group, lambda key, row: f"{row.story} {row.hash}"
)
