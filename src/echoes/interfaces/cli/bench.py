"""`echoes bench`: figures that can be repeated."""

from pathlib import Path
from typing import Annotated, Any

import typer

from echoes.interfaces.cli import bench_consistency, bench_players, bench_referee, bench_runs
from echoes.interfaces.cli.play import JsonOption

app = typer.Typer(
    no_args_is_help=True, rich_markup_mode=None, help="Measure referees and the platform itself."
)

app.command("referee")(bench_referee.referee)
app.command("players")(bench_players.players)
app.command("consistency")(bench_consistency.consistency)
app.command("rag")(bench_consistency.rag)
app.command("compare")(bench_runs.compare)
app.command("report")(bench_runs.report)


@app.command("leaks")
def leaks(
    attacks: Annotated[
        Path | None, typer.Option("--attacks", help="A file of attacks; the bundled ones without it.")
    ] = None,
    concurrency: Annotated[int, typer.Option(min=1, help="How many sessions are attacked at once.")] = 4,
    as_json: JsonOption = False,
) -> None:
    """Attack a puzzle with the models that are configured, and see what gets out, role by role."""
    import asyncio

    from echoes.bench.leaks.attacks import measure_leaks, read_attacks, read_puzzle
    from echoes.config import load_config
    from echoes.interfaces.cli.output import json_line

    config = load_config()
    folder = config.paths.material("leaks")
    puzzle = read_puzzle(folder / "silent_bell.json")
    tried = read_attacks(attacks or folder / "attacks.json")
    rows = asyncio.run(measure_leaks(config, puzzle, tried, concurrency))
    for row in rows:
        if as_json:
            json_line(row)
        else:
            _print_leaks(row)
    if not all(row["ok"] for row in rows):
        raise typer.Exit(1)


def _print_leaks(row: dict[str, Any]) -> None:
    mark = "ok" if row["ok"] else "LEAK" if row.get("prompts") or row["role"] == "player" else "NO REPLY"
    if row["role"] == "player":
        print(f"{'player':12} {row['attacks']} attacks, {row['leaks']} brought a secret out   {mark}")
        for leak in row["examples"]:
            print(f"  {leak['kind']}: {leak['message'][:80]!r} showed {', '.join(leak['words'])}")
        return
    counts = f"{row['calls']} calls, {row['failed']} without a reply"
    print(
        f"{row['role']:12} {counts}; a secret in {row['prompts']} prompts, {row['replies']} replies   {mark}"
    )


@app.command("ranker")
def ranker(
    write: Annotated[bool, typer.Option(help="Put the new weights in the place of the old ones.")] = False,
) -> None:
    """Learn anew which authored question is meant; the report is on puzzles that were left out."""
    import asyncio

    from echoes.bench.referees.ranker_training import learn, read_examples
    from echoes.bench.referees.ranker_training import write as write_weights
    from echoes.config import load_config
    from echoes.games.situation_puzzle.referees.ranking import WEIGHTS
    from echoes.interfaces.cli.progress import progress

    with progress("questions") as told:
        examples = asyncio.run(read_examples(load_config(), told))
    weights, report = learn(examples)
    print("\n".join(report))
    if write:
        write_weights(weights, WEIGHTS)
        print(f"Written: {WEIGHTS}")


@app.command("vectors")
def vectors() -> None:
    """Make the vectors of the bundled puzzles' texts, which spare a first start the embedding of them."""
    from echoes.bench.bundled_vectors import make_vectors
    from echoes.config import load_config
    from echoes.interfaces.cli.progress import progress

    with progress("puzzles") as told:
        changed = make_vectors(load_config(), told)
    print("\n".join(map(str, changed)) or "All vectors are up to date.")


_NEEDED = "pages need playwright and chromium, memory a system that tells it"


@app.command("overhead")
def overhead(
    rounds: Annotated[int, typer.Option(min=1, help="How often each process is started.")] = 5,
    questions: Annotated[int, typer.Option(min=20, help="How long the measured game is.")] = 1000,
    players: Annotated[int, typer.Option(min=1, help="How many players memory holds.")] = 1000,
    events: Annotated[int, typer.Option(min=0, help="How many events memory holds.")] = 100_000,
    turns: Annotated[int, typer.Option(min=20, help="How long the game with a stub model is.")] = 200,
    sessions: Annotated[int, typer.Option(min=1, help="How many play with it at once.")] = 200,
    games: Annotated[int, typer.Option(min=1, help="How many the baseline player plays.")] = 64,
    asked: Annotated[int, typer.Option(min=20, help="How many questions one run asks a referee.")] = 10_000,
    busy: Annotated[int, typer.Option(min=1, help="How many games keep a stub model busy.")] = 64,
    visitors: Annotated[int, typer.Option(min=1, help="How many play in the web app at once.")] = 100,
    asks: Annotated[int, typer.Option(min=1, help="How many questions each of them has.")] = 10,
    part: Annotated[
        list[str] | None,
        typer.Option(help="Only this: start, session, memory, models, benchmarks or web; may be repeated."),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """What the platform costs, as ratios in one run."""
    from echoes.bench.overhead.platform import Load, measure
    from echoes.interfaces.cli.output import json_line

    load = Load(rounds, questions, players, events, turns, sessions, games, asked, busy, visitors, asks)
    for row in measure(load, part or ()):
        if as_json:
            json_line(row)
            continue
        least = "at least" if row["at_least"] else "at most"
        bound = f"{least} {row['bound']:g} {row['unit']}" if row["bound"] is not None else ""
        mark = "ok" if row["ok"] else "OVER"
        if row["value"] is None:
            print(f"{row['name']:66} not measured here: {_NEEDED}")
            continue
        print(f"{row['name']:66} {row['value']:8.2f} {row['unit']:3} {bound:19} {mark}")
