"""The figures of a referee against gold rulings."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from echoes.bench.runs.figures import Grouped, Measured, by_set, measure
from echoes.bench.runs.intervals import Measure, Tally, mean, ratio, rounded, share, sum_tallies, tallies_by
from echoes.bench.situation_puzzle.rulings.rows import LABELS, ScoredRuling

_BINS = 10


def _tally(row: ScoredRuling) -> Counter[str]:
    """Return the counts of one answer."""
    found: Counter[str] = Counter({"n": 1, f"{row.gold}>{row.given}": 1, f"{row.gold}>": 1})
    found.update(_ruled_how(row))
    found["asked back"] = row.asked_back
    found["silent"] = row.given is None and not row.offered
    found["unparsable"] = row.unparsable
    found["opposite"] = row.opposite
    found.update({"shown": row.shown, "giveaways": len(row.gives_away)})
    if row.settled is not None:
        found["could reach"], found["reached"] = 1, row.reached
    if row.answerable:
        found["answerable"], found["answerable reached"] = 1, row.reached
    if row.gold == "YES" == row.given and row.wanted_facts is not None and row.facts is not None:
        wanted, given = {*row.wanted_facts}, {*row.facts}
        found.update({"facts both": len(wanted & given), "facts": len(given), "facts wanted": len(wanted)})
    return found


def _ruled_how(row: ScoredRuling) -> dict[str, int]:
    """Count a ruling on the player's own words, or on a question that was shown, and its errors."""
    if row.direct:
        return {"direct": 1, "direct wrong": not row.right}
    if not row.ruled_as:
        return {}
    read = row.misread is not None
    return {"as": 1, "as wrong": not row.right, "as read": read, "misread": read and row.misread is True}


def _given(tally: Tally, given: str, gold: Sequence[str] = LABELS) -> float:
    return sum(tally.get(f"{one}>{given}", 0) for one in gold)


def _right(tally: Tally, labels: Sequence[str] = LABELS) -> float:
    return sum(tally.get(f"{label}>{label}", 0) for label in labels)


def _of(tally: Tally, labels: Sequence[str] = LABELS) -> float:
    return sum(tally.get(f"{label}>", 0) for label in labels)


def _ruled(tally: Tally) -> float:
    return sum(_given(tally, label) for label in LABELS)


def _macro_f1(tally: Tally) -> float | None:
    there = [label for label in LABELS if tally.get(f"{label}>", 0)]
    return mean(
        [
            2 * tally.get(f"{label}>{label}", 0) / (tally.get(f"{label}>", 0) + _given(tally, label))
            for label in there
        ]
    )


_NOT_YES = LABELS[1:]
_THREE = ("YES", "NO", "IRRELEVANT")

MEASURES: Mapping[str, Measure] = {
    "binary": lambda t: ratio(
        t.get("YES>YES", 0) + sum(_given(t, label, _NOT_YES) for label in _NOT_YES), t.get("n", 0)
    ),
    "exact": lambda t: ratio(_right(t), t.get("n", 0)),
    "exact_three": lambda t: ratio(_right(t, _THREE), _of(t, _THREE)),
    "macro_f1": _macro_f1,
    "coverage": lambda t: ratio(_ruled(t), t.get("n", 0)),
    "accuracy_ruled": lambda t: ratio(_right(t), _ruled(t)),
    "wrong": lambda t: ratio(_ruled(t) - _right(t), _ruled(t)),
    "opposite": lambda t: ratio(t.get("opposite", 0), _ruled(t)),
    "direct": share("direct", "n"),
    "direct_wrong": share("direct wrong", "direct"),
    "ruled_as": share("as", "n"),
    "ruled_as_wrong": share("as wrong", "as"),
    "misread": share("misread", "as read"),
    "false_yes": lambda t: ratio(_given(t, "YES", _NOT_YES), _ruled(t)),
    "false_no": lambda t: ratio(_given(t, "NO", ("YES", "YES AND NO")), _ruled(t)),
    "irrelevant_recall": lambda t: ratio(t.get("IRRELEVANT>IRRELEVANT", 0), t.get("IRRELEVANT>", 0)),
    "reach": lambda t: ratio(t.get("reached", 0), t.get("could reach", 0)),
    "reach_answerable": share("answerable reached", "answerable"),
    "gives_away": share("giveaways", "shown"),
    "asked_back": lambda t: ratio(t.get("asked back", 0), t.get("n", 0)),
    "silent": lambda t: ratio(t.get("silent", 0), t.get("n", 0)),
    "unparsable_rate": lambda t: ratio(t.get("unparsable", 0), t.get("n", 0)),
    "fact_precision": lambda t: ratio(t.get("facts both", 0), t.get("facts", 0)),
    "fact_recall": lambda t: ratio(t.get("facts both", 0), t.get("facts wanted", 0)),
}
"""The figures of any sample of stories, by name; docs/benchmarks.md defines each."""


@dataclass(frozen=True)
class WrongRuling:
    """A question that was ruled wrong, or whose reply could not be read."""

    story: str
    text: str


@dataclass(frozen=True)
class ConfidenceBin:
    """The ruled questions of one bin of stated confidence.

    Attributes:
        least: the lower edge of the bin.
        n: how many.
        confidence: the mean stated.
        accuracy: the share that is right.
    """

    least: float
    n: int
    confidence: float
    accuracy: float

    def to_json(self) -> dict[str, float]:
        """Return it as a JSON object."""
        return {"from": self.least, "n": self.n, "confidence": self.confidence, "accuracy": self.accuracy}


@dataclass(frozen=True)
class RulingFigures:
    """The figures of a referee.

    Attributes:
        n, stories: questions, and the stories they are on.
        ruled, unparsable: numbers of questions.
        measured: by the names of `MEASURES`.
        median_ms, p95_ms: milliseconds a question.
        calls, tokens: totals.
        confusion: numbers by gold label and given label, `none` for no ruling.
        calibration: bins of stated confidence.
        calibration_error: the expected calibration error; None where no confidence was stated.
        errors: by kind, as `gold → given`.
    """

    n: int
    stories: int
    ruled: int
    unparsable: int
    measured: Measured
    median_ms: float
    p95_ms: float
    calls: int
    tokens: int
    confusion: Mapping[str, Mapping[str, int]]
    calibration: Sequence[ConfidenceBin]
    calibration_error: float | None
    errors: Mapping[str, Sequence[WrongRuling]]

    def to_json(self) -> dict[str, Any]:
        """Return them as a flat JSON object."""
        own = {key: value for key, value in vars(self).items() if key != "measured"}
        calibration = [one.to_json() for one in self.calibration]
        errors = {kind: [asdict(one) for one in found] for kind, found in self.errors.items()}
        return {**own, "calibration": calibration, "errors": errors, **self.measured.to_json()}


def ruling_figures(rows: Sequence[ScoredRuling], seed: int = 0) -> RulingFigures:
    """Compute all figures, with 95% intervals by bootstrap over stories; None where none was ruled.

    `exact` (over the labels that there are), `exact_three` (over the questions whose gold is not YES AND
    NO) and `binary` (YES against the rest) count an abstention and an unparsable reply as wrong.
    `coverage` is the share that was ruled in one step: `direct`, in the player's own words, or
    `ruled_as` an authored question that was shown. `direct_wrong` and `ruled_as_wrong` are the shares of
    these whose ruling is not the gold one, `misread` the share of the latter whose shown question does
    not settle the player's.
    `false_yes` is the share of the ruled that were ruled YES though the gold is another; `false_no`
    the share ruled NO though the gold is YES or YES AND NO. `wrong` is the share of the ruled
    whose ruling is not the gold one, `opposite` the share ruled YES where the gold is NO or the other way
    round. `gives_away` is the share of the authored questions shown that tell something new. `reach` is
    the share that was ruled right in the player's own words, or was shown a question that settles it,
    among the questions of which the gold set says what settles them; `reach_answerable` is the same over
    those that some authored ruling settles.
    `fact_precision` and `fact_recall` are over the facts of rightly ruled YES.

    Args:
        rows: one per question.
        seed: of the resampling.
    """
    times = sorted(row.elapsed_ms for row in rows)
    stories = tallies(rows)
    bins = _bins(rows)
    return RulingFigures(
        n=len(rows),
        stories=len(stories),
        ruled=int(_ruled(sum_tallies(stories.values()))),
        unparsable=sum(row.unparsable for row in rows),
        measured=measure(stories, MEASURES, seed),
        median_ms=times[len(times) // 2] if times else 0.0,
        p95_ms=times[int(len(times) * 0.95)] if times else 0.0,
        calls=sum(row.model_calls for row in rows),
        tokens=sum(row.tokens for row in rows),
        confusion=_confusion(rows),
        calibration=bins,
        calibration_error=rounded(_calibration_error(bins)),
        errors=_errors(rows),
    )


def grouped_ruling_figures(rows: Sequence[ScoredRuling], seed: int) -> Grouped[RulingFigures]:
    """Compute the figures of all rows, of each language, and of each part of the gold suite."""
    return by_set(rows, lambda own: ruling_figures(own, seed))


def tallies(rows: Sequence[ScoredRuling]) -> dict[str, Tally]:
    """Return the counts on each story, its languages together."""
    return tallies_by(rows, lambda row: row.story, _tally)


def _errors(rows: Sequence[ScoredRuling]) -> dict[str, list[WrongRuling]]:
    """List the wrong and the unreadable by kind, the most frequent kind first."""
    found: dict[str, list[WrongRuling]] = {}
    for row in rows:
        if not row.right and (row.given is not None or row.unparsable):
            kind = f"{row.gold} → {row.given or 'unparsable'}"
            found.setdefault(kind, []).append(WrongRuling(row.story, row.text))
    return dict(sorted(found.items(), key=lambda pair: -len(pair[1])))


def _confusion(rows: Sequence[ScoredRuling]) -> dict[str, dict[str, int]]:
    counts = Counter((row.gold, row.given or "none") for row in rows)
    given = (*LABELS, "none")
    return {gold: {label: counts[gold, label] for label in given} for gold in LABELS}


def _bins(rows: Sequence[ScoredRuling]) -> list[ConfidenceBin]:
    """Sort the ruled by stated confidence into bins of equal width."""
    bins: dict[int, list[ScoredRuling]] = {}
    for row in rows:
        if row.given is not None and row.confidence is not None:
            bins.setdefault(min(int(row.confidence * _BINS), _BINS - 1), []).append(row)
    return [
        ConfidenceBin(
            number / _BINS,
            len(found),
            round(sum(row.confidence or 0.0 for row in found) / len(found), 6),
            round(sum(row.right for row in found) / len(found), 6),
        )
        for number, found in sorted(bins.items())
    ]


def _calibration_error(bins: Sequence[ConfidenceBin]) -> float | None:
    """Return the expected calibration error (Guo et al. 2017)."""
    apart = sum(one.n * abs(one.confidence - one.accuracy) for one in bins)
    return ratio(apart, sum(one.n for one in bins))
