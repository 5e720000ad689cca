"""What the groups of `echoes bench consistency` come to."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
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
    again. `contradiction` is the share of all these pairs, `contradiction_direct` that of the pairs of
    which both were ruled in the words that were asked, and not as another question that was shown.
    `coverage` is the share that was ruled, `direct` the share that was ruled in its own words; `wrong` and
    `direct_wrong` the shares of these that are not as the group says.

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

    def pair(kind: str, one: _Given, other: _Given, contrary: bool = False) -> None:
        if one.ruling is None or other.ruling is None:
            return
        wanted = _CONTRARY.get(one.ruling, one.ruling) if contrary else one.ruling
        apart, direct = wanted != other.ruling, not (one.ruled_as or other.ruled_as)
        found.update({f"{kind} pairs": 1, kind: apart, "pairs": 1, "contradiction": apart})
        found.update({"direct pairs": direct, "direct contradiction": direct and apart})

    forward, backward = _given(row.forward, row.forward_as), _given(row.backward, row.backward_as)
    for asked in (forward, backward):
        same, opposite = asked[: row.same], asked[row.same :]
        for one, other in combinations(same, 2):
            pair("paraphrase", one, other)
        for one, other in product(same, opposite):
            pair("negation", one, other, contrary=True)
        found.update(_against_gold(row, asked))
    for one, other in zip(forward, backward, strict=True):
        pair("order", one, other)
    pair("again", forward[0], _Given(row.again, row.again_as))
    return found


@dataclass(frozen=True)
class _Given:
    ruling: str | None
    ruled_as: bool


def _given(rulings: Sequence[str | None], ruled_as: Sequence[bool]) -> list[_Given]:
    """Rulings with whether they are on another question; in older runs none is."""
    return [_Given(*one) for one in zip(rulings, ruled_as or [False] * len(rulings), strict=True)]


def _against_gold(row: Answered, asked: Sequence[_Given]) -> dict[str, int]:
    contrary = _CONTRARY.get(row.ruling, row.ruling)
    ruled = [
        (one, row.ruling if number < row.same else contrary)
        for number, one in enumerate(asked)
        if one.ruling is not None
    ]
    direct = [one.ruling != gold for one, gold in ruled if not one.ruled_as]
    return {
        "asked": len(asked),
        "ruled": len(ruled),
        "wrong": sum(one.ruling != gold for one, gold in ruled),
        "direct": len(direct),
        "direct wrong": sum(direct),
    }


MEASURES: Mapping[str, Measure] = {
    "contradiction": share_of("contradiction", "pairs"),
    "paraphrase": share_of("paraphrase", "paraphrase pairs"),
    "negation": share_of("negation", "negation pairs"),
    "order": share_of("order", "order pairs"),
    "again": share_of("again", "again pairs"),
    "contradiction_direct": share_of("direct contradiction", "direct pairs"),
    "coverage": share_of("ruled", "asked"),
    "wrong": share_of("wrong", "ruled"),
    "direct": share_of("direct", "asked"),
    "direct_wrong": share_of("direct wrong", "direct"),
}
"""What is given an interval, by name."""

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
