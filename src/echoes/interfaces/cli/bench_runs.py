"""`echoes bench compare` and `echoes bench report`: what is done with runs that were made."""

from pathlib import Path
from typing import Annotated, Any

import typer

from echoes.interfaces.cli.play import JsonOption


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
