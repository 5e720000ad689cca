"""What judged answers and hints come to."""

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from pydantic import TypeAdapter

from echoes.bench.referees.judging import Judged, Kind
from echoes.bench.runs.benchmark import Benchmark
from echoes.bench.runs.charts import bars
from echoes.bench.runs.intervals import Measure, Tally, bootstrap, rounded, share_of, tallies_by, total
from echoes.bench.runs.report import (
    Part,
    Report,
    by_language,
    by_set,
    chart,
    groups_of,
    number,
    stories,
    table,
    told_of,
)


def judging_figures(kind: Kind, rows: Sequence[Judged], seed: int = 0) -> dict[str, Any]:
    """All figures, with 95 % intervals by bootstrap over stories.

    For answers: `exact` (the verdict, once a truthful player has answered what was asked back; where nothing
    was followed and no verdict was given, that is right for an answer that is WRONG),
    `false_solved` and `false_close` (the shares of the answers that deserve neither SOLVED nor CLOSE that
    got it; the first counts those that deserve CLOSE too), `solved_recall` (the share of the right ones
    that were judged SOLVED), `solved_in_two` (the same, after two questions back at the most), `unread`
    (the share of which nothing was followed). For hints: `leak_recall`
    (the share of leaks in which a fact was found), `false_alarm` (the share of the others). For
    both: precision and recall of facts.

    Args:
        kind: of what.
        rows: one for each text.
        seed: of the resampling.
    """
    measures = MEASURES[kind]
    stories = tallies_by(rows, lambda row: row.story, _tally)
    kinds = tallies_by(rows, lambda row: row.kind, _tally)
    tally = total(stories.values())
    return {
        "set": kind,
        "n": len(rows),
        "stories": len(stories),
        **{name: rounded(measure(tally)) for name, measure in measures.items()},
        "by_kind": {
            name: {
                "n": int(found["n"]),
                **{key: rounded(measure(found)) for key, measure in measures.items()},
            }
            for name, found in sorted(kinds.items())
        },
        "too_good": _too_good(rows),
        "calls": sum(row.model_calls for row in rows),
        "tokens": sum(row.tokens for row in rows),
        "intervals": bootstrap(stories, measures, seed),
    }


def _too_good(rows: Sequence[Judged]) -> list[dict[str, str | None]]:
    """The answers that were judged better than they are, and SOLVED or CLOSE."""
    return [
        {"story": row.story, "lang": row.lang, "kind": row.kind, "verdict": row.verdict, "text": row.text}
        for row in rows
        if row.verdict in ("SOLVED", "CLOSE") and row.gold not in ("SOLVED", row.verdict)
    ]


def _tally(row: Judged) -> Counter[str]:
    both = len({*row.wanted} & {*row.covered})
    solved = row.gold == "SOLVED"
    leaks = row.kind == "leak"
    low = row.gold not in ("SOLVED", "CLOSE")
    return Counter(
        {
            "n": 1,
            "right": row.verdict == row.gold or (row.unread and row.gold == "WRONG"),
            "asked back": row.asked_back,
            "to solve": solved,
            "solved": solved and row.verdict == "SOLVED",
            "counted": solved and row.rounds is not None,
            "solved in two": solved and row.verdict == "SOLVED" and 0 <= _rounds(row) <= _FEW_ROUNDS,
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


def _rounds(row: Judged) -> int:
    return -1 if row.rounds is None else row.rounds


_FEW_ROUNDS = 2
_FACTS: Mapping[str, Measure] = {
    "fact_precision": share_of("both", "covered"),
    "fact_recall": share_of("both", "wanted"),
}
_ANSWERS: Mapping[str, Measure] = {
    "exact": share_of("right", "n"),
    "false_solved": share_of("false solved", "not to solve"),
    "false_close": share_of("false close", "low"),
    "solved_recall": share_of("solved", "to solve"),
    "solved_in_two": share_of("solved in two", "counted"),
    "asked_back": share_of("asked back", "n"),
    "unread": share_of("unread", "n"),
    **_FACTS,
}
_HINTS: Mapping[str, Measure] = {
    "leak_recall": share_of("leaks found", "leaks"),
    "false_alarm": share_of("alarms", "harmless"),
    **_FACTS,
}
MEASURES: Mapping[Kind, Mapping[str, Measure]] = {"hypotheses": _ANSWERS, "hints": _HINTS}
"""What is computed of each kind, by name."""

SHOWN: Mapping[Kind, Mapping[str, str]] = {
    "hypotheses": {
        "exact": "the right verdict",
        "false_solved": "SOLVED where it is not",
        "false_close": "CLOSE where it is less",
        "solved_recall": "SOLVED where it is",
        "solved_in_two": "SOLVED after two questions at most",
        "asked_back": "asked back",
        "unread": "not followed at all",
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
"""The figures that are shown, in their order, each with what it is called."""
_TITLES: Mapping[Kind, str] = {
    "hypotheses": "A judge of final answers against gold",
    "hints": "A judge of hints against gold",
}
_NOTE = (
    "Intervals are 95 %, by bootstrap over stories. What the judge asks back is answered by a truthful "
    "player. A hint is judged as an answer is: where a fact is found in it, it would give that fact away."
)


def figures_of(kind: Kind, rows: Sequence[Judged], seed: int) -> dict[str, Any]:
    """The figures of all rows, and of each language under `languages`.

    Where the rows are of several parts of the gold suite, the same of each part under `sets`.
    """
    return by_set(rows, lambda own: by_language(own, lambda part: judging_figures(kind, part, seed)))


def judging_report(kind: Kind, plan: Mapping[str, Any], rows: Sequence[Judged]) -> Report:
    """The report.

    Args:
        kind: of what.
        plan: of the run.
        rows: one for each text.
    """
    found = figures_of(kind, rows, int(plan["seed"]))
    groups = groups_of(found)
    told = told_of(plan, Gold=f"{plan['gold']}, {found['n']} {kind} on {stories(found['stories'])}")
    head = ["", *(f"{name} ({group['n']})" for name, group in groups.items())]
    shown = SHOWN[kind]
    by_kind = [
        [name, str(own["n"]), *(number(own[key]) for key in shown)] for name, own in found["by_kind"].items()
    ]
    costs = [[name, str(own["calls"]), str(own["tokens"])] for name, own in groups.items()]
    parts = [
        Part(
            "Verdicts", head, table(groups, shown), bars(chart(found, shown), "share"), _NOTE, in_paper=True
        ),
        Part("By kind", ["kind", "texts", *shown.values()], by_kind, in_paper=True),
        Part("What it took", ["", "calls", "tokens"], costs),
    ]
    return Report(_TITLES[kind], told, parts, {"plan": plan, **found})


def _tallies(rows: Sequence[Judged]) -> Mapping[str, Tally]:
    return tallies_by(rows, lambda row: row.story, _tally)


def _benchmark(kind: Kind) -> Benchmark[Judged]:
    return Benchmark(TypeAdapter(Judged), partial(judging_report, kind), MEASURES[kind], _tallies)


HYPOTHESES, HINTS = _benchmark("hypotheses"), _benchmark("hints")
