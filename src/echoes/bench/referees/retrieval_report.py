"""What the ways of `echoes bench rag` come to, each beside no retrieval."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from pydantic import TypeAdapter

from echoes.bench.referees.report import SHOWN
from echoes.bench.referees.retrieval import NO_RETRIEVAL, Retrieved
from echoes.bench.referees.scoring import MEASURES, Scored, ruling_figures, tallies
from echoes.bench.runs.benchmark import Benchmark
from echoes.bench.runs.charts import bars
from echoes.bench.runs.intervals import paired, rounded
from echoes.bench.runs.report import Part, Report, chart, number, stories, table, told_of, with_interval
from echoes.core.errors import BadInput

COMPARED = ("accuracy_ruled", "coverage", "exact", "reach", "false_yes", "false_no")
"""The figures in which a way is held against no retrieval."""
_NOTE = (
    "The same questions in each way; intervals are 95 %, by bootstrap over stories. The differences are "
    "means over stories, with p by a paired permutation test."
)


def figures_of(rows: Sequence[Retrieved], seed: int) -> list[dict[str, Any]]:
    """The figures of each way, in the order in which they were measured.

    Returns:
        For each way what `ruling_figures` gives, tokens a question, and under `against_none` how it
        differs from no retrieval, over stories.
    """
    ways: dict[str, list[Retrieved]] = {}
    for row in rows:
        ways.setdefault(row.way, []).append(row)
    bare = ways.get(NO_RETRIEVAL, [])
    found: list[dict[str, Any]] = []
    for way, own in ways.items():
        counted = ruling_figures(own, seed)
        found.append(
            {
                "way": way,
                **counted,
                "tokens_a_question": rounded(counted["tokens"] / counted["n"]),
                "against_none": {name: _apart(bare, own, name, seed) for name in COMPARED if bare},
            }
        )
    return found


def _apart(one: Sequence[Scored], other: Sequence[Scored], name: str, seed: int) -> Mapping[str, Any]:
    first, second = tallies(one), tallies(other)
    measure = MEASURES[name]
    values = [(measure(first[story]), measure(second[story])) for story in sorted({*first} & {*second})]
    return paired([b - a for a, b in values if a is not None and b is not None], seed)


def retrieval_report(plan: Mapping[str, Any], rows: Sequence[Retrieved]) -> Report:
    """The report.

    Args:
        plan: of the run.
        rows: one for each question in each way.
    """
    asked = Counter(row.way for row in rows)
    whole = [way for way in plan["ways"] if asked[way] == plan["questions"]]
    found = figures_of([row for row in rows if row.way in whole], int(plan["seed"]))
    if not found:
        raise BadInput("no way of this run was measured to its end", "Let it go on first.")
    lacking = [f"{way} ({asked[way]} of {plan['questions']})" for way in plan["ways"] if way not in whole]
    groups = {str(way["way"]): way for way in found}
    shown = {name: SHOWN[name] for name in COMPARED}
    told = told_of(
        plan,
        Gold=f"{plan['gold']}, {found[0]['n']} questions on {stories(found[0]['stories'])}",
        **({"Not measured to the end": ", ".join(lacking)} if lacking else {}),
    )
    plot = bars(
        {
            f"{called} · {name}": figure
            for called in shown.values()
            for name, way in groups.items()
            for figure in [chart(way, shown)[called]]
        },
        "share",
    )
    costs = [
        [name, number(way["tokens_a_question"], 0), number(way["median_ms"], 1), number(way["p95_ms"], 1)]
        for name, way in groups.items()
    ]
    parts = [
        Part("Rulings", ["", *groups], table(groups, shown), plot, _NOTE, in_paper=True),
        Part("Against no retrieval", ["", *groups], _differences(found), in_paper=True),
        Part(
            "What it took", ["", "tokens a question", "median ms", "95th percentile ms"], costs, in_paper=True
        ),
    ]
    return Report("What retrieval brings", told, parts, {"plan": plan, "ways": found})


def _differences(found: Sequence[Mapping[str, Any]]) -> list[list[str]]:
    def cell(way: Mapping[str, Any], name: str) -> str:
        apart = way["against_none"].get(name)
        if not apart or way["way"] == NO_RETRIEVAL:
            return "–"
        return f"{with_interval(apart['difference'], apart['interval'], 3)}, p {number(apart['p'], 3)}"

    return [[SHOWN[name], *(cell(way, name) for way in found)] for name in COMPARED]


def _way(row: Retrieved) -> str:
    return row.way


BENCHMARK = Benchmark(
    TypeAdapter(Retrieved),
    retrieval_report,
    {name: MEASURES[name] for name in COMPARED},
    tallies,
    _way,
    lambda key, row: key.removeprefix(f"{row.way} | "),
)
