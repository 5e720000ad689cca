"""The hypothesis flow: judge a final answer, or ask back what it means."""

from typing import cast

from langgraph.runtime import Runtime

from echoes.core.entries import Entry
from echoes.games.situation_puzzle.budget import over_budget
from echoes.games.situation_puzzle.changes import with_progress
from echoes.games.situation_puzzle.context import PuzzleContext, PuzzleTurn, game_of
from echoes.games.situation_puzzle.events import HypothesisJudged, MeaningAsked
from echoes.games.situation_puzzle.questions import earlier_rulings, noted, options, unavailable
from echoes.games.situation_puzzle.referees.answers import Hypothesis, HypothesisVerdict
from echoes.games.situation_puzzle.state import Pending, PuzzleState
from echoes.games.situation_puzzle.traces import MeaningTrace, VerdictTrace

_QUOTED = 3


async def judge_hypothesis(state: PuzzleTurn, runtime: Runtime[PuzzleContext]) -> PuzzleTurn:
    """Ask the referee how much of the truth a final answer covers."""
    table, game = runtime.context, game_of(state)
    scratch = state.get("scratch", {})
    before = cast("Pending | None", scratch.get("pending"))
    text = str(scratch["text"])
    hypothesis = Hypothesis(
        text,
        confirmed=tuple(before["confirmed"]) if before else (),
        shown=frozenset(before["shown"]) if before else frozenset(),
        rounds=before["rounds"] if before else 0,
        brought_up=frozenset(game["ideas"]),
        earlier=earlier_rulings(game),
        over_budget=over_budget(state),
    )
    verdict = await table.referee.judge(hypothesis)
    if verdict.unavailable:
        failed = verdict.unavailable, verdict.usage, verdict.cause
        return {"outbox": [unavailable(table, text, *failed)]}
    if verdict.lines:
        return {"outbox": [_asked_back(table, hypothesis, verdict)]}
    if verdict.would_solve:
        return {"outbox": [_without(table, hypothesis, verdict)]}
    return {"outbox": [_judged(table, game, text, verdict)]}


def _judged(table: PuzzleContext, game: PuzzleState, text: str, verdict: HypothesisVerdict) -> Entry:
    core = table.puzzle.core_facts
    found = {*game["facts"], *verdict.covered}
    event = HypothesisJudged(text=text, verdict=verdict.verdict, source=verdict.source, usage=verdict.usage)
    trace = VerdictTrace(
        covered=list(verdict.covered),
        contradicted=list(verdict.contradicted),
        sentences=len(verdict.kept) + len(verdict.left_out),
        left_out=len(verdict.left_out),
        missing=[fact for fact in core if fact not in found],
        untold=not verdict.contradicted and {*core} <= found,
        ideas=table.new_ideas(text),
    )
    return with_progress(game, Entry(event, trace), core)


def _without(table: PuzzleContext, hypothesis: Hypothesis, verdict: HypothesisVerdict) -> Entry:
    """Ask whether the answer may be judged without the sentences that were not followed."""
    wordings = [table.phrases.say("without_yes")]
    waiting = Pending(
        kind="without",
        text=" ".join(verdict.kept),
        choices=[],
        wordings=wordings,
        confirmed=list(hypothesis.confirmed),
        shown=sorted(hypothesis.shown),
        rounds=hypothesis.rounds,
    )
    prompt = table.phrases.say("without", left_out=_quoted(verdict.left_out))
    return _clarification(table, hypothesis, verdict, prompt, waiting)


def _asked_back(table: PuzzleContext, hypothesis: Hypothesis, verdict: HypothesisVerdict) -> Entry:
    quoted = _quoted(verdict.understood)
    prompt = (
        table.phrases.say("answer_doubt", understood=quoted) if quoted else table.phrases.answer_doubt_blank
    )
    offered = {choice.authored for line in verdict.lines for choice in line}
    waiting = Pending(
        kind="answer",
        text=hypothesis.text,
        choices=[],
        wordings=[" ".join(choice.text for choice in line) for line in verdict.lines],
        confirmed=list(hypothesis.confirmed),
        shown=sorted({*hypothesis.shown, *offered}),
        rounds=hypothesis.rounds + 1,
        lines=[[choice.authored for choice in line] for line in verdict.lines],
    )
    return _clarification(table, hypothesis, verdict, prompt, waiting)


def _clarification(
    table: PuzzleContext, hypothesis: Hypothesis, verdict: HypothesisVerdict, prompt: str, waiting: Pending
) -> Entry:
    """A question back; it has a cost, though it is no verdict yet."""
    trace = MeaningTrace(
        pending=noted(waiting),
        ideas=table.new_ideas(hypothesis.text),
        usage=verdict.usage,
        cause=verdict.cause,
    )
    asked = MeaningAsked(text=hypothesis.text, prompt=prompt, options=options(waiting["wordings"]))
    return Entry(asked, trace)


def _quoted(sentences: tuple[str, ...]) -> str:
    return " / ".join(f"“{sentence.rstrip('.。;；')}”" for sentence in sentences[:_QUOTED])
