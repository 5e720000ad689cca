"""Final answers and hints against gold: what a referee makes of them as a judge.

A hint is judged as an answer is: where the judge finds that it tells a fact, it would give that fact away.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal

from pydantic import TypeAdapter, ValidationError

from echoes.bench.referees.gold import read_rows
from echoes.bench.referees.rulings import engine_on, must_have_answered
from echoes.bench.runs.folder import Rows
from echoes.bench.runs.pool import OnItem, carry_out, named
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
    config: Config,
    texts: Sequence[Text],
    referee: str,
    run: Rows[Judged] | None = None,
    concurrency: int = 1,
    on_item: OnItem = lambda done, of: None,
) -> list[Judged]:
    """Have every text judged.

    Args:
        config: left as it is.
        texts: final answers, or hints.
        referee: its name.
        run: keeps each verdict, and has those of before; None keeps none.
        concurrency: texts at once.
        on_item: is told of each.
    Raises:
        BadInput: a text names a fact that its puzzle does not have.
    """
    jobs = named(texts, lambda text: f"{text.story} | {text.lang} | {text.kind} | {text.text}")
    async with engine_on(config) as (engine, _):
        tables: dict[tuple[str, str], Any] = {}

        async def one(text: Text) -> Judged:
            key = (text.story, text.lang)
            if key not in tables:
                tables[key] = await engine.table(*key, referee)
            return await _judged(tables[key], text)

        return await carry_out(jobs, one, run, concurrency, on_item)


def read_texts(kind: Kind, path: Path) -> list[Text]:
    """Texts from JSON lines as in `data/gold/hypotheses` and `data/gold/hints`.

    Raises:
        BadInput: the file can't be read, or a line is no such text.
    """
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
