"""The work of `echoes bench overhead`."""

from dataclasses import asdict

from echoes.bench.performance.command_specs import OverheadOptions
from echoes.bench.performance.measure import Measurement, measure
from echoes.bench.runs.benchmark import BenchmarkOutcome, OnProgress, json_text

_NEEDED = "pages need playwright and chromium, memory a system that tells it"


async def measure_parts(options: OverheadOptions, on_progress: OnProgress) -> BenchmarkOutcome:
    """Measure the parts that are named, else all."""
    rows = await measure(options, options.part or ())
    return BenchmarkOutcome([_text(row) for row in rows], [json_text(asdict(row)) for row in rows])


def _text(row: Measurement) -> str:
    if row.value is None:
        return f"{row.name:66} not measured here: {_NEEDED}"
    least = "at least" if row.at_least else "at most"
    bound = f"{least} {row.bound:g} {row.unit}" if row.bound is not None else ""
    mark = "ok" if row.ok else "OVER"
    return f"{row.name:66} {row.value:8.2f} {row.unit:3} {bound:19} {mark}"
