"""What the groups of `echoes bench consistency` come to."""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations, product
from typing import Any

from pydantic import TypeAdapter

from echoes.bench.referees.consistency import Answered
from echoes.bench.runs.benchmark import Benchmark
from echoes.bench.runs.charts import bars
from echoes.bench.runs.intervals import Measure, Tally, bootstrap, rounded, share_of, tallies_by, total
from echoes.bench.runs.report import Part, Report, by_language, chart, stories, table, told_of

_CONTRARY = {"YES": "NO", "NO": "YES"}


def consistency_figures(rows: Sequence[Answered], seed: int = 0) -> dict[str, Any]:
    """All figures, with 95 % intervals by bootstrap over stories.

    Each is a share of the pairs of which both were ruled: `paraphrase` that two wordings of one thing
    got different rulings, `negation` that a wording and a contrary one did not get contrary rulings,
    `order` that one wording was ruled otherwise in the other order, `again` that it was when asked
    again. `contradiction` is the share of all these pairs. `coverage` is the share that was ruled;
    `wrong` the share of the ruled that is not as the group says.

    Args:
        rows: one for each group.
        seed: of the resampling.
    """
    stories = tallies(rows)
    tally = total(stories.values())
    return {
        "groups": len(rows),
        "stories": len(stories),
        "pairs": int(tally.get("pairs", 0)),
        **{name: rounded(measure(tally)) for name, measure in MEASURES.items()},
        "intervals": bootstrap(stories, MEASURES, seed),
    }


def tallies(rows: Sequence[Answered]) -> Mapping[str, Tally]:
    """What was counted on each story, its languages together."""
    return tallies_by(rows, lambda row: row.story, _tally)


def _tally(row: Answered) -> Counter[str]:
    found: Counter[str] = Counter()

    def pair(kind: str, one: str | None, other: str | None, contrary: bool = False) -> None:
        if one is None or other is None:
            return
        wanted = _CONTRARY.get(one, one) if contrary else one
        apart = wanted != other
        found.update({f"{kind} pairs": 1, kind: apart, "pairs": 1, "contradiction": apart})

    for asked in (row.forward, row.backward):
        same, opposite = asked[: row.same], asked[row.same :]
        for one, other in combinations(same, 2):
            pair("paraphrase", one, other)
        for one, other in product(same, opposite):
            pair("negation", one, other, contrary=True)
        wanted = [*[row.ruling] * len(same), *[_CONTRARY.get(row.ruling, row.ruling)] * len(opposite)]
        ruled = [(given, gold) for given, gold in zip(asked, wanted, strict=True) if given is not None]
        found.update(
            {"asked": len(asked), "ruled": len(ruled), "wrong": sum(given != gold for given, gold in ruled)}
        )
    for one, other in zip(row.forward, row.backward, strict=True):
        pair("order", one, other)
    pair("again", row.forward[0], row.again)
    return found


MEASURES: Mapping[str, Measure] = {
    "contradiction": share_of("contradiction", "pairs"),
    "paraphrase": share_of("paraphrase", "paraphrase pairs"),
    "negation": share_of("negation", "negation pairs"),
    "order": share_of("order", "order pairs"),
    "again": share_of("again", "again pairs"),
    "coverage": share_of("ruled", "asked"),
    "wrong": share_of("wrong", "ruled"),
}
"""What is given an interval, by name."""

SHOWN = {
    "contradiction": "contradictions",
    "paraphrase": "between paraphrases",
    "negation": "between contraries",
    "order": "in another order",
    "again": "when asked again",
    "coverage": "ruled",
    "wrong": "wrong among the ruled",
}
"""The figures that are shown, in their order, each with what it is called."""
_NOTE = (
    "Shares of the pairs of which both were ruled; what stands at the end of a session counts. Intervals are "
    "95 %, by bootstrap over stories."
)


def figures_of(rows: Sequence[Answered], seed: int) -> dict[str, Any]:
    """The figures of all rows, and of each language under `languages`."""
    return by_language(rows, lambda own: consistency_figures(own, seed))


def consistency_report(plan: Mapping[str, Any], rows: Sequence[Answered]) -> Report:
    """The report.

    Args:
        plan: of the run.
        rows: one for each group.
    """
    found = figures_of(rows, int(plan["seed"]))
    groups: dict[str, Any] = {"all": found, **found["languages"]}
    told = told_of(plan, Gold=f"{plan['gold']}, {found['groups']} groups on {stories(found['stories'])}")
    head = ["", *(f"{name} ({group['pairs']} pairs)" for name, group in groups.items())]
    plot = bars(chart(found, SHOWN), "share")
    parts = [Part("Contradictions", head, table(groups, SHOWN), plot, _NOTE, in_paper=True)]
    return Report("Does a referee contradict itself?", told, parts, {"plan": plan, **found})


BENCHMARK = Benchmark(TypeAdapter(Answered), consistency_report, MEASURES, tallies)
