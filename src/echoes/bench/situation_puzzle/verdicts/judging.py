"""Having a referee judge final answers and hints.

A hint is judged as an answer is: where the judge finds that it states a fact, it would give that fact away.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from echoes.bench.runs.jobs import Execution, run_jobs, with_unique_keys
from echoes.bench.situation_puzzle.gold.stories import engine_with_stories
from echoes.bench.situation_puzzle.rulings.scoring import require_reply
from echoes.bench.situation_puzzle.verdicts.gold_texts import GoldText, gold_verdict
from echoes.config import Config
from echoes.core.errors import BadInput
from echoes.core.seats.roles import Role
from echoes.engine.sessions.queries import game_context
from echoes.games.situation_puzzle.referees.types import Hypothesis
from echoes.games.situation_puzzle.turn.cloze import choice_named
from echoes.games.situation_puzzle.turn.context import PuzzleContext


@dataclass(frozen=True, slots=True)
class JudgedText:
    """One text with its verdict, beside the gold one.

    Attributes:
        kind: of the answer (`full`, `core`, `half`, `false`, `plausible_wrong`, `keyword_stuffed`,
            `accept_my_answer`), or the label of the hint (`hint`, `leak`, `empty`).
        gold: the verdict that follows from the gold facts.
        verdict: of the judge; None where it gave none.
        wanted, covered: the facts that it states, by the gold set and by the judge.
        unread: true where the judge did not follow all of it, and gave no verdict.
        gaps, filled, rightly_filled: of the cloze that an unread answer leads to: all gaps, those that its
            words fill, and those that they fill with the right choice.
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
    elapsed_ms: float
    model_calls: int
    tokens: int
    unread: bool = False
    gaps: int = 0
    filled: int = 0
    rightly_filled: int = 0
    set: str = ""


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
        contexts: dict[tuple[str, str], PuzzleContext] = {}

        async def one(text: GoldText) -> JudgedText:
            key = (text.story, text.lang)
            if key not in contexts:
                contexts[key] = await game_context(engine, *key, {Role.REFEREE: referee})
            return await _judged(contexts[key], text)

        return await run_jobs(jobs, one, execution or Execution())


async def _judged(context: PuzzleContext, text: GoldText) -> JudgedText:
    puzzle = context.puzzle
    known = {fact.id for fact in puzzle.judged_facts}
    if unknown := sorted({*text.covered, *text.contradicted} - known):
        raise BadInput(f"'{text.story}' has no fact '{unknown[0]}'", "Fix the gold set.")
    found = await context.referee.judge(Hypothesis(text.text))
    require_reply(found.unavailable)
    unread = found.unavailable == "unread"
    gaps = puzzle.cloze.gaps if puzzle.cloze and unread else ()
    picks = [choice_named(context.reader, gap, text.text) for gap in gaps]
    return JudgedText(
        text.story,
        text.lang,
        text.kind,
        text.text,
        gold_verdict(text, puzzle.core_facts),
        None if found.unavailable else found.verdict,
        text.covered,
        found.covered,
        found.usage.elapsed_ms,
        found.usage.model_calls,
        found.usage.prompt_tokens + found.usage.completion_tokens,
        unread,
        len(gaps),
        sum(pick > 0 for pick in picks),
        sum(pick == gap.right for pick, gap in zip(picks, gaps, strict=True)),
        text.set,
    )
