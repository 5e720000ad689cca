"""The hint flow: the authored ladder, one rung at a time, and behind it a model's."""

from typing import Literal

from langgraph.runtime import Runtime

from echoes.core.entries import Entry
from echoes.core.usage import Usage
from echoes.games.rolling import empty_history
from echoes.games.situation_puzzle.budget import hints_left
from echoes.games.situation_puzzle.context import PuzzleContext, PuzzleTurn, game_of, say
from echoes.games.situation_puzzle.events import HintGiven
from echoes.games.situation_puzzle.referees.answers import Hypothesis
from echoes.games.situation_puzzle.state import PuzzleState
from echoes.games.situation_puzzle.traces import CommandTrace, HintTrace

_TRIES = 2
_SHARE_OF_SECRET = 0.5
"""Of the ideas that only a hidden fact has; more of them give it away."""


async def check_hint_budget(state: PuzzleTurn, runtime: Runtime[PuzzleContext]) -> PuzzleTurn:
    """Say so when there is no hint left to give."""
    table, game = runtime.context, game_of(state)
    if hints_left(state):
        return {"outbox": []}
    if game["max_hints"] < len(table.puzzle.hints):
        return {"outbox": [say("hint", table.phrases.say("hint_limit", limit=game["max_hints"]))]}
    return {"outbox": [say("hint", table.phrases.say("no_hints"))]}


def route_by_budget(state: PuzzleTurn) -> Literal["choose_hint", "write_hint", "narrate"]:
    """To the ladder, to what is behind it, or to the words that there is no hint."""
    if state.get("outbox"):
        return "narrate"
    game = game_of(state)
    return "choose_hint" if game["hints"] < game["max_hints"] else "write_hint"


async def write_hint(state: PuzzleTurn, runtime: Runtime[PuzzleContext]) -> PuzzleTurn:
    """A further hint by a model that knows no secret; none that repeats or may give away is shown."""
    table, game = runtime.context, game_of(state)
    history = state.get("history") or empty_history()
    lines = [*history["lines"], *history["tail"]]
    established = [f"{line['text']} — {line['kind']}" for line in lines if line["kind"] != "HINT"]
    given = [line["text"] for line in lines if line["kind"] == "HINT"]
    usage = Usage()
    for _ in range(_TRIES):
        written = await table.hint_writer.write(established, given)
        usage += written.usage
        if written.failed:
            failed = CommandTrace(cause=written.failed, usage=usage)
            return {"outbox": [say("hint", table.phrases.model_away, failed)]}
        if written.text not in given and not table.hint_writer.is_none(written.text):
            tells, looked = await _gives_away(table, game, written.text)
            usage += looked
            if not tells:
                return {"outbox": [_written(table, game, written.text, usage, hints_left(state))]}
        given.append(written.text)
    return {"outbox": [say("hint", table.phrases.no_hints, CommandTrace(usage=usage))]}


def _written(table: PuzzleContext, game: PuzzleState, text: str, usage: Usage, left: int) -> Entry:
    trace = HintTrace(facts=[], ideas=table.new_ideas(text), written=True, usage=usage)
    return Entry(HintGiven(level=game["hints"] + 1, text=text, remaining=left - 1), trace)


async def _gives_away(table: PuzzleContext, game: PuzzleState, text: str) -> tuple[bool, Usage]:
    """Whether a hint states a hidden core fact, by words and by the referee; and what that cost."""
    puzzle, reader = table.puzzle, table.reader
    hidden = [fact for fact in puzzle.judged_facts if fact.core and fact.id not in game["facts"]]
    known = reader.ideas("\n".join((puzzle.title, puzzle.statement, *puzzle.public_facts)))
    known |= frozenset(game["ideas"])
    said = reader.ideas(text)
    for fact in hidden:
        secret = reader.ideas(fact.statement) - known
        if secret and len(secret & said) > _SHARE_OF_SECRET * len(secret):
            return True, Usage()
    verdict = await table.referee.judge(Hypothesis(text))
    covers = bool({fact.id for fact in hidden} & {*verdict.covered})
    return covers or verdict.unavailable is not None, verdict.usage


async def choose_hint(state: PuzzleTurn, runtime: Runtime[PuzzleContext]) -> PuzzleTurn:
    """The next rung in the order of this session; none is ever given twice.

    A rung that only points at facts which are established already waits for the others.
    """
    table, game = runtime.context, game_of(state)
    order = game["hint_order"] or range(1, len(table.puzzle.hints) + 1)
    left = [level for level in order if level not in game["given"]]
    level = next((level for level in left if not _known(table, game, level)), left[0])
    hint = table.puzzle.hints[level - 1]
    why, remaining = _why(table, game, level, left), hints_left(state) - 1
    given = HintGiven(level=level, text=hint.text, remaining=remaining, why=why)
    return {"outbox": [Entry(given, HintTrace(facts=list(hint.facts), ideas=table.new_ideas(hint.text)))]}


def _known(table: PuzzleContext, game: PuzzleState, level: int) -> bool:
    facts = table.puzzle.hints[level - 1].facts
    return bool(facts) and all(fact in game["facts"] for fact in facts)


def _why(table: PuzzleContext, game: PuzzleState, level: int, left: list[int]) -> str:
    """Why it is not the lowest rung that is left."""
    if level != left[0]:
        return table.phrases.hint_why_known
    if level == min(left) or game["given"]:
        return ""
    return table.phrases.say(f"hint_why_{game['leading']}") if game["leading"] else ""
