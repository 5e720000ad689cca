"""The hint flow: the authored ladder, one rung at a time."""

from typing import Any, Literal, cast

from langgraph.runtime import Runtime

from echoes.games.base import TurnState
from echoes.games.situation_puzzle.context import PuzzleContext, game_of, say


async def check_hint_budget(state: TurnState, runtime: Runtime[PuzzleContext]) -> TurnState:
    """Say so when there is no hint left to give."""
    table, given = runtime.context, game_of(state)["hints"]
    if given < table.hints_left:
        return {"outbox": []}
    if given < len(table.puzzle.hints):
        return {"outbox": [say("hint", table.phrases.say("hint_limit", limit=table.hints_left))]}
    return {"outbox": [say("hint", table.phrases.say("no_hints"))]}


def route_by_budget(state: TurnState) -> Literal["choose_hint", "guard_disclosure"]:
    """To the hint, or to the words that there is none."""
    return "guard_disclosure" if state.get("outbox") else "choose_hint"


async def choose_hint(state: TurnState, runtime: Runtime[PuzzleContext]) -> TurnState:
    """The next rung of the ladder; none is ever given twice."""
    table, given = runtime.context, game_of(state)["hints"]
    hint = table.puzzle.hints[given]
    return {
        "outbox": [
            {
                "event": "hint_given",
                "level": given + 1,
                "text": hint.text,
                "remaining": table.hints_left - given - 1,
                "trace": cast("Any", {"facts": list(hint.facts), "ideas": table.new_ideas(hint.text)}),
            }
        ]
    }
