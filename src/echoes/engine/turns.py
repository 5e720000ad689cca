"""How a turn ends: its entries are numbered and folded into the state, whatever the game."""

from collections.abc import Iterable, Sequence
from typing import Any, cast

from echoes.core.entries import Entry, number_turns
from echoes.core.events import TurnsUndone
from echoes.core.history import active, last_turns, usage_of
from echoes.core.protocols import JsonObject
from echoes.core.usage import Usage
from echoes.games.base import AnyGame
from echoes.games.rolling import empty_history, remember
from echoes.games.scenario import Scenario
from echoes.games.turn_state import TurnState, turn_schema

CLOSE_TURN = "close_turn"
"""The engine's own node, which ends every game's graph."""


def turn_graph(game: AnyGame) -> Any:
    """The graph of one message of a game, not compiled."""
    from langgraph.graph import END, StateGraph

    async def close_turn(state: TurnState[Any]) -> TurnState[Any]:
        numbered = number_turns(state.get("outbox", ()), state.get("turn", 0))
        return {**_folded(game, state, numbered), "outbox": numbered}

    graph: Any = cast("Any", StateGraph)(turn_schema())
    graph.add_node(CLOSE_TURN, close_turn)
    graph.add_edge(CLOSE_TURN, END)
    game.add_nodes(graph, CLOSE_TURN)
    return graph


def fold(game: AnyGame, scenario: Scenario, entries: Sequence[Entry]) -> TurnState[Any]:
    """The graph's state after a log: the game's own, and its history."""
    start = TurnState[Any](game=game.initial_state(scenario))
    folded = _folded(game, start, active(entries))
    return {**folded, "spent": spent_on(entries), "entries": len(entries)}


def follow(game: AnyGame, state: TurnState[Any], entries: Sequence[Entry]) -> TurnState[Any]:
    """The state after entries that were appended and take nothing back.

    Args:
        game: whose state it is.
        state: before, as `fold` made it.
        entries: behind it in the log.
    """
    return {**state, **_folded(game, state, entries)}


def undoing(game: AnyGame, scenario: Scenario, entries: Sequence[Entry], count: int) -> Entry:
    """The entry that takes back the last turns, with the progress that is left."""
    turns, before = last_turns(entries, count), active(entries)
    left = [entry for entry in before if entry.event.turn not in turns]
    was, state = (fold(game, scenario, part).get("game") for part in (before, left))
    last = max(entry.event.turn for entry in entries)
    undone = TurnsUndone(turns=turns, progress=game.progress(scenario, state), turn=last)
    return Entry(undone, game.kept(was))


def spent_on(entries: Iterable[Entry], before: JsonObject | None = None) -> JsonObject:
    """What entries have cost, and what was spent before, as usage."""
    spent = Usage.model_validate(before or {})
    return sum(map(usage_of, entries), spent).model_dump()


def _folded(game: AnyGame, state: TurnState[Any], entries: Sequence[Entry]) -> TurnState[Any]:
    own, history = state.get("game", {}), state.get("history") or empty_history()
    for entry in entries:
        own = game.evolve(own, entry)
        # What everybody is told of the past holds nothing that was for some only.
        history = history if entry.event.audience else remember(history, entry, game)
    return {
        "game": own,
        "history": history,
        "spent": spent_on(entries, state.get("spent")),
        "entries": state.get("entries", 0) + len(entries),
    }
