"""Scores of a referee against gold rulings."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import Field

from echoes.bench.runs.intervals import (
    Measure,
    Tally,
    bootstrap,
    mean,
    ratio,
    rounded,
    share_of,
    tallies_by,
    total,
)

LABELS = ("YES", "NO", "YES AND NO", "IRRELEVANT")
_BINS = 10
_Label = Annotated[str, Field(pattern=f"^({'|'.join(LABELS)})$")]
_Count = Annotated[int, Field(ge=0)]
_Amount = Annotated[float, Field(ge=0, allow_inf_nan=False)]


@dataclass(frozen=True, slots=True)
class Scored:
    """One answer beside its gold ruling; `given` is None for an abstention.

    Attributes:
        offered: the rulings of the options that were offered instead, or beside the ruling.
        settled: whether one of these options, or the question that it was ruled as, settles it; None
            where the gold set does not say which would.
        unparsable: a reply was there, and no ruling could be read from it.
        wanted_facts, facts: what the ruling should rest on, and what it was said to carry; None where
            nobody has looked, or nothing was ruled.
        ruled_as: the authored question that was ruled on in place of the player's and shown; empty where
            none was.
        misread: whether that one fails to settle the player's; None where the gold set does not say, or a
            compound question was ruled as several.
        set: the part of the gold suite that it is from; empty for the first.
        answerable: whether an authored ruling settles it at all; None where nobody has looked.
    """

    story: str
    gold: _Label
    given: _Label | None
    offered: tuple[str, ...] = ()
    settled: bool | None = None
    lang: str | None = None
    unparsable: bool = False
    elapsed_ms: _Amount = 0.0
    text: str = ""
    confidence: Annotated[float, Field(ge=0, le=1)] | None = None
    model_calls: _Count = 0
    tokens: _Count = 0
    wanted_facts: tuple[str, ...] | None = None
    facts: tuple[str, ...] | None = None
    ruled_as: str = ""
    misread: bool | None = None
    set: str = ""
    answerable: bool | None = None

    @property
    def right(self) -> bool:
        """Whether the ruling is the gold one."""
        return self.given == self.gold

    @property
    def direct(self) -> bool:
        """Whether the player's own words were ruled on."""
        return self.given is not None and not self.ruled_as

    @property
    def asked_back(self) -> bool:
        """Whether questions were offered in place of a ruling."""
        return self.given is None and bool(self.offered)

    @property
    def reached(self) -> bool:
        """Whether a ruling that settles the question was given, or one of the questions shown would."""
        if self.direct or (self.ruled_as and self.misread is None):
            return self.right or bool(self.settled)
        return bool(self.settled)


def _tally(row: Scored) -> Counter[str]:
    """What one answer counts for."""
    found: Counter[str] = Counter({"n": 1, f"{row.gold}>{row.given}": 1, f"{row.gold}>": 1})
    found.update(_ruled_how(row))
    found["asked back"] = row.asked_back
    found["silent"] = row.given is None and not row.offered
    found["unparsable"] = row.unparsable
    if row.settled is not None:
        found["could reach"], found["reached"] = 1, row.reached
    if row.answerable:
        found["answerable"], found["answerable reached"] = 1, row.reached
    if row.gold == "YES" == row.given and row.wanted_facts is not None and row.facts is not None:
        wanted, given = {*row.wanted_facts}, {*row.facts}
        found.update({"facts both": len(wanted & given), "facts": len(given), "facts wanted": len(wanted)})
    return found


def _ruled_how(row: Scored) -> dict[str, int]:
    """In the player's own words, or as a question that was shown; and what was wrong with it."""
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
    "direct": share_of("direct", "n"),
    "direct_wrong": share_of("direct wrong", "direct"),
    "ruled_as": share_of("as", "n"),
    "ruled_as_wrong": share_of("as wrong", "as"),
    "misread": share_of("misread", "as read"),
    "false_yes": lambda t: ratio(_given(t, "YES", _NOT_YES), _ruled(t)),
    "false_no": lambda t: ratio(_given(t, "NO", ("YES", "YES AND NO")), _ruled(t)),
    "irrelevant_recall": lambda t: ratio(t.get("IRRELEVANT>IRRELEVANT", 0), t.get("IRRELEVANT>", 0)),
    "reach": lambda t: ratio(t.get("reached", 0), t.get("could reach", 0)),
    "reach_answerable": share_of("answerable reached", "answerable"),
    "asked_back": lambda t: ratio(t.get("asked back", 0), t.get("n", 0)),
    "silent": lambda t: ratio(t.get("silent", 0), t.get("n", 0)),
    "unparsable_rate": lambda t: ratio(t.get("unparsable", 0), t.get("n", 0)),
    "fact_precision": lambda t: ratio(t.get("facts both", 0), t.get("facts", 0)),
    "fact_recall": lambda t: ratio(t.get("facts both", 0), t.get("facts wanted", 0)),
}
"""What is computed of any sample of stories, by name; docs/benchmarks.md says what each is."""


def ruling_figures(rows: Sequence[Scored], seed: int = 0) -> dict[str, Any]:
    """All figures, with 95 % intervals by bootstrap over stories; None where none was ruled.

    `exact` (over the labels that there are), `exact_three` (over the questions whose gold is not YES AND
    NO) and `binary` (YES against the rest) count an abstention and an unparsable reply as wrong.
    `coverage` is the share that was ruled in one step: `direct`, in the player's own words, or
    `ruled_as` an authored question that was shown. `direct_wrong` and `ruled_as_wrong` are the shares of
    these whose ruling is not the gold one, `misread` the share of the latter whose shown question does
    not settle the player's.
    `false_yes` is the share of the ruled that were ruled YES though the gold is another; `false_no`
    the share ruled NO though the gold is YES or YES AND NO. `wrong` is the share of the ruled
    whose ruling is not the gold one. `reach` is the share that was ruled right in the player's own
    words, or was shown a question that settles it, among the questions of which the gold set says what
    settles them; `reach_answerable` is the same over those that some authored ruling settles.
    `fact_precision` and `fact_recall` are over the facts of rightly ruled YES.

    Args:
        rows: one per question.
        seed: of the resampling.
    """
    times = sorted(row.elapsed_ms for row in rows)
    stories = tallies(rows)
    tally = total(stories.values())
    return {
        "n": len(rows),
        "stories": len(stories),
        "ruled": int(_ruled(tally)),
        "unparsable": sum(row.unparsable for row in rows),
        **{name: rounded(measure(tally)) for name, measure in MEASURES.items()},
        "median_ms": times[len(times) // 2] if times else 0.0,
        "p95_ms": times[int(len(times) * 0.95)] if times else 0.0,
        "calls": sum(row.model_calls for row in rows),
        "tokens": sum(row.tokens for row in rows),
        "confusion": _confusion(rows),
        "calibration": (bins := _bins(rows)),
        "calibration_error": rounded(_calibration_error(bins)),
        "errors": errors(rows),
        "intervals": bootstrap(stories, MEASURES, seed),
    }


def tallies(rows: Sequence[Scored]) -> dict[str, Tally]:
    """What was counted on each story, its languages together."""
    return tallies_by(rows, lambda row: row.story, _tally)


def errors(rows: Sequence[Scored]) -> dict[str, list[dict[str, str]]]:
    """What was ruled wrong, or could not be read, listed by kind: `gold → given`."""
    found: dict[str, list[dict[str, str]]] = {}
    for row in rows:
        if not row.right and (row.given is not None or row.unparsable):
            kind = f"{row.gold} → {row.given or 'unparsable'}"
            found.setdefault(kind, []).append({"story": row.story, "text": row.text})
    return dict(sorted(found.items(), key=lambda pair: -len(pair[1])))


def _confusion(rows: Sequence[Scored]) -> dict[str, dict[str, int]]:
    counts = Counter((row.gold, row.given or "none") for row in rows)
    given = (*LABELS, "none")
    return {gold: {label: counts[gold, label] for label in given} for gold in LABELS}


def _bins(rows: Sequence[Scored]) -> list[dict[str, float]]:
    """The ruled by stated confidence, in bins of equal width: how many, how sure, how often right."""
    bins: dict[int, list[Scored]] = {}
    for row in rows:
        if row.given is not None and row.confidence is not None:
            bins.setdefault(min(int(row.confidence * _BINS), _BINS - 1), []).append(row)
    return [
        {
            "from": number / _BINS,
            "n": len(found),
            "confidence": round(sum(row.confidence or 0.0 for row in found) / len(found), 6),
            "accuracy": round(sum(row.right for row in found) / len(found), 6),
        }
        for number, found in sorted(bins.items())
    ]


def _calibration_error(bins: Sequence[Mapping[str, float]]) -> float | None:
    """The expected calibration error (Guo et al. 2017): how far confidence and accuracy lie apart."""
    apart = sum(one["n"] * abs(one["confidence"] - one["accuracy"]) for one in bins)
    return ratio(apart, sum(one["n"] for one in bins))
