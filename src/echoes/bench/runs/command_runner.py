"""The work of `echoes bench compare` and `echoes bench report`."""

from echoes.bench.runs.benchmark import BenchmarkOutcome, OnProgress, json_text, report_line
from echoes.bench.runs.command_specs import CompareOptions, ReportOptions
from echoes.bench.runs.compare import ComparedGroups, compare
from echoes.bench.runs.figures import number, with_interval
from echoes.bench.runs.stored import report_of


async def compare_runs(options: CompareOptions, on_progress: OnProgress) -> BenchmarkOutcome:
    """Compare two stored runs."""
    found = compare(options.first, options.second, options.seed)
    differs = f"They differ in: {', '.join(found.differs) or 'nothing but chance and time'}"
    text = [line for group in found.groups for line in _text(group)]
    return BenchmarkOutcome([differs, *text], [json_text(found.to_json())])


async def report_run(options: ReportOptions, on_progress: OnProgress) -> BenchmarkOutcome:
    """Write the report of a stored run anew."""
    found = report_of(options.run)
    found.write(options.run)
    return BenchmarkOutcome(report_line(options.run), [json_text(found.figures)])


def _text(group: ComparedGroups) -> list[str]:
    lines = [f"{group.first}  →  {group.second}: stories in common: {group.stories}"]
    for run, rows, shared in zip(("first", "second"), group.rows, group.shared, strict=True):
        if shared < rows:
            lines.append(f"  {rows - shared} of {rows} rows are in the {run} run only, and not compared")
    lines.append(f"  {'':18} {'first':>7} {'second':>7}   difference              p")
    for name, figure in group.figures.items():
        values = f"{number(figure.first, 3):>7} {number(figure.second, 3):>7}"
        apart = with_interval(figure.change.difference, figure.change.interval, 3)
        lines.append(f"  {name:18} {values}   {apart:23} {number(figure.change.p, 3)}")
    return lines
