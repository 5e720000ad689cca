"""The hypothesis flow: judge a final answer in words, or have it put together where it is not followed."""

from langgraph.runtime import Runtime

from echoes.core.log.entries import Entry
from echoes.core.operation.usage import Usage
from echoes.games.situation_puzzle.events import HypothesisJudged
from echoes.games.situation_puzzle.reducer import with_progress
from echoes.games.situation_puzzle.referees.types import FAILURES, Hypothesis, HypothesisVerdict
from echoes.games.situation_puzzle.state import PuzzleState
from echoes.games.situation_puzzle.traces import VerdictTrace
from echoes.games.situation_puzzle.turn import board, cloze
from echoes.games.situation_puzzle.turn.context import (
    PuzzleContext,
    PuzzleTurn,
    over_budget,
    parsed_message,
    puzzle_state,
)
from echoes.games.situation_puzzle.turn.questions import past_rulings, unavailable_entry
from echoes.language.nonsense import is_nonsense


async def judge_hypothesis(state: PuzzleTurn, runtime: Runtime[PuzzleContext]) -> PuzzleTurn:
    """Ask the referee how much of the truth a final answer tells; what is not followed is not judged."""
    context, game = runtime.context, puzzle_state(state)
    text = parsed_message(state).text
    if context.is_the_answer(text):
        core = context.puzzle.core_facts
        verdict = HypothesisVerdict("SOLVED", core, (), context.referee.name)
    elif is_nonsense(text):
        verdict = HypothesisVerdict.unjudged(context.referee.name, "unread", Usage(), "")
    else:
        hypothesis = Hypothesis(text, earlier=past_rulings(game), over_budget=over_budget(state))
        verdict = await context.referee.judge(hypothesis)
    if verdict.unavailable:
        return {"outbox": [await _unjudged(context, game, text, verdict)]}
    return {"outbox": [_verdict_entry(context, game, text, verdict)]}


async def _unjudged(
    context: PuzzleContext, game: PuzzleState, text: str, verdict: HypothesisVerdict
) -> Entry:
    """Ask for an answer that can't be judged in words to be put together, by cloze or from the board.

    Nothing that is said depends on which of its sentences were followed, so that nothing is told for free.
    """
    reason, phrases = verdict.unavailable, context.phrases
    assert reason is not None
    if context.puzzle.cloze and reason not in FAILURES:
        said = phrases.unread_cloze if reason == "unread" else phrases.format(reason)
        return cloze.begin(context, game, context.puzzle.cloze, text, said, verdict.usage, verdict.cause)
    if reason == "unread" and await board.covers_all_core_facts(context, game):
        return await board.offer(context, game, text, phrases.answer_from_board, verdict.usage)
    return unavailable_entry(context, text, reason, verdict.usage, verdict.cause)


def _verdict_entry(context: PuzzleContext, game: PuzzleState, text: str, verdict: HypothesisVerdict) -> Entry:
    core = context.puzzle.core_facts
    found = {*game["facts"], *verdict.covered}
    event = HypothesisJudged(text=text, verdict=verdict.verdict, source=verdict.source, usage=verdict.usage)
    trace = VerdictTrace(
        covered=list(verdict.covered),
        contradicted=list(verdict.contradicted),
        missing=[fact for fact in core if fact not in found],
        untold=not verdict.contradicted and {*core} <= found,
        ideas=context.new_ideas(text),
    )
    return with_progress(game, Entry(event, trace), core)
