"""The hypothesis flow: judge a final answer, or ask back what it means."""

from langgraph.runtime import Runtime

from echoes.core.entries import Entry
from echoes.core.json_values import is_object
from echoes.core.usage import Usage
from echoes.games.situation_puzzle.events import HypothesisJudged, PuzzleClarificationAsked
from echoes.games.situation_puzzle.reducer import with_progress
from echoes.games.situation_puzzle.referees.types import Hypothesis, HypothesisVerdict
from echoes.games.situation_puzzle.state import PendingChoice, PuzzleState, stored_choice
from echoes.games.situation_puzzle.traces import ClarificationTrace, VerdictTrace
from echoes.games.situation_puzzle.turn.board import choice_from, covers_all_core_facts, established_questions
from echoes.games.situation_puzzle.turn.budget import over_budget
from echoes.games.situation_puzzle.turn.context import PuzzleContext, PuzzleTurn, puzzle_state
from echoes.games.situation_puzzle.turn.questions import (
    numbered_options,
    past_rulings,
    unavailable_entry,
)
from echoes.language.nonsense import is_nonsense

_QUOTED = 3
_BETWEEN = " / "
"""The separator of what stands in one line."""


async def judge_hypothesis(state: PuzzleTurn, runtime: Runtime[PuzzleContext]) -> PuzzleTurn:
    """Ask the referee how much of the truth a final answer covers."""
    context, game = runtime.context, puzzle_state(state)
    scratch = state.get("scratch", {})
    waiting = scratch.get("pending")
    before = stored_choice(waiting) if is_object(waiting) else None
    text = str(scratch["text"])
    hypothesis = Hypothesis(
        text,
        confirmed=tuple(before["confirmed"]) if before else (),
        shown=frozenset(before["shown"]) if before else frozenset(),
        rounds=before["rounds"] if before else 0,
        brought_up=frozenset(game["ideas"]),
        earlier=past_rulings(game),
        established=frozenset(game["facts"]),
        asked_back=frozenset(game["asked_back"]),
        over_budget=over_budget(state),
    )
    if is_nonsense(text) and not hypothesis.confirmed:
        verdict = HypothesisVerdict.unjudged(context.referee.name, "unread", Usage(), "")
    else:
        verdict = await context.referee.judge(hypothesis)
    if verdict.would_solve and not verdict.choices:
        return {"outbox": [_ask_to_leave_out(context, hypothesis, verdict)]}
    if _is_in_doubt(verdict) and await covers_all_core_facts(context, game):
        return {"outbox": [await _offer_board(context, game, hypothesis, verdict)]}
    if verdict.unavailable:
        failed = verdict.unavailable, verdict.usage, verdict.cause
        return {"outbox": [unavailable_entry(context, text, *failed)]}
    if verdict.choices:
        return {"outbox": [_clarification_entry(context, hypothesis, verdict)]}
    return {"outbox": [_verdict_entry(context, game, text, verdict)]}


def _is_in_doubt(verdict: HypothesisVerdict) -> bool:
    """Return whether a part of an answer was not followed, and nothing in it is known to be false."""
    if verdict.unavailable or verdict.contradicted:
        return verdict.unavailable == "unread"
    return bool(verdict.choices or verdict.left_out)


def _verdict_entry(context: PuzzleContext, game: PuzzleState, text: str, verdict: HypothesisVerdict) -> Entry:
    core = context.puzzle.core_facts
    found = {*game["facts"], *verdict.covered}
    event = HypothesisJudged(text=text, verdict=verdict.verdict, source=verdict.source, usage=verdict.usage)
    trace = VerdictTrace(
        covered=list(verdict.covered),
        contradicted=list(verdict.contradicted),
        sentences=len(verdict.kept) + len(verdict.left_out),
        left_out=len(verdict.left_out),
        missing=[fact for fact in core if fact not in found],
        untold=not verdict.contradicted and {*core} <= found,
        ideas=context.new_ideas(text),
    )
    return with_progress(game, Entry(event, trace), core)


async def _offer_board(
    context: PuzzleContext, game: PuzzleState, hypothesis: Hypothesis, verdict: HypothesisVerdict
) -> Entry:
    """Offer what the player has established, where their words can't be followed: nothing in it is wrong."""
    waiting = choice_from(await established_questions(context, game))
    return _clarification(context, hypothesis, verdict, context.phrases.answer_from_board, waiting)


def _ask_to_leave_out(context: PuzzleContext, hypothesis: Hypothesis, verdict: HypothesisVerdict) -> Entry:
    """Ask whether the answer may be judged without the sentences that were not followed."""
    wordings = [context.phrases.format("without_yes")]
    waiting = PendingChoice(
        kind="without",
        text=" ".join(verdict.kept),
        choices=[],
        wordings=wordings,
        confirmed=list(hypothesis.confirmed),
        shown=sorted(hypothesis.shown),
        rounds=hypothesis.rounds,
    )
    chosen_alone = hypothesis.confirmed and not verdict.kept
    key = "without_rest" if chosen_alone else "without"
    prompt = context.phrases.format(key, left_out=_quoted(verdict.left_out))
    return _clarification(context, hypothesis, verdict, prompt, waiting)


def _clarification_entry(context: PuzzleContext, hypothesis: Hypothesis, verdict: HypothesisVerdict) -> Entry:
    quoted = _quoted(verdict.understood)
    prompt = (
        context.phrases.format("answer_doubt", understood=quoted)
        if quoted
        else context.phrases.answer_doubt_blank
    )
    offered = [choice.authored for choice in verdict.choices]
    waiting = PendingChoice(
        kind="answer",
        text=hypothesis.text,
        choices=offered,
        wordings=[choice.shown for choice in verdict.choices],
        confirmed=list(hypothesis.confirmed),
        shown=sorted({*hypothesis.shown, *offered}),
        rounds=hypothesis.rounds + 1,
    )
    return _clarification(context, hypothesis, verdict, prompt, waiting)


def _clarification(
    context: PuzzleContext,
    hypothesis: Hypothesis,
    verdict: HypothesisVerdict,
    prompt: str,
    waiting: PendingChoice,
) -> Entry:
    """Return a clarification; it has a cost, though it is no verdict yet."""
    trace = ClarificationTrace(
        pending=waiting,
        ideas=context.new_ideas(hypothesis.text),
        usage=verdict.usage,
        cause=verdict.cause,
    )
    asked = PuzzleClarificationAsked(
        text=hypothesis.text,
        prompt=prompt,
        options=numbered_options(waiting["wordings"]),
        many=waiting["kind"] != "without",
        decline=context.phrases.without_no if waiting["kind"] == "without" else "",
    )
    return Entry(asked, trace)


def _quoted(sentences: tuple[str, ...]) -> str:
    return _BETWEEN.join(f"“{sentence.rstrip('.。;；')}”" for sentence in sentences[:_QUOTED])
