"""The report of a run of `echoes bench rag`: each setup beside no retrieval."""

from collections import Counter
from collections.abc import Sequence

from pydantic import TypeAdapter

from echoes.bench.runs.charts import bars
from echoes.bench.runs.figures import number, with_interval
from echoes.bench.runs.kinds import RunKind
from echoes.bench.runs.report import Report, ReportSection, figures_table
from echoes.bench.situation_puzzle.gold.plan import GoldPlan, describe_story_count, report_header
from echoes.bench.situation_puzzle.retrieval.asking import NO_RETRIEVAL, SetupRuling
from echoes.bench.situation_puzzle.retrieval.figures import COMPARED, SetupFigures, setup_figures
from echoes.bench.situation_puzzle.rulings.figures import MEASURES, tallies
from echoes.bench.situation_puzzle.rulings.report import SHOWN
from echoes.core.errors import BadInput

_NOTE = (
    "The same questions in each way; intervals are 95%, by bootstrap over stories. The differences are "
    "means over stories, with p by a paired permutation test."
)


class RetrievalPlan(GoldPlan):
    """The plan of a run.

    Attributes:
        lang: the language of the questions; None for both.
        ways: the setups of retrieval.
        questions: the number of questions in each.
    """

    lang: str | None
    stories_hash: str | None
    ways: Sequence[str]
    questions: int


def retrieval_report(plan: RetrievalPlan, rows: Sequence[SetupRuling]) -> Report:
    """Write the report of a run; setups that were not measured to the end are named, and left out.

    Args:
        plan: of the run.
        rows: one for each question in each setup.
    """
    asked = Counter(row.way for row in rows)
    whole = [setup for setup in plan["ways"] if asked[setup] == plan["questions"]]
    found = setup_figures([row for row in rows if row.way in whole], plan["seed"])
    if not found:
        raise BadInput("no way of this run was measured to its end", "Let it go on first.")
    lacking = [
        f"{setup} ({asked[setup]} of {plan['questions']})" for setup in plan["ways"] if setup not in whole
    ]
    header = report_header(
        plan,
        f"{found[0].rulings.n} questions on {describe_story_count(found[0].rulings.stories)}",
        **({"Not measured to the end": ", ".join(lacking)} if lacking else {}),
    )
    sections = [_rulings(found), _differences(found), _costs(found)]
    figures = {"plan": plan, "ways": [one.to_json() for one in found]}
    return Report("What retrieval brings", header, sections, figures)


def _rulings(found: Sequence[SetupFigures]) -> ReportSection:
    titles = {name: SHOWN[name] for name in COMPARED}
    groups = {one.setup: one for one in found}
    plotted = {
        f"{title} · {name}": figure
        for title in titles.values()
        for name, group in groups.items()
        for figure in [group.measured.plotted(titles)[title]]
    }
    rows = figures_table(groups, titles)
    return ReportSection("Rulings", ["", *groups], rows, bars(plotted, "share"), _NOTE, in_paper=True)


def _differences(found: Sequence[SetupFigures]) -> ReportSection:
    def cell(one: SetupFigures, name: str) -> str:
        apart = one.against_none.get(name)
        if apart is None or one.setup == NO_RETRIEVAL:
            return "–"
        return f"{with_interval(apart.difference, apart.interval, 3)}, p {number(apart.p, 3)}"

    rows = [[SHOWN[name], *(cell(one, name) for one in found)] for name in COMPARED]
    return ReportSection("Against no retrieval", ["", *(one.setup for one in found)], rows, in_paper=True)


def _costs(found: Sequence[SetupFigures]) -> ReportSection:
    rows = [
        [
            one.setup,
            number(one.tokens_a_question, 0),
            number(one.rulings.median_ms, 1),
            number(one.rulings.p95_ms, 1),
        ]
        for one in found
    ]
    head = ["", "tokens a question", "median ms", "95th percentile ms"]
    return ReportSection("What it took", head, rows, in_paper=True)


def _setup(row: SetupRuling) -> str:
    return row.way


RAG_RUN = RunKind(
    TypeAdapter(SetupRuling),
    retrieval_report,
    {name: MEASURES[name] for name in COMPARED},
    tallies,
    _setup,
    lambda key, row: key.removeprefix(f"{row.way} | "),
)
