"""`echoes bench players`, and what is done with its runs."""

from pathlib import Path
from typing import Annotated, Any

import typer

from echoes.interfaces.cli.play import JsonOption, LangOption, lines_of


def players(
    puzzles: Annotated[
        Path | None,
        typer.Option(
            "--puzzles", help="A puzzle file or a folder, in any known form; else the bundled ones."
        ),
    ] = None,
    player: Annotated[
        list[str] | None,
        typer.Option("--player", help="model, baseline, none, scripted; NAME@MODEL. Can be repeated."),
    ] = None,
    referee: Annotated[
        list[str] | None,
        typer.Option("--referee", help="embedded or model; NAME@MODEL. Can be repeated; else as configured."),
    ] = None,
    repeats: Annotated[int, typer.Option("--repeats", min=1, help="Games of each.")] = 1,
    turns: Annotated[int | None, typer.Option("--turns", min=1, help="Of a game, at the most.")] = None,
    calls: Annotated[
        int | None, typer.Option("--calls", min=1, help="Of the player's model, a game.")
    ] = None,
    tokens: Annotated[int | None, typer.Option("--tokens", min=1, help="The same in tokens.")] = None,
    seed: Annotated[int, typer.Option("--seed", help="Of all that is left to chance.")] = 0,
    out: Annotated[
        Path | None, typer.Option("--out", help="The run's folder; a run that was stopped goes on there.")
    ] = None,
    concurrency: Annotated[int, typer.Option("--concurrency", min=1, help="Games at once.")] = 8,
    jobs: Annotated[
        int | None, typer.Option("--jobs", min=1, help="Processes; one a core where it is worth while.")
    ] = None,
    control: Annotated[
        bool, typer.Option("--control/--no-control", help="Play each game without questions too.")
    ] = True,
    script: Annotated[Path | None, typer.Option("--script", help="For the scripted player.")] = None,
    retry_invalid: Annotated[
        bool, typer.Option("--retry-invalid", help="Play games once more that were invalid.")
    ] = False,
    lenient: Annotated[bool, typer.Option("--lenient", help="Leave out puzzles that can't be read.")] = False,
    lang: LangOption = None,
    as_json: JsonOption = False,
) -> None:
    """Let AI players play, and report how they did."""
    import asyncio

    from echoes.bench.players.report import player_report
    from echoes.bench.players.run import Plan, run_players
    from echoes.bench.variants import Who
    from echoes.config import load_config
    from echoes.interfaces.cli.progress import progress

    plan = Plan(
        puzzles=puzzles,
        players=tuple(Who.read(text) for text in dict.fromkeys(player or ["baseline"])),
        referees=tuple(Who.read(text) for text in dict.fromkeys(referee or ["auto"])),
        lang=lang,
        repeats=repeats,
        turns=turns,
        calls=calls,
        tokens=tokens,
        seed=seed,
        control=control,
        lenient=lenient,
        script=tuple(lines_of(script)),
        retry_invalid=retry_invalid,
    )
    folder = out or _new_folder("players")
    with progress("games") as on_game:
        kept, rows = asyncio.run(run_players(load_config(), plan, folder, concurrency, on_game, jobs=jobs))
    report = player_report(kept, rows)
    report.write(folder)
    show_players(report.figures, folder, as_json)


def _new_folder(kind: str) -> Path:
    from datetime import UTC, datetime

    return Path("bench_out") / f"{kind}-{datetime.now(UTC):%Y%m%d-%H%M%S}"


def show_players(figures: Any, folder: Path, as_json: bool) -> None:
    """Print what a run came to."""
    from echoes.bench.runs.report import number, with_interval
    from echoes.interfaces.cli.output import json_line, notice

    for refused in figures["plan"]["refused"]:
        notice(f"Left out: {refused}")
    for group in figures["groups"]:
        if (group["not_ruled"] or 0) > (group["turns"] or 0):
            notice(
                f"{group['referee']} could not rule on most of what {group['player']} asked: see “not ruled”."
            )
        if as_json:
            json_line({**group, "out": str(folder)})
            continue
        print(f"{group['player']} with {group['referee']} ({group['lang']}): ", end="")
        print(f"{group['games']} games on {group['puzzles']} puzzles, {group['invalid']} invalid")
        shown = {
            "solved": with_interval(group["solve_rate"], group["intervals"].get("solve_rate")),
            "without questions": number(group["control_solve_rate"]),
            "coverage": with_interval(group["coverage"], group["intervals"].get("coverage")),
            "turns": with_interval(group["turns"], group["intervals"].get("turns"), 1),
            "turns when solved": number(group["turns_when_solved"], 1),
            "best answer": number(group["best_answer"]),
            "final answer": number(group["final_answer"]),
            "repeated": number(group["repeated_share"], 3),
            "ruled a game": f"{number(group['ruled'], 1)}, as another {number(group['ruled_as'], 1)}",
            "asked back a game": number(group["asked_back"], 1),
            "not ruled a game": number(group["not_ruled"], 1),
            "referee failures": str(group["referee_failures"]),
            "player's model": f"{number(group['player_calls_a_game'], 1)} calls a game",
            "seconds a game": number(group["seconds_a_game"]),
        }
        for name, value in shown.items():
            print(f"  {name:18} {value}")
    if not as_json:
        print(f"Report: {folder / 'report.html'}")
