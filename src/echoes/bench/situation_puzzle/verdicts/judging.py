"""Having a referee judge final answers and hints.

A hint is judged as an answer is: where the judge finds that it states a fact, it would give that fact away.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from echoes.bench.runs.jobs import Execution, run_jobs, with_unique_keys
from echoes.bench.situation_puzzle.gold.stories import engine_with_stories
from echoes.bench.situation_puzzle.rulings.scoring import require_reply
from echoes.bench.situation_puzzle.verdicts.clarifications import guess_chance, judge_with_clarifications
from echoes.bench.situation_puzzle.verdicts.gold_texts import TEXT_KINDS, GoldText, gold_verdict, is_false
from echoes.config import Config
from echoes.core.errors import BadInput
from echoes.core.roles import Role
from echoes.engine.session_queries import game_context


@dataclass(frozen=True, slots=True)
class JudgedText:
    """One text with its verdict, beside the gold one.

    Attributes:
        kind: of the answer (`full`, `core`, `half`, `false`, `plausible_wrong`, `keyword_stuffed`,
            `accept_my_answer`), or the label of the hint (`hint`, `leak`, `empty`).
        gold: the verdict that follows from the gold facts.
        verdict: of the judge, once a truthful player has answered what it asked back; None where it gave
            none.
        wanted, covered: the facts that it states, by the gold set and by the judge.
        asked_back: true where the judge asked what was meant.
        elapsed_ms, model_calls, tokens: of all rounds.
        rounds: number of questions back that were answered; None where that was not counted.
        unread: true where the judge followed nothing of it, and gave no verdict.
        let_go: true where the player took a sentence back.
        set: the part of the gold suite that it is from.
        guessed: the chance of SOLVED for a player who guesses what is asked back; None for a right answer.
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
    guessed: float | None = None


async def judge_all(
    config: Config, texts: Sequence[GoldText], referee: str, execution: Execution[JudgedText] | None = None
) -> list[JudgedText]:
    """Judge every text.

    Args:
        config: is not changed.
        texts: final answers, or hints.
        referee: its name.
        execution: how they are run; None for one at a time, keeping no row.
    Raises:
        BadInput: a text names a fact that its puzzle does not have.
    """
    jobs = with_unique_keys(texts, lambda text: f"{text.story} | {text.lang} | {text.kind} | {text.text}")
    async with engine_with_stories(config) as (engine, _):
        contexts: dict[tuple[str, str], Any] = {}

        async def one(text: GoldText) -> JudgedText:
            key = (text.story, text.lang)
            if key not in contexts:
                contexts[key] = await game_context(engine, *key, {Role.REFEREE: referee})
            return await _judged(contexts[key], text)

        return await run_jobs(jobs, one, execution or Execution())


async def _judged(context: Any, text: GoldText) -> JudgedText:
    puzzle, stated = context.puzzle, {*text.covered}
    known = {fact.id for fact in puzzle.judged_facts}
    if unknown := sorted((stated | {*text.contradicted}) - known):
        raise BadInput(f"'{text.story}' has no fact '{unknown[0]}'", "Fix the gold set.")
    answering = text.kind in TEXT_KINDS["hypotheses"]  # nobody answers for a hint
    exchange = await judge_with_clarifications(
        context.referee, text.text, stated if answering else None, insists=is_false(text)
    )
    found, usage = exchange.verdict, exchange.usage
    require_reply(found.unavailable)
    gold = gold_verdict(text, puzzle.core_facts)
    counts = answering and gold != "SOLVED"
    return JudgedText(
        text.story,
        text.lang,
        text.kind,
        text.text,
        gold,
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
        await guess_chance(context.referee, text.text) if counts else None,
    )
