"""The hint flow: the authored ladder, one rung at a time, and behind it a model's."""

from typing import Any, Literal, cast

from langgraph.runtime import Runtime

from echoes.core.events import Draft
from echoes.core.usage import Usage
from echoes.games.base import TurnState
from echoes.games.rolling import History, empty_history
from echoes.games.situation_puzzle.budget import hints_left
from echoes.games.situation_puzzle.context import PuzzleContext, game_of, say
from echoes.games.situation_puzzle.referees.answers import Hypothesis
from echoes.games.situation_puzzle.state import PuzzleState

_TRIES = 2
_SHARE_OF_SECRET = 0.5
"""Of the ideas that only a hidden fact has; more of them give it away."""


async def check_hint_budget(state: TurnState, runtime: Runtime[PuzzleContext]) -> TurnState:
    """Say so when there is no hint left to give."""
    table, game = runtime.context, game_of(state)
    if hints_left(state):
        return {"outbox": []}
    if game["max_hints"] < len(table.puzzle.hints):
        return {"outbox": [say("hint", table.phrases.say("hint_limit", limit=game["max_hints"]))]}
    return {"outbox": [say("hint", table.phrases.say("no_hints"))]}


def route_by_budget(state: TurnState) -> Literal["choose_hint", "write_hint", "narrate"]:
    """To the ladder, to what is behind it, or to the words that there is no hint."""
    if state.get("outbox"):
        return "narrate"
    game = game_of(state)
    return "choose_hint" if game["hints"] < game["max_hints"] else "write_hint"


async def write_hint(state: TurnState, runtime: Runtime[PuzzleContext]) -> TurnState:
    """A further hint by a model that knows no secret; none that repeats or may give away is shown."""
    table, game = runtime.context, game_of(state)
    history = cast("History", state.get("history") or empty_history())
    lines = [*history["lines"], *history["tail"]]
    established = [f"{line['text']} — {line['kind']}" for line in lines if line["kind"] != "HINT"]
    given = [line["text"] for line in lines if line["kind"] == "HINT"]
    usage = Usage()
    for _ in range(_TRIES):
        written = await table.hint_writer.write(established, given)
        usage += written.usage
        if written.failed:
            failed = cast("Any", {"cause": written.failed, "usage": usage.model_dump()})
            return {"outbox": [{**say("hint", table.phrases.model_away), "trace": failed}]}
        if written.text not in given and not table.hint_writer.is_none(written.text):
            tells, looked = await _gives_away(table, game, written.text)
            usage += looked
            if not tells:
                return {"outbox": [_written(table, game, written.text, usage, hints_left(state))]}
        given.append(written.text)
    return {"outbox": [{**say("hint", table.phrases.no_hints), "trace": {"usage": usage.model_dump()}}]}


def _written(table: PuzzleContext, game: PuzzleState, text: str, usage: Usage, left: int) -> Draft:
    return {
        "event": "hint_given",
        "level": game["hints"] + 1,
        "text": text,
        "remaining": left - 1,
        "why": "",
        "trace": cast(
            "Any", {"facts": [], "ideas": table.new_ideas(text), "written": True, "usage": usage.model_dump()}
        ),
    }


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


async def choose_hint(state: TurnState, runtime: Runtime[PuzzleContext]) -> TurnState:
    """The next rung in the order of this session; none is ever given twice.

    A rung that only points at facts which are established already waits for the others.
    """
    table, game = runtime.context, game_of(state)
    order = game["hint_order"] or range(1, len(table.puzzle.hints) + 1)
    left = [level for level in order if level not in game["given"]]
    level = next((level for level in left if not _known(table, game, level)), left[0])
    hint = table.puzzle.hints[level - 1]
    return {
        "outbox": [
            {
                "event": "hint_given",
                "level": level,
                "text": hint.text,
                "remaining": hints_left(state) - 1,
                "why": _why(table, game, level, left),
                "trace": cast("Any", {"facts": list(hint.facts), "ideas": table.new_ideas(hint.text)}),
            }
        ]
    }


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
