"""The work of `echoes bench players`: the plan from the options, and the figures as text."""

from datetime import UTC, datetime
from pathlib import Path

from echoes.bench.players.command_specs import PlayersOptions
from echoes.bench.players.figures import PlayerFigures, player_figures
from echoes.bench.players.report import player_report
from echoes.bench.players.run import PlayersPlan, run_players
from echoes.bench.players.scripts import read_script
from echoes.bench.runs.benchmark import BenchmarkOutcome, OnProgress, json_text, report_line
from echoes.bench.runs.figures import number
from echoes.bench.runs.variants import AgentSpec
from echoes.config import load_config
from echoes.core.text.plain_text import pluralize


async def play_and_report(options: PlayersOptions, on_progress: OnProgress) -> BenchmarkOutcome:
    """Play the games that the run's folder does not hold yet, and report all of them."""
    folder = options.out or Path("bench_out") / f"players-{datetime.now(UTC):%Y%m%d-%H%M%S}"
    kept, rows = await run_players(load_config(), _plan(options), folder, on_progress)
    player_report(kept, rows).write(folder)
    groups = player_figures(rows, kept, int(kept["seed"]))
    text = [line for group in groups for line in _text(group)]
    return BenchmarkOutcome(
        text=[*text, *report_line(folder)],
        json_lines=[json_text({**group.to_json(), "out": str(folder)}) for group in groups],
        notes=[
            *(f"Left out: {refused}" for refused in kept["refused"]),
            *(
                f"{group.referee} could not rule on most of what {group.player} asked: see “not ruled”."
                for group in groups
                if (group.not_ruled or 0) > (group.measured["turns"] or 0)
            ),
        ],
    )


def _plan(options: PlayersOptions) -> PlayersPlan:
    return PlayersPlan(
        puzzles=options.puzzles,
        players=tuple(AgentSpec.parse(text) for text in dict.fromkeys(options.player or ["baseline"])),
        referees=tuple(AgentSpec.parse(text) for text in dict.fromkeys(options.referee or ["auto"])),
        lang=options.lang,
        repeats=options.repeats,
        turns=options.turns,
        calls=options.calls,
        tokens=options.tokens,
        seed=options.seed,
        control=options.control,
        lenient=options.lenient,
        script=tuple(read_script(options.script)),
        retry_invalid=options.retry_invalid,
        concurrency=options.concurrency,
        jobs=options.jobs,
    )


def _text(group: PlayerFigures) -> list[str]:
    shown = {
        "solved": group.measured.text("solve_rate"),
        "without questions": number(group.control_solve_rate),
        "coverage": group.measured.text("coverage"),
        "turns": group.measured.text("turns", 1),
        "turns when solved": number(group.turns_when_solved, 1),
        "best answer": number(group.best_answer),
        "final answer": number(group.final_answer),
        "repeated": number(group.repeated_share, 3),
        "ruled a game": f"{number(group.ruled, 1)}, as another {number(group.ruled_as, 1)}",
        "asked back a game": number(group.asked_back, 1),
        "not ruled a game": number(group.not_ruled, 1),
        "referee failures": str(group.referee_failures),
        "player's model": f"{number(group.player_calls_a_game, 1)} calls a game",
        "seconds a game": number(group.seconds_a_game),
    }
    return [
        f"{group.player} with {group.referee} ({group.lang}): "
        f"{pluralize(group.games, 'game')} on {pluralize(group.puzzles, 'puzzle')}, {group.invalid} invalid",
        *(f"  {name:18} {value}" for name, value in shown.items()),
    ]
