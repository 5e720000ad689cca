"""The hint flow: the authored ladder, one rung at a time, then hints by a model."""

from typing import Literal

from langgraph.runtime import Runtime

from echoes.core.log.entries import Entry
from echoes.core.operation.usage import Usage
from echoes.games.history_summary import empty_history
from echoes.games.situation_puzzle.events import HintGiven
from echoes.games.situation_puzzle.referees.types import Hypothesis
from echoes.games.situation_puzzle.state import PuzzleState
from echoes.games.situation_puzzle.traces import CommandTrace, HintTrace
from echoes.games.situation_puzzle.turn.context import (
    PuzzleContext,
    PuzzleTurn,
    command_result,
    hints_left,
    over_budget,
    puzzle_state,
)
from echoes.games.situation_puzzle.turn.hint_ladder import (
    has_found_everything,
    hints_written,
    next_rung,
    rungs_left,
)

_TRIES = 2
_SHARE_OF_SECRET = 0.5
"""The share of a hidden fact's own ideas above which a hint gives it away."""


async def check_hint_budget(state: PuzzleTurn, runtime: Runtime[PuzzleContext]) -> PuzzleTurn:
    """Say so, free of charge, when there is no hint left to give."""
    context = runtime.context
    reason = why_no_hint(context, state)
    return {"outbox": [command_result("hint", reason)] if reason else []}


def route_by_budget(
    state: PuzzleTurn, runtime: Runtime[PuzzleContext]
) -> Literal["choose_hint", "write_hint", "narrate"]:
    """Route to the ladder, to the model's hints, or to the message that there is no hint."""
    if state.get("outbox"):
        return "narrate"
    return "choose_hint" if next_rung(runtime.context.puzzle, puzzle_state(state)) else "write_hint"


def _may_write(context: PuzzleContext, state: PuzzleTurn) -> bool:
    """Return whether a model may write a hint, and the player could use one."""
    puzzle, game = context.puzzle, puzzle_state(state)
    allowed = hints_written(puzzle, game) < game["further_hints"] and not over_budget(state)
    return allowed and not has_found_everything(puzzle, game)


def why_no_hint(context: PuzzleContext, state: PuzzleTurn) -> str:
    """Explain why there is no hint to give; empty where there is one."""
    puzzle, game, phrases = context.puzzle, puzzle_state(state), context.phrases
    if next_rung(puzzle, game) or _may_write(context, state):
        return ""
    if has_found_everything(puzzle, game):
        return phrases.hints_complete
    if game["max_hints"] <= game["hints"] < len(puzzle.hints):
        return phrases.format("hint_limit", limit=game["max_hints"])
    if rungs_left(puzzle, game):
        return phrases.hints_known
    return phrases.no_hints if puzzle.hints else phrases.without_hints


async def write_hint(state: PuzzleTurn, runtime: Runtime[PuzzleContext]) -> PuzzleTurn:
    """Ask a model that knows no secret for a hint; show none that repeats or may give anything away."""
    context, game = runtime.context, puzzle_state(state)
    history = state.get("history") or empty_history()
    lines = [*history["lines"], *history["tail"]]
    established = [f"{line['text']} — {line['kind']}" for line in lines if line["kind"] != "HINT"]
    given = [line["text"] for line in lines if line["kind"] == "HINT"]
    usage = Usage()
    for _ in range(_TRIES):
        written = await context.hint_writer.write(established, given)
        usage += written.usage
        if written.failed:
            failed = CommandTrace(cause=written.failed, usage=usage)
            return {"outbox": [command_result("hint", context.phrases.model_away, failed)]}
        if written.text not in given and not context.hint_writer.is_none(written.text):
            tells, looked = await _gives_away(context, game, written.text)
            usage += looked
            if not tells:
                return {
                    "outbox": [_written_hint_entry(context, game, written.text, usage, hints_left(state))]
                }
        given.append(written.text)
    return {"outbox": [command_result("hint", context.phrases.no_hints, CommandTrace(usage=usage))]}


def _written_hint_entry(
    context: PuzzleContext, game: PuzzleState, text: str, usage: Usage, left: int
) -> Entry:
    trace = HintTrace(facts=[], ideas=context.new_ideas(text), written=True, usage=usage)
    level = max(len(context.puzzle.hints), *game["given"], 0) + 1
    return Entry(HintGiven(level=level, text=text, remaining=left - 1), trace)


async def _gives_away(context: PuzzleContext, game: PuzzleState, text: str) -> tuple[bool, Usage]:
    """Return whether a hint states a hidden core fact, by words or by the referee, and the cost."""
    puzzle, reader = context.puzzle, context.reader
    hidden = [fact for fact in puzzle.judged_facts if fact.core and fact.id not in game["facts"]]
    known = reader.ideas("\n".join((puzzle.title, puzzle.statement, *puzzle.public_facts)))
    known |= frozenset(game["ideas"])
    said = reader.ideas(text)
    for fact in hidden:
        secret = reader.ideas(fact.statement) - known
        if secret and len(secret & said) > _SHARE_OF_SECRET * len(secret):
            return True, Usage()
    verdict = await context.referee.judge(Hypothesis(text))
    covers = bool({fact.id for fact in hidden} & {*verdict.covered})
    return covers or verdict.unavailable is not None, verdict.usage


async def choose_hint(state: PuzzleTurn, runtime: Runtime[PuzzleContext]) -> PuzzleTurn:
    """Give the next rung in the order of this session; none is ever given twice.

    A rung whose facts and steps are all established is passed over, and the player is told so once.
    """
    context, game = runtime.context, puzzle_state(state)
    left, level = rungs_left(context.puzzle, game), next_rung(context.puzzle, game)
    assert level is not None  # check_hint_budget has made sure
    hint = context.puzzle.hints[level - 1]
    skipped = [passed for passed in left[: left.index(level)] if passed not in game["skipped"]]
    why, remaining = _why(context, game, level, skipped), hints_left(state) - 1
    given = HintGiven(level=level, text=hint.text, remaining=remaining, why=why)
    trace = HintTrace(facts=list(hint.facts), ideas=context.new_ideas(hint.text), skipped=skipped)
    return {"outbox": [Entry(given, trace)]}


def _why(context: PuzzleContext, game: PuzzleState, level: int, skipped: list[int]) -> str:
    """Explain why the hint is not the lowest rung that is left."""
    if skipped:
        key = "hint_why_known" if len(skipped) == 1 else "hint_why_known_many"
        return context.phrases.format(key, count=len(skipped))
    if game["given"] or level == min(rungs_left(context.puzzle, game)):
        return ""
    return context.phrases.format(f"hint_why_{game['leading']}") if game["leading"] else ""
