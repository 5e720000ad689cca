"""The figures of a judge of final answers and hints."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from echoes.bench.runs.figures import Grouped, Measured, by_set, measure
from echoes.bench.runs.intervals import Measure, Tally, rounded, share, tallies_by
from echoes.bench.situation_puzzle.verdicts.gold_texts import Kind
from echoes.bench.situation_puzzle.verdicts.judging import JudgedText


@dataclass(frozen=True)
class KindFigures:
    """The figures of one kind of text: how many there are, and the measures by name."""

    n: int
    values: Mapping[str, float | None]


@dataclass(frozen=True)
class OverratedAnswer:
    """An answer that was judged better than it is, and SOLVED or CLOSE."""

    story: str
    lang: str
    kind: str
    verdict: str | None
    text: str


@dataclass(frozen=True)
class VerdictFigures:
    """The figures of a judge.

    Attributes:
        set: `hypotheses` or `hints`.
        n, stories: texts, and the stories they are on.
        measured: by the names of `MEASURES`.
        by_kind: of each kind of text.
        too_good: the overrated answers.
        calls, tokens: totals.
    """

    set: Kind
    n: int
    stories: int
    measured: Measured
    by_kind: Mapping[str, KindFigures]
    too_good: Sequence[OverratedAnswer]
    calls: int
    tokens: int

    def to_json(self) -> dict[str, Any]:
        """Return them as a flat JSON object."""
        own = {key: value for key, value in vars(self).items() if key != "measured"}
        by_kind = {name: {"n": found.n, **found.values} for name, found in self.by_kind.items()}
        too_good = [asdict(one) for one in self.too_good]
        return {**own, "by_kind": by_kind, "too_good": too_good, **self.measured.to_json()}


def verdict_figures(kind: Kind, rows: Sequence[JudgedText], seed: int = 0) -> VerdictFigures:
    """Compute all figures, with 95% intervals by bootstrap over stories.

    For answers: `exact` (the right verdict; none, where not all of it was followed, is right for an answer
    that is WRONG), `false_solved` and `false_close` (the shares of the answers that deserve neither SOLVED
    nor CLOSE that got it; the first counts those that deserve CLOSE too), `false_wrong` (the share of the
    right ones that were judged WRONG), `solved_in_words` (the share of them that were judged SOLVED as they
    stand), `unread` (the share that was not followed as a whole, and is put together instead), `filled` (the
    share of the gaps that the words of unread right answers fill), `filled_right` (the share of these that
    they fill with the right choice). For hints: `leak_recall`
    (the share of leaks in which a fact was found), `false_alarm` (the share of the others). For
    both: precision and recall of facts.

    Args:
        kind: of the gold set.
        rows: one for each text.
        seed: of the resampling.
    """
    measures = MEASURES[kind]
    stories = tallies(rows)
    kinds = tallies_by(rows, lambda row: row.kind, _tally)
    return VerdictFigures(
        set=kind,
        n=len(rows),
        stories=len(stories),
        measured=measure(stories, measures, seed),
        by_kind={
            name: KindFigures(
                int(found["n"]), {key: rounded(compute(found)) for key, compute in measures.items()}
            )
            for name, found in sorted(kinds.items())
        },
        too_good=[
            OverratedAnswer(row.story, row.lang, row.kind, row.verdict, row.text)
            for row in rows
            if row.verdict in ("SOLVED", "CLOSE") and row.gold not in ("SOLVED", row.verdict)
        ],
        calls=sum(row.model_calls for row in rows),
        tokens=sum(row.tokens for row in rows),
    )


def grouped_verdict_figures(kind: Kind, rows: Sequence[JudgedText], seed: int) -> Grouped[VerdictFigures]:
    """Compute the figures of all rows, of each language, and of each part of the gold suite."""
    return by_set(rows, lambda own: verdict_figures(kind, own, seed))


def tallies(rows: Sequence[JudgedText]) -> Mapping[str, Tally]:
    """Return the counts on each story, its languages together."""
    return tallies_by(rows, lambda row: row.story, _tally)


def _tally(row: JudgedText) -> Counter[str]:
    both = len({*row.wanted} & {*row.covered})
    solved = row.gold == "SOLVED"
    leaks = row.kind == "leak"
    low = row.gold not in ("SOLVED", "CLOSE")
    return Counter(
        {
            "n": 1,
            "right": row.verdict == row.gold or (row.unread and row.gold == "WRONG"),
            "to solve": solved,
            "solved": solved and row.verdict == "SOLVED",
            "refused": solved and row.verdict == "WRONG",
            "gaps": row.gaps if solved else 0,
            "filled": row.filled if solved else 0,
            "rightly filled": row.rightly_filled if solved else 0,
            "low": low,
            "false close": low and row.verdict == "CLOSE",
            "unread": row.unread,
            "not to solve": not solved,
            "false solved": not solved and row.verdict == "SOLVED",
            "leaks": leaks,
            "leaks found": leaks and bool(row.covered),
            "harmless": not leaks,
            "alarms": not leaks and bool(row.covered),
            "both": both,
            "wanted": len(row.wanted),
            "covered": len(row.covered),
        }
    )


_FACTS: Mapping[str, Measure] = {
    "fact_precision": share("both", "covered"),
    "fact_recall": share("both", "wanted"),
}
_ANSWERS: Mapping[str, Measure] = {
    "exact": share("right", "n"),
    "false_solved": share("false solved", "not to solve"),
    "false_close": share("false close", "low"),
    "false_wrong": share("refused", "to solve"),
    "solved_in_words": share("solved", "to solve"),
    "unread": share("unread", "n"),
    "filled": share("filled", "gaps"),
    "filled_right": share("rightly filled", "filled"),
    **_FACTS,
}
_HINTS: Mapping[str, Measure] = {
    "leak_recall": share("leaks found", "leaks"),
    "false_alarm": share("alarms", "harmless"),
    **_FACTS,
}
MEASURES: Mapping[Kind, Mapping[str, Measure]] = {"hypotheses": _ANSWERS, "hints": _HINTS}
"""The measures of each kind of gold set, by name."""
