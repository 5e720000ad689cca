"""Challenges: a review of the last ruling, or of the verdict on the last final answer."""

from echoes.core.log.entries import Entry
from echoes.games.situation_puzzle.events import RulingChallenged, VerdictChallenged
from echoes.games.situation_puzzle.reducer import with_progress
from echoes.games.situation_puzzle.referees.types import AnswerReview, Hypothesis, Question, Review, Ruling
from echoes.games.situation_puzzle.state import AnswerRecord
from echoes.games.situation_puzzle.traces import CommandTrace, ReviewTrace
from echoes.games.situation_puzzle.turn import board, cloze
from echoes.games.situation_puzzle.turn.context import (
    PuzzleContext,
    PuzzleTurn,
    command_result,
    over_budget,
    puzzle_state,
)
from echoes.games.situation_puzzle.turn.questions import past_rulings


async def challenge(context: PuzzleContext, state: PuzzleTurn, argument: str) -> PuzzleTurn:
    """Review the last ruling or verdict, whichever is later."""
    game = puzzle_state(state)
    last, answer = game["last"], game["last_answer"]
    if answer and (last is None or last["turn"] < answer["turn"]):
        return {"outbox": [await _challenge_answer(context, state, answer)]}
    if last is None:
        return {"outbox": [command_result("challenge", context.phrases.challenge_none)]}
    given = Ruling(last["ruling"], context.referee.name, tuple(last["facts"]), authored=last["authored"])
    question = Question(last["text"], over_budget=over_budget(state))
    review = (
        Review("upheld", "the author corrected it")
        if last["settled"]
        else await context.referee.review(question, given)
    )
    if review.unavailable:
        trace = CommandTrace(cause=review.rationale, usage=review.usage)
        return {"outbox": [command_result("challenge", context.phrases.format(review.unavailable), trace)]}
    split = review.outcome == "unsettled" and context.referee.prompt_version is not None
    word = context.phrases.rulings[review.ruling] if review.ruling else ""
    remark = context.phrases.format(f"challenge_{review.outcome}", ruling=word)
    challenged = RulingChallenged(
        turn=last["turn"],
        text=last["text"],
        ruling=last["ruling"],
        outcome=review.outcome,
        new_ruling=review.ruling,
        remark=context.phrases.challenge_split if split else remark,
        usage=review.usage,
    )
    entry = Entry(challenged, ReviewTrace(rationale=review.rationale, facts=list(review.facts)))
    return {"outbox": [with_progress(game, entry, context.puzzle.core_facts)]}


async def _challenge_answer(context: PuzzleContext, state: PuzzleTurn, last: AnswerRecord) -> Entry:
    """Review a verdict, once; one that follows from the author's key or from the board is upheld."""
    game, phrases = puzzle_state(state), context.phrases
    if last["reviewed"] or last["source"] in (cloze.SOURCE, board.SOURCE):
        review = AnswerReview("upheld", "reviewed before" if last["reviewed"] else f"by the {last['source']}")
    else:
        hypothesis = Hypothesis(last["text"], earlier=past_rulings(game), over_budget=over_budget(state))
        review = await context.referee.review_answer(hypothesis, last["verdict"])
    if review.unavailable:
        trace = CommandTrace(cause=review.rationale, usage=review.usage)
        return command_result("challenge", phrases.format(review.unavailable), trace)
    challenged = VerdictChallenged(
        turn=last["turn"],
        text=last["text"],
        verdict=last["verdict"],
        outcome=review.outcome,
        new_verdict=review.verdict,
        remark=phrases.format(f"challenge_answer_{review.outcome}"),
        usage=review.usage,
    )
    trace = ReviewTrace(rationale=review.rationale, facts=list(review.facts))
    return with_progress(game, Entry(challenged, trace), context.puzzle.core_facts)
