"""Going in or on: the one way that is open, which of them, or that none is."""

from collections.abc import Sequence

from echoes.games.heist.pack.schema import Score
from echoes.games.heist.state import HeistState
from echoes.games.heist.turn.exits import has_price
from echoes.games.heist.turn.intent import HeistIntent
from echoes.games.heist.turn.open_move import OpenMove


def onward(score: Score, state: HeistState, moves: Sequence[OpenMove]) -> HeistIntent | None:
    """Return the intent to go in or on: the one open way, a choice among several, or none."""
    if any(move.key == "go" for move in moves):
        return HeistIntent("move", "go")
    if state["mood"] != "scene" or any(move.key.startswith("way:") for move in moves):
        return None
    ways = [move for move in moves if move.key.startswith("exit:")]
    if len(ways) == 1 and not has_price(score, state, ways[0]):
        return HeistIntent("move", ways[0].key)
    if ways:
        return HeistIntent("choose", moves=ways, why="ask_meant" if len(ways) == 1 else "ask_which")
    return HeistIntent("unknown", why="no_way_yet")
