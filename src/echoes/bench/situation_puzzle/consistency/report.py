"""The report of a run of `echoes bench consistency`."""

from collections.abc import Sequence

from pydantic import TypeAdapter

from echoes.bench.runs.charts import bars
from echoes.bench.runs.kinds import RunKind
from echoes.bench.runs.report import Report, ReportSection, figures_table
from echoes.bench.situation_puzzle.consistency.asking import GroupRulings
from echoes.bench.situation_puzzle.consistency.figures import MEASURES, grouped_consistency_figures, tallies
from echoes.bench.situation_puzzle.gold.plan import GoldPlan, describe_story_count, report_header

SHOWN = {
    "contradiction": "contradictions",
    "paraphrase": "between paraphrases",
    "negation": "between contraries",
    "order": "in another order",
    "again": "when asked again",
    "contradiction_direct": "between rulings on the very words",
    "coverage": "ruled in one step",
    "wrong": "wrong among the ruled",
    "direct": "ruled directly",
    "direct_wrong": "wrong among ruled directly",
}
"""The titles of the figures that are shown, in their order."""
_NOTE = (
    "Shares of the pairs of which both were ruled; what stands at the end of a session counts. Intervals are "
    "95%, by bootstrap over stories."
)


def consistency_report(plan: GoldPlan, rows: Sequence[GroupRulings]) -> Report:
    """Write the report of a run of groups.

    Args:
        plan: of the run.
        rows: one for each group.
    """
    figures = grouped_consistency_figures(rows, plan["seed"])
    whole, groups = figures.whole, figures.groups()
    header = report_header(plan, f"{whole.groups} groups on {describe_story_count(whole.stories)}")
    head = ["", *(f"{name} ({group.pairs} pairs)" for name, group in groups.items())]
    plot = bars(whole.measured.plotted(SHOWN), "share")
    section = ReportSection("Contradictions", head, figures_table(groups, SHOWN), plot, _NOTE, in_paper=True)
    title = "Does a referee contradict itself?"
    return Report(title, header, [section], {"plan": plan, **figures.to_json()})


CONSISTENCY_RUN = RunKind(TypeAdapter(GroupRulings), consistency_report, MEASURES, tallies)
