"""The hint flow: the authored ladder, one rung at a time."""

from typing import Any, Literal, cast

from langgraph.runtime import Runtime

from echoes.games.base import TurnState
from echoes.games.situation_puzzle.context import PuzzleContext, game_of, say
from echoes.games.situation_puzzle.state import PuzzleState


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
                "remaining": game["max_hints"] - game["hints"] - 1,
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
