"""The report of a run of judged answers or hints."""

from collections.abc import Mapping, Sequence
from functools import partial

from pydantic import TypeAdapter

from echoes.bench.runs.charts import bars
from echoes.bench.runs.figures import number
from echoes.bench.runs.kinds import RunKind
from echoes.bench.runs.report import Report, ReportSection, figures_table
from echoes.bench.situation_puzzle.gold.plan import GoldPlan, describe_story_count, report_header
from echoes.bench.situation_puzzle.verdicts.figures import MEASURES, grouped_verdict_figures, tallies
from echoes.bench.situation_puzzle.verdicts.gold_texts import Kind
from echoes.bench.situation_puzzle.verdicts.judging import JudgedText

SHOWN: Mapping[Kind, Mapping[str, str]] = {
    "hypotheses": {
        "exact": "the right verdict",
        "false_solved": "SOLVED where it is not",
        "false_close": "CLOSE where it is less",
        "false_wrong": "WRONG where it is right",
        "solved_in_words": "SOLVED where it is, as it stands",
        "unread": "not followed as a whole",
        "filled": "gaps filled by unread right ones",
        "filled_right": "right among these",
        "fact_precision": "precision of facts",
        "fact_recall": "recall of facts",
    },
    "hints": {
        "leak_recall": "leaks found",
        "false_alarm": "false alarms",
        "fact_precision": "precision of facts",
        "fact_recall": "recall of facts",
    },
}
"""The titles of the figures that are shown, in their order."""
_TITLES: Mapping[Kind, str] = {
    "hypotheses": "A judge of final answers against gold",
    "hints": "A judge of hints against gold",
}
_NOTE = (
    "Intervals are 95%, by bootstrap over stories. A hint is judged as an answer is: where a fact is found "
    "in it, it would give that fact away."
)


def verdict_report(kind: Kind, plan: GoldPlan, rows: Sequence[JudgedText]) -> Report:
    """Write the report of a run of texts.

    Args:
        kind: of the gold set.
        plan: of the run.
        rows: one for each text.
    """
    figures = grouped_verdict_figures(kind, rows, plan["seed"])
    whole, groups, titles = figures.whole, figures.groups(), SHOWN[kind]
    header = report_header(plan, f"{whole.n} {kind} on {describe_story_count(whole.stories)}")
    head = ["", *(f"{name} ({group.n})" for name, group in groups.items())]
    plot = bars(whole.measured.plotted(titles), "share")
    by_kind = [
        [name, str(own.n), *(number(own.values[key]) for key in titles)]
        for name, own in whole.by_kind.items()
    ]
    costs = [[name, str(own.calls), str(own.tokens)] for name, own in groups.items()]
    sections = [
        ReportSection("Verdicts", head, figures_table(groups, titles), plot, _NOTE, in_paper=True),
        ReportSection("By kind", ["kind", "texts", *titles.values()], by_kind, in_paper=True),
        ReportSection("What it took", ["", "calls", "tokens"], costs),
    ]
    return Report(_TITLES[kind], header, sections, {"plan": plan, **figures.to_json()})


def _run_kind(kind: Kind) -> RunKind[JudgedText]:
    return RunKind(TypeAdapter(JudgedText), partial(verdict_report, kind), MEASURES[kind], tallies)


HYPOTHESES_RUN, HINTS_RUN = _run_kind("hypotheses"), _run_kind("hints")
