"""Final answers and hints against gold: what a referee makes of them as a judge.

A hint is judged as an answer is: where the judge finds that it tells a fact, it would give that fact away.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal

from pydantic import TypeAdapter, ValidationError

from echoes.bench.referees.gold import read_rows
from echoes.bench.referees.rulings import OnItem, engine_on, must_have_answered
from echoes.bench.runs.intervals import Measure, bootstrap, rounded, share_of, total
from echoes.bench.runs.pool import at_most
from echoes.config import Config
from echoes.core.errors import BadInput
from echoes.core.events import Usage
from echoes.games.situation_puzzle.referees.answers import Hypothesis, HypothesisVerdict, verdict_of

_ROUNDS = 12
"""Questions back to one answer, at the most."""
Kind = Literal["hypotheses", "hints"]


_KINDS: Mapping[Kind, Sequence[str]] = {
    "hypotheses": ("full", "core", "half", "plausible_wrong", "keyword_stuffed", "accept_my_answer"),
    "hints": ("hint", "leak", "empty"),
}


@dataclass(frozen=True)
class Text:
    """A final answer or a hint of a gold set, with the facts that it tells and contradicts."""

    story: str
    lang: Literal["en", "zh"]
    text: str
    kind: str
    covered: tuple[str, ...]
    contradicted: tuple[str, ...] = ()


_TEXT = TypeAdapter(Text)


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
    items = [text for path in files for text in _texts(kind, path)]
    async with engine_on(None, config) as (engine, _):
        judged: dict[int, Judged] = {}
        tables: dict[tuple[str, str], Any] = {}

        async def one(numbered: tuple[int, Text]) -> None:
            number, text = numbered
            key = (text.story, text.lang)
            if key not in tables:
                tables[key] = await engine.table(*key, referee)
            judged[number] = await _judged(tables[key], text)
            on_item(len(judged), len(items))

        await at_most(concurrency, list(enumerate(items)), one)
    return [judged[number] for number in range(len(items))]


def _texts(kind: Kind, path: Path) -> list[Text]:
    names = {"label": "kind", "facts": "covered"} if kind == "hints" else {}
    found: list[Text] = []
    for number, row in enumerate(read_rows(path, ("story", "lang", "text")), 1):
        try:
            text = _TEXT.validate_python({names.get(name, name): value for name, value in row.items()})
        except ValidationError as error:
            where, said = ".".join(map(str, error.errors()[0]["loc"])), error.errors()[0]["msg"]
            raise BadInput(f"{path}, text {number}, {where}: {said}", "See data/gold/README.md.") from None
        if text.kind not in _KINDS[kind]:
            known = ", ".join(_KINDS[kind])
            raise BadInput(f"{path}, text {number}: unknown kind '{text.kind}'", f"Known: {known}.")
        found.append(text)
    return found


async def _judged(table: Any, text: Text) -> Judged:
    puzzle, wanted, contradicted = table.puzzle, {*text.covered}, {*text.contradicted}
    known = {fact.id for fact in puzzle.judged_facts}
    if unknown := sorted((wanted | contradicted) - known):
        raise BadInput(f"'{text.story}' has no fact '{unknown[0]}'", "Mend the gold set.")
    first: HypothesisVerdict = await table.referee.judge(Hypothesis(text.text))
    asked_back = bool(first.choices or first.would_solve)
    found, usage = first, first.usage
    if asked_back and text.kind in _KINDS["hypotheses"]:  # nobody answers for a hint
        found, usage = await _with_picks(table, Hypothesis(text.text), first, wanted)
    must_have_answered(found.unavailable)
    return Judged(
        text.story,
        text.lang,
        text.kind,
        text.text,
        verdict_of(puzzle.core_facts, wanted, contradicted),
        None if found.unavailable else found.verdict,
        text.covered,
        found.covered,
        asked_back,
        usage.elapsed_ms,
        usage.model_calls,
        usage.prompt_tokens + usage.completion_tokens,
    )


async def _with_picks(
    table: Any, hypothesis: Hypothesis, found: HypothesisVerdict, told: set[str]
) -> tuple[HypothesisVerdict, Usage]:
    """What a judge comes to when a truthful player answers its questions back.

    Of the options that player picks one that is true and of which the answer tells all, by the gold facts,
    else none; and lets go of sentences that were not followed.
    """
    usage = found.usage
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
        usage += found.usage
    return found, usage


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
    measures = MEASURES[kind]
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


_FACTS: Mapping[str, Measure] = {
    "fact_precision": share_of("both", "covered"),
    "fact_recall": share_of("both", "wanted"),
}
_ANSWERS: Mapping[str, Measure] = {
    "exact": share_of("right", "n"),
    "false_solved": share_of("false solved", "not to solve"),
    "solved_recall": share_of("solved", "to solve"),
    "asked_back": share_of("asked back", "n"),
    **_FACTS,
}
_HINTS: Mapping[str, Measure] = {
    "leak_recall": share_of("leaks found", "leaks"),
    "false_alarm": share_of("alarms", "harmless"),
    **_FACTS,
}
MEASURES: Mapping[Kind, Mapping[str, Measure]] = {"hypotheses": _ANSWERS, "hints": _HINTS}
"""What is computed of each kind, by name."""
