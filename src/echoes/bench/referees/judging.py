"""Final answers and hints against gold: what a referee makes of them as a judge.

A hint is judged as an answer is: where the judge finds that it tells a fact, it would give that fact away.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal

from echoes.bench.referees.gold import read_rows
from echoes.bench.referees.rulings import OnItem, engine_on
from echoes.bench.runs.intervals import Measure, Tally, bootstrap, ratio, rounded, total
from echoes.bench.runs.pool import at_most
from echoes.config import Config
from echoes.core.errors import BadInput
from echoes.games.situation_puzzle.referees.answers import Hypothesis, HypothesisVerdict, verdict_of

_ROUNDS = 12
"""Questions back to one answer, at the most."""
Kind = Literal["hypotheses", "hints"]


@dataclass(frozen=True, slots=True)
class Judged:
    """One text beside what it really tells.

    Attributes:
        kind: of the answer (`full`, `core`, `half`, `plausible_wrong`, `keyword_stuffed`,
            `accept_my_answer`), or the label of the hint (`hint`, `leak`, `empty`).
        gold: the verdict that follows from the gold facts.
        verdict: the judge's, once a truthful player has answered what it asked back; None where it gave
            none.
        wanted, covered: the facts that it tells, by the gold set and by the judge.
        asked_back: whether the judge asked what was meant.
    """

    story: str
    lang: str
    kind: str
    text: str
    gold: str
    verdict: str | None
    wanted: tuple[str, ...]
    covered: tuple[str, ...]
    asked_back: bool
    elapsed_ms: float
    model_calls: int
    tokens: int


async def judge_all(
    kind: Kind,
    files: Sequence[Path],
    referee: str | None,
    concurrency: int = 1,
    on_item: OnItem = lambda done, of: None,
    config: Config | None = None,
) -> list[Judged]:
    """Have every text judged.

    Args:
        kind: final answers, or hints.
        files: JSON lines as in `data/gold/hypotheses` and `data/gold/hints`.
        referee: None takes the configured one.
        concurrency: texts at once.
        on_item: is told of each.
        config: None reads the configuration.
    Raises:
        BadInput: a file can't be read, or names a fact that its puzzle does not have.
    """
    labels = "kind" if kind == "hypotheses" else "label"
    facts = "covered" if kind == "hypotheses" else "facts"
    items = [row for path in files for row in read_rows(path, ("story", "lang", "text", labels, facts))]
    async with engine_on(None, config) as (engine, _):
        judged: dict[int, Judged] = {}
        tables: dict[tuple[str, str], Any] = {}

        async def one(numbered: tuple[int, dict[str, Any]]) -> None:
            number, row = numbered
            key = (str(row["story"]), str(row["lang"]))
            if key not in tables:
                tables[key] = await engine.table(*key, referee)
            judged[number] = await _judged(tables[key], row, str(row[labels]), tuple(row[facts]))
            on_item(len(judged), len(items))

        await at_most(concurrency, list(enumerate(items)), one)
    return [judged[number] for number in range(len(items))]


async def _judged(table: Any, row: dict[str, Any], kind: str, wanted: tuple[str, ...]) -> Judged:
    puzzle = table.puzzle
    contradicted = {*map(str, row.get("contradicted", ()))}
    known = {fact.id for fact in puzzle.judged_facts}
    if unknown := sorted(({*wanted} | contradicted) - known):
        raise BadInput(f"'{row['story']}' has no fact '{unknown[0]}'", "Mend the gold set.")
    first = await table.referee.judge(Hypothesis(str(row["text"])))
    asked_back = bool(first.choices or first.would_solve)
    found = await _with_picks(table, Hypothesis(str(row["text"])), first, {*wanted}) if asked_back else first
    return Judged(
        str(row["story"]),
        str(row["lang"]),
        kind,
        str(row["text"]),
        verdict_of(puzzle.core_facts, {*wanted}, contradicted),
        None if found.unavailable else found.verdict,
        wanted,
        found.covered,
        asked_back,
        found.usage.elapsed_ms,
        found.usage.model_calls,
        found.usage.prompt_tokens + found.usage.completion_tokens,
    )


async def _with_picks(
    table: Any, hypothesis: Hypothesis, found: HypothesisVerdict, told: set[str]
) -> HypothesisVerdict:
    """What a judge comes to when a truthful player answers its questions back.

    Of the options that player picks one that is true and of which the answer tells all, by the gold facts,
    else none; and lets go of sentences that were not followed.
    """
    for _ in range(_ROUNDS):
        if found.choices:
            meant = [c for c in found.choices if c.ruling == "YES" and c.facts and {*c.facts} <= told]
            picked = tuple((choice.authored, found.asked_about) for choice in meant[:1])
            hypothesis = replace(
                hypothesis,
                confirmed=(*hypothesis.confirmed, *picked),
                shown=hypothesis.shown | {choice.authored for choice in found.choices},
                rounds=hypothesis.rounds + 1,
            )
        elif found.would_solve:
            hypothesis = replace(hypothesis, text=" ".join(found.kept), spoken_of=frozenset(found.spoken_of))
        else:
            break
        found = await table.referee.judge(hypothesis)
    return found


def judging_report(kind: Kind, rows: Sequence[Judged], seed: int = 0) -> dict[str, Any]:
    """All figures, with 95 % intervals by bootstrap over stories.

    For answers: `exact` (the verdict, once a truthful player has answered what was asked back),
    `false_solved` (the share of the answers that are not right and were judged SOLVED),
    `solved_recall` (the share of the right ones that were judged SOLVED). For hints: `leak_recall`
    (the share of leaks in which a fact was found), `false_alarm` (the share of the others). For
    both: precision and recall of facts.

    Args:
        kind: of what.
        rows: one for each text.
        seed: of the resampling.
    """
    measures = _ANSWERS if kind == "hypotheses" else _HINTS
    stories: dict[str, Counter[str]] = {}
    kinds: dict[str, Counter[str]] = {}
    for row in rows:
        counted = _tally(row)
        stories.setdefault(row.story, Counter()).update(counted)
        kinds.setdefault(row.kind, Counter()).update(counted)
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
        "calls": sum(row.model_calls for row in rows),
        "tokens": sum(row.tokens for row in rows),
        "intervals": bootstrap(stories, measures, seed),
    }


def _tally(row: Judged) -> Counter[str]:
    both = len({*row.wanted} & {*row.covered})
    solved = row.gold == "SOLVED"
    leaks = row.kind == "leak"
    return Counter(
        {
            "n": 1,
            "right": row.verdict == row.gold,
            "asked back": row.asked_back,
            "to solve": solved,
            "solved": solved and row.verdict == "SOLVED",
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


def _of(part: str, whole: str) -> Measure:
    def measure(tally: Tally) -> float | None:
        return ratio(tally.get(part, 0), tally.get(whole, 0))

    return measure


_FACTS: Mapping[str, Measure] = {
    "fact_precision": _of("both", "covered"),
    "fact_recall": _of("both", "wanted"),
}
_ANSWERS: Mapping[str, Measure] = {
    "exact": _of("right", "n"),
    "false_solved": _of("false solved", "not to solve"),
    "solved_recall": _of("solved", "to solve"),
    "asked_back": _of("asked back", "n"),
    **_FACTS,
}
_HINTS: Mapping[str, Measure] = {
    "leak_recall": _of("leaks found", "leaks"),
    "false_alarm": _of("alarms", "harmless"),
    **_FACTS,
}
