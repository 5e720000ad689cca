"""The hint flow: the authored ladder, one rung at a time, then hints by a model."""

from typing import Literal

from langgraph.runtime import Runtime

from echoes.core.entries import Entry
from echoes.core.usage import Usage
from echoes.games.history_summary import empty_history
from echoes.games.situation_puzzle.events import HintGiven
from echoes.games.situation_puzzle.referees.types import Hypothesis
from echoes.games.situation_puzzle.state import PuzzleState
from echoes.games.situation_puzzle.traces import CommandTrace, HintTrace
from echoes.games.situation_puzzle.turn.budget import hints_left
from echoes.games.situation_puzzle.turn.context import PuzzleContext, PuzzleTurn, command_result, puzzle_state

_TRIES = 2
_SHARE_OF_SECRET = 0.5
"""The share of a hidden fact's own ideas above which a hint gives it away."""


async def check_hint_budget(state: PuzzleTurn, runtime: Runtime[PuzzleContext]) -> PuzzleTurn:
    """Say so when there is no hint left to give."""
    context, game = runtime.context, puzzle_state(state)
    if hints_left(state):
        return {"outbox": []}
    if game["max_hints"] < len(context.puzzle.hints):
        return {
            "outbox": [command_result("hint", context.phrases.format("hint_limit", limit=game["max_hints"]))]
        }
    none = "no_hints" if context.puzzle.hints else "without_hints"
    return {"outbox": [command_result("hint", context.phrases.format(none))]}


def route_by_budget(state: PuzzleTurn) -> Literal["choose_hint", "write_hint", "narrate"]:
    """Route to the ladder, to the model's hints, or to the message that there is no hint."""
    if state.get("outbox"):
        return "narrate"
    game = puzzle_state(state)
    return "choose_hint" if game["hints"] < game["max_hints"] else "write_hint"


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
    return Entry(HintGiven(level=game["hints"] + 1, text=text, remaining=left - 1), trace)


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

    A rung whose facts and steps are all established already comes after the others.
    """
    context, game = runtime.context, puzzle_state(state)
    order = game["hint_order"] or range(1, len(context.puzzle.hints) + 1)
    left = [level for level in order if level not in game["given"]]
    level = next((level for level in left if not _known(context, game, level)), left[0])
    hint = context.puzzle.hints[level - 1]
    why, remaining = _why(context, game, level, left), hints_left(state) - 1
    given = HintGiven(level=level, text=hint.text, remaining=remaining, why=why)
    return {"outbox": [Entry(given, HintTrace(facts=list(hint.facts), ideas=context.new_ideas(hint.text)))]}


def _known(context: PuzzleContext, game: PuzzleState, level: int) -> bool:
    hint = context.puzzle.hints[level - 1]
    told = (*hint.facts, *hint.steps)
    return bool(told) and all(fact in game["facts"] for fact in told)


def _why(context: PuzzleContext, game: PuzzleState, level: int, left: list[int]) -> str:
    """Explain why the hint is not the lowest rung that is left."""
    if level != left[0]:
        return context.phrases.hint_why_known
    if level == min(left) or game["given"]:
        return ""
    return context.phrases.format(f"hint_why_{game['leading']}") if game["leading"] else ""
