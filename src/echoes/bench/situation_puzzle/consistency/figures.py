"""The figures of contradictions of a referee with itself."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, product
from typing import Any

from echoes.bench.runs.figures import Grouped, Measured, by_language, measure
from echoes.bench.runs.intervals import Measure, Tally, share, sum_tallies, tallies_by
from echoes.bench.situation_puzzle.consistency.asking import GroupRulings

_CONTRARY = {"YES": "NO", "NO": "YES"}


@dataclass(frozen=True)
class ConsistencyFigures:
    """The figures of a referee's consistency.

    Attributes:
        groups, stories: groups of wordings, and the stories they are on.
        pairs: pairs of which both were ruled.
        measured: by the names of `MEASURES`.
    """

    groups: int
    stories: int
    pairs: int
    measured: Measured

    def to_json(self) -> dict[str, Any]:
        """Return them as a flat JSON object."""
        counts = {"groups": self.groups, "stories": self.stories, "pairs": self.pairs}
        return {**counts, **self.measured.to_json()}


def consistency_figures(rows: Sequence[GroupRulings], seed: int = 0) -> ConsistencyFigures:
    """Compute all figures, with 95% intervals by bootstrap over stories.

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
    pairs = int(sum_tallies(stories.values()).get("pairs", 0))
    return ConsistencyFigures(len(rows), len(stories), pairs, measure(stories, MEASURES, seed))


def grouped_consistency_figures(rows: Sequence[GroupRulings], seed: int) -> Grouped[ConsistencyFigures]:
    """Compute the figures of all rows and of each language."""
    return by_language(rows, lambda own: consistency_figures(own, seed))


def tallies(rows: Sequence[GroupRulings]) -> Mapping[str, Tally]:
    """Return the counts on each story, its languages together."""
    return tallies_by(rows, lambda row: row.story, _tally)


def _tally(row: GroupRulings) -> Counter[str]:
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
    """Pair rulings with whether they are on another question; none is where nothing says so."""
    return [_Given(*one) for one in zip(rulings, ruled_as or [False] * len(rulings), strict=True)]


def _against_gold(row: GroupRulings, asked: Sequence[_Given]) -> dict[str, int]:
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
    "contradiction": share("contradiction", "pairs"),
    "paraphrase": share("paraphrase", "paraphrase pairs"),
    "negation": share("negation", "negation pairs"),
    "order": share("order", "order pairs"),
    "again": share("again", "again pairs"),
    "contradiction_direct": share("direct contradiction", "direct pairs"),
    "coverage": share("ruled", "asked"),
    "wrong": share("wrong", "ruled"),
    "direct": share("direct", "asked"),
    "direct_wrong": share("direct wrong", "direct"),
}
"""The measures by name."""
