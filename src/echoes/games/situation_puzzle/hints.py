"""The hint flow: the authored ladder, one rung at a time."""

from typing import Any, Literal, cast

from langgraph.runtime import Runtime

from echoes.games.base import TurnState
from echoes.games.situation_puzzle.context import PuzzleContext, game_of, say


async def check_hint_budget(state: TurnState, runtime: Runtime[PuzzleContext]) -> TurnState:
    """Say so when there is no hint left to give."""
    table, game = runtime.context, game_of(state)
    if game["hints"] < game["max_hints"]:
        return {"outbox": []}
    if game["max_hints"] < len(table.puzzle.hints):
        return {"outbox": [say("hint", table.phrases.say("hint_limit", limit=game["max_hints"]))]}
    return {"outbox": [say("hint", table.phrases.say("no_hints"))]}


def route_by_budget(state: TurnState) -> Literal["choose_hint", "narrate"]:
    """To the hint, or to the words that there is none."""
    return "narrate" if state.get("outbox") else "choose_hint"


async def choose_hint(state: TurnState, runtime: Runtime[PuzzleContext]) -> TurnState:
    """The next rung of the ladder; none is ever given twice."""
    table, game = runtime.context, game_of(state)
    given = game["hints"]
    hint = table.puzzle.hints[given]
    return {
        "outbox": [
            {
                "event": "hint_given",
                "level": given + 1,
                "text": hint.text,
                "remaining": game["max_hints"] - given - 1,
                "trace": cast("Any", {"facts": list(hint.facts), "ideas": table.new_ideas(hint.text)}),
            }
        ]
    }
