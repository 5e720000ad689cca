"""Runs: how one is carried out and kept; `echoes bench compare` and `report`, what is done with it then."""

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import typer

from echoes.interfaces.cli.play import JsonOption

if TYPE_CHECKING:
    from echoes.bench.runs.benchmark import Benchmark
    from echoes.bench.runs.folder import RunFolder
    from echoes.bench.runs.pool import OnItem

RefereeOption = Annotated[
    str | None, typer.Option("--referee", help="Another referee than the configured one.")
]
ConcurrencyOption = Annotated[int, typer.Option("--concurrency", min=1, help="So many at once.")]
SeedOption = Annotated[int, typer.Option("--seed", help="Of the resampling.")]
OutOption = Annotated[
    Path | None, typer.Option("--out", help="The run's folder; a run that was stopped goes on there.")
]
FoundT = TypeVar("FoundT")


def carried_out(
    out: Path | None,
    plan: Callable[[], dict[str, Any]],
    benchmark: "Benchmark[Any]",
    what: str,
    work: "Callable[[RunFolder[Any] | None, OnItem], Awaitable[FoundT]]",
) -> FoundT:
    """Do what a run is to do, and keep and report it where a folder is named.

    Args:
        out: the folder; None keeps nothing.
        plan: what `run.json` is to hold; asked only where it is kept.
        benchmark: the kind of run.
        what: is counted, for the progress bar.
        work: does what the run does not hold yet, and tells of each.
    """
    import asyncio
    from contextlib import ExitStack

    from echoes.bench.runs.folder import RunFolder
    from echoes.interfaces.cli.progress import progress

    with ExitStack() as stack:
        run: RunFolder[Any] | None = None
        if out:
            run = stack.enter_context(RunFolder(out, plan(), benchmark.form))
        told = stack.enter_context(progress(what))
        found = asyncio.run(_done(work(run, told)))
        if run and run.rows:
            benchmark.report(run.plan, [*run.rows.values()]).write(run.folder)
    return found


async def _done(work: Awaitable[FoundT]) -> FoundT:
    return await work


def say_where(out: Path | None) -> None:
    """Name the report of a run that is kept."""
    if out:
        print(f"Report: {out / 'report.html'}")


def compare(
    first: Annotated[Path, typer.Argument(help="A run's folder.")],
    second: Annotated[Path, typer.Argument(help="Another's.")],
    seed: Annotated[int, typer.Option("--seed", help="Of the resampling.")] = 0,
    as_json: JsonOption = False,
) -> None:
    """Compare two runs, story by story: differences with intervals, and how likely chance makes them."""
    from echoes.bench.compare import compare as compared
    from echoes.interfaces.cli.output import json_line

    found = compared(first, second, seed)
    if as_json:
        json_line(found)
        return
    print(f"They differ in: {', '.join(found['differs']) or 'nothing but chance and time'}")
    for group in found["groups"]:
        _print(group)


def _print(group: dict[str, Any]) -> None:
    from echoes.bench.runs.report import number, with_interval

    print(f"{group['first']}  →  {group['second']}: {group['stories']} stories in common")
    for which, rows, shared in zip(("first", "second"), group["rows"], group["shared"], strict=True):
        if shared < rows:
            print(f"  {rows - shared} of {rows} rows are in the {which} run only, and not compared")
    print(f"  {'':18} {'first':>7} {'second':>7}   difference              p")
    for name, figure in group["figures"].items():
        values = f"{number(figure['first'], 3):>7} {number(figure['second'], 3):>7}"
        apart = with_interval(figure["difference"], figure["interval"], 3)
        print(f"  {name:18} {values}   {apart:23} {number(figure['p'], 3)}")


def report(
    run: Annotated[Path, typer.Argument(help="A run's folder.")],
    as_json: JsonOption = False,
) -> None:
    """Compute a run's report anew, from its folder alone."""
    from echoes.bench.reporting import report_of
    from echoes.interfaces.cli.output import json_line

    found = report_of(run)
    found.write(run)
    if as_json:
        json_line(dict(found.figures))
    else:
        print(f"Report: {run / 'report.html'}")
