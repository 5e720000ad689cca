"""Final answers and hints against gold: what a referee makes of them as a judge.

A hint is judged as an answer is: where the judge finds that it tells a fact, it would give that fact away.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from pydantic import TypeAdapter, ValidationError

from echoes.bench.referees.answering import judged_with_picks
from echoes.bench.referees.gold import read_rows
from echoes.bench.referees.rulings import engine_on, must_have_answered
from echoes.bench.runs.folder import Rows
from echoes.bench.runs.pool import OnItem, carry_out, named
from echoes.config import Config
from echoes.core.errors import BadInput
from echoes.games.situation_puzzle.events import VerdictWord
from echoes.games.situation_puzzle.referees.answers import verdict_of

FALSE = "false"
"""The kind of answer in which something of consequence is false, whether or not a fact says so."""
Kind = Literal["hypotheses", "hints"]


_KINDS: Mapping[Kind, Sequence[str]] = {
    "hypotheses": (
        *("full", "core", "half"),
        *("false", "plausible_wrong", "keyword_stuffed", "accept_my_answer"),
    ),
    "hints": ("hint", "leak", "empty"),
}


@dataclass(frozen=True)
class Text:
    """A final answer or a hint of a gold set, with the facts that it tells and contradicts.

    Attributes:
        set: which part of the gold suite it belongs to; empty for its first texts.
    """

    story: str
    lang: Literal["en", "zh"]
    text: str
    kind: str
    covered: tuple[str, ...]
    contradicted: tuple[str, ...] = ()
    set: str = ""


_TEXT = TypeAdapter(Text)


@dataclass(frozen=True, slots=True)
class Judged:
    """One text beside what it really tells.

    Attributes:
        kind: of the answer (`full`, `core`, `half`, `false`, `plausible_wrong`, `keyword_stuffed`,
            `accept_my_answer`), or the label of the hint (`hint`, `leak`, `empty`).
        gold: the verdict that follows from the gold facts.
        verdict: the judge's, once a truthful player has answered what it asked back; None where it gave
            none.
        wanted, covered: the facts that it tells, by the gold set and by the judge.
        asked_back: whether the judge asked what was meant.
        rounds: how many questions back a truthful player answered; None where that was not counted.
        unread: whether nothing of it was followed, so that no verdict was given.
        let_go: whether the player was asked to do without a sentence, and did.
        set: the part of the gold suite that it is from.
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
    rounds: int | None = None
    unread: bool = False
    let_go: bool = False
    set: str = ""


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
    puzzle, told = table.puzzle, {*text.covered}
    known = {fact.id for fact in puzzle.judged_facts}
    if unknown := sorted((told | {*text.contradicted}) - known):
        raise BadInput(f"'{text.story}' has no fact '{unknown[0]}'", "Mend the gold set.")
    answering = text.kind in _KINDS["hypotheses"]  # nobody answers for a hint
    exchange = await judged_with_picks(
        table.referee, text.text, told if answering else None, insists=is_false(text)
    )
    found, usage = exchange.found, exchange.usage
    must_have_answered(found.unavailable)
    return Judged(
        text.story,
        text.lang,
        text.kind,
        text.text,
        gold_verdict(text, puzzle.core_facts),
        None if found.unavailable else found.verdict,
        text.covered,
        found.covered,
        exchange.asked_back,
        usage.elapsed_ms,
        usage.model_calls,
        usage.prompt_tokens + usage.completion_tokens,
        exchange.rounds,
        found.unavailable == "unread",
        exchange.let_go,
        text.set,
    )


def is_false(text: Text) -> bool:
    """Whether something in it is not so, whatever else it tells."""
    return text.kind == FALSE or bool(text.contradicted)


def gold_verdict(text: Text, core: tuple[str, ...]) -> VerdictWord:
    """The verdict that a text ought to get: it follows from its facts, and is never high for a false one."""
    verdict = verdict_of(core, {*text.covered}, {*text.contradicted})
    return "PARTIAL" if text.kind == FALSE and verdict in ("SOLVED", "CLOSE") else verdict
