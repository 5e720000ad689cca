"""The report of a run of questions."""

from collections.abc import Mapping, Sequence
from typing import Any

from pydantic import TypeAdapter

from echoes.bench.referees.scoring import LABELS, MEASURES, Scored, ruling_figures, tallies
from echoes.bench.runs.benchmark import Benchmark
from echoes.bench.runs.charts import bars
from echoes.bench.runs.report import (
    Part,
    Report,
    by_language,
    by_set,
    chart,
    groups_of,
    number,
    stories,
    table,
    told_of,
)

SHOWN = {
    "coverage": "ruled in one step",
    "accuracy_ruled": "right among the ruled",
    "wrong": "wrong among the ruled",
    "direct": "ruled directly",
    "direct_wrong": "wrong among ruled directly",
    "ruled_as": "ruled as another question",
    "ruled_as_wrong": "wrong among ruled as another",
    "misread": "misread among ruled as another",
    "false_yes": "false YES",
    "false_no": "false NO",
    "reach": "reach",
    "reach_answerable": "reach, where a ruling settles it",
    "asked_back": "asked back",
    "silent": "silent",
    "exact": "exact",
    "exact_three": "exact, three rulings",
    "binary": "binary",
    "macro_f1": "macro-F1",
    "irrelevant_recall": "recall of IRRELEVANT",
    "fact_precision": "precision of facts",
    "fact_recall": "recall of facts",
    "unparsable_rate": "unparsable",
}
"""The figures that are shown, in their order, each with what it is called."""
_LISTED = 200
_NOTE = (
    "Intervals are 95 %, by bootstrap over stories. An abstention and a reply that can't be read count as "
    "wrong in exact, binary and macro-F1; coverage and accuracy among the ruled stand beside them. What is "
    "ruled in one step is ruled directly, in the player's own words, or as another question that is shown."
)


def figures_of(rows: Sequence[Scored], seed: int) -> dict[str, Any]:
    """The figures of all rows, and of each language under `languages`.

    Where the rows are of several parts of the gold suite, the same of each part under `sets`.
    """
    return by_set(rows, lambda own: by_language(own, lambda part: ruling_figures(part, seed)))


def referee_report(plan: Mapping[str, Any], rows: Sequence[Scored]) -> Report:
    """The report.

    Args:
        plan: of the run.
        rows: one for each question.
    """
    found = figures_of(rows, int(plan["seed"]))
    groups = groups_of(found)
    told = told_of(
        plan,
        Gold=f"{plan['gold']}, {found['n']} questions on {stories(found['stories'])}",
        **{"Left out": ", ".join(f"{n} {kind}" for kind, n in plan["left_out"].items()) or "nothing"},
    )
    head = ["", *(f"{name} ({group['n']})" for name, group in groups.items())]
    plot = bars(chart(found, {key: SHOWN[key] for key in _CHART}), "share")
    parts = [
        Part("Rulings", head, table(groups, SHOWN), plot, _NOTE, in_paper=True),
        _confusion(found),
        _calibration(found),
        _costs(groups),
        *_errors(found),
    ]
    return Report("A referee against gold rulings", told, parts, {"plan": plan, **found})


_CHART = ("coverage", "direct", "accuracy_ruled", "exact", "binary", "macro_f1", "irrelevant_recall")


def _confusion(found: Mapping[str, Any]) -> Part:
    given = (*LABELS, "none")
    rows = [[gold, *(str(found["confusion"][gold][one]) for one in given)] for gold in LABELS]
    return Part(
        "Confusion", ["gold", *given], rows, note="Rows are the gold rulings, columns what was given."
    )


def _calibration(found: Mapping[str, Any]) -> Part:
    rows = [
        [f"{one['from']:.1f} and more", str(one["n"]), number(one["confidence"]), number(one["accuracy"])]
        for one in found["calibration"]
    ]
    note = f"Expected calibration error {number(found['calibration_error'], 3)}."
    return Part("Calibration", ["stated confidence", "ruled", "mean confidence", "accuracy"], rows, note=note)


def _costs(groups: Mapping[str, Any]) -> Part:
    rows = [
        [name, str(g["calls"]), str(g["tokens"]), number(g["median_ms"], 1), number(g["p95_ms"], 1)]
        for name, g in groups.items()
    ]
    return Part("What it took", ["", "calls", "tokens", "median ms", "95th percentile ms"], rows)


def _errors(found: Mapping[str, Any]) -> list[Part]:
    return [
        Part(
            f"Errors: {kind} ({len(errors)})",
            ["story", "question"],
            [[error["story"], error["text"]] for error in errors[:_LISTED]],
        )
        for kind, errors in found["errors"].items()
    ]


_COMPARED = (
    *(
        "exact",
        "binary",
        "coverage",
        "accuracy_ruled",
        "direct",
        "direct_wrong",
        "ruled_as",
        "ruled_as_wrong",
    ),
    *("misread", "false_yes", "false_no", "irrelevant_recall"),
)
BENCHMARK = Benchmark(
    TypeAdapter(Scored), referee_report, {name: MEASURES[name] for name in _COMPARED}, tallies
)
