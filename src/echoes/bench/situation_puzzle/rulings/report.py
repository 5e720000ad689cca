"""The report of a run of questions."""

from collections.abc import Mapping, Sequence

from pydantic import TypeAdapter

from echoes.bench.runs.charts import bars
from echoes.bench.runs.figures import number
from echoes.bench.runs.kinds import RunKind
from echoes.bench.runs.report import Report, ReportSection, figures_table
from echoes.bench.situation_puzzle.gold.plan import GoldPlan, describe_story_count, report_header
from echoes.bench.situation_puzzle.rulings.figures import (
    MEASURES,
    RulingFigures,
    grouped_ruling_figures,
    tallies,
)
from echoes.bench.situation_puzzle.rulings.rows import LABELS, PlayedGame, ScoredRuling

SHOWN = {
    "coverage": "ruled in one step",
    "accuracy_ruled": "right among the ruled",
    "wrong": "wrong among the ruled",
    "opposite": "the opposite among the ruled",
    "direct": "ruled directly",
    "direct_wrong": "wrong among ruled directly",
    "ruled_as": "ruled as another question",
    "ruled_as_wrong": "wrong among ruled as another",
    "misread": "misread among ruled as another",
    "false_yes": "false YES",
    "false_no": "false NO",
    "reach": "reach",
    "reach_answerable": "reach, where a ruling settles it",
    "gives_away": "shown, and tells something new",
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
"""The titles of the figures that are shown, in their order."""
_LISTED = 200
"""Errors of a kind that are listed, at the most."""
_NOTE = (
    "Intervals are 95%, by bootstrap over stories. An abstention and a reply that can't be read count as "
    "wrong in exact, binary and macro-F1; coverage and accuracy among the ruled stand beside them. What is "
    "ruled in one step is ruled directly, in the player's own words, or as another question that is shown."
)


class RulingsPlan(GoldPlan):
    """The plan of a run.

    Attributes:
        lenient: whether flawed lines are left out.
        left_out: the number of lines that were, by flaw.
    """

    stories_hash: str | None
    lenient: bool
    left_out: Mapping[str, int]


def referee_report(plan: RulingsPlan, rows: Sequence[ScoredRuling]) -> Report:
    """Write the report of a run of questions.

    Args:
        plan: of the run.
        rows: one for each question.
    """
    figures = grouped_ruling_figures(rows, plan["seed"])
    whole, groups = figures.whole, figures.groups()
    left_out = ", ".join(f"{n} {flaw}" for flaw, n in plan["left_out"].items()) or "nothing"
    header = report_header(
        plan, f"{whole.n} questions on {describe_story_count(whole.stories)}", **{"Left out": left_out}
    )
    head = ["", *(f"{name} ({group.n})" for name, group in groups.items())]
    plot = bars(whole.measured.plotted({key: SHOWN[key] for key in _CHART}), "share")
    sections = [
        ReportSection("Rulings", head, figures_table(groups, SHOWN), plot, _NOTE, in_paper=True),
        _confusion(whole),
        _calibration(whole),
        _costs(groups),
        *_errors(whole),
    ]
    return Report("A referee against gold rulings", header, sections, {"plan": plan, **figures.to_json()})


_CHART = ("coverage", "direct", "accuracy_ruled", "exact", "binary", "macro_f1", "irrelevant_recall")


def _confusion(figures: RulingFigures) -> ReportSection:
    given = (*LABELS, "none")
    rows = [[gold, *(str(figures.confusion[gold][one]) for one in given)] for gold in LABELS]
    note = "Rows are the gold rulings, columns what was given."
    return ReportSection("Confusion", ["gold", *given], rows, note=note)


def _calibration(figures: RulingFigures) -> ReportSection:
    rows = [
        [f"{one.least:.1f} and more", str(one.n), number(one.confidence), number(one.accuracy)]
        for one in figures.calibration
    ]
    note = f"Expected calibration error {number(figures.calibration_error, 3)}."
    return ReportSection(
        "Calibration", ["stated confidence", "ruled", "mean confidence", "accuracy"], rows, note=note
    )


def _costs(groups: Mapping[str, RulingFigures]) -> ReportSection:
    rows = [
        [name, str(own.calls), str(own.tokens), number(own.median_ms, 1), number(own.p95_ms, 1)]
        for name, own in groups.items()
    ]
    return ReportSection("What it took", ["", "calls", "tokens", "median ms", "95th percentile ms"], rows)


def _errors(figures: RulingFigures) -> list[ReportSection]:
    return [
        ReportSection(
            f"Errors: {kind} ({len(errors)})",
            ["story", "question"],
            [[error.story, error.text] for error in errors[:_LISTED]],
        )
        for kind, errors in figures.errors.items()
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
    *("misread", "opposite", "gives_away", "reach", "false_yes", "false_no", "irrelevant_recall"),
)
REFEREE_RUN = RunKind(
    TypeAdapter(ScoredRuling), referee_report, {name: MEASURES[name] for name in _COMPARED}, tallies
)


def answers_of(games: Sequence[PlayedGame]) -> list[ScoredRuling]:
    """Return the answers of all games."""
    return [answer for game in games for answer in game.answers]


GAMES_RUN = RunKind(
    TypeAdapter(PlayedGame),
    lambda plan, games: referee_report(plan, answers_of(games)),
    REFEREE_RUN.measures,
    lambda games: tallies(answers_of(games)),
)
