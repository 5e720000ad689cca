"""Moves that leave a scene or end a score: which words are enough for them, and which only ask."""

from collections.abc import Sequence

from echoes.games.heist.pack.scenes import Exit
from echoes.games.heist.pack.schema import Score
from echoes.games.heist.state import HeistState
from echoes.games.heist.turn.intent import HeistIntent, OpenMove
from echoes.games.heist.turn.matching import names_of, said_exactly


def own_words(score: Score, state: HeistState, moves: Sequence[OpenMove], plain: str) -> str:
    """Return the key of the move that a message names in its own words; a cue alone pays no price."""
    key = said_exactly(moves, plain)
    move = next((one for one in moves if one.key == key), None)
    if move is None or plain in names_of(move):
        return key
    return "" if key == "deal" or has_price(score, state, move) else key


def has_price(score: Score, state: HeistState, move: OpenMove) -> bool:
    """Return whether a move is an exit that ends the score, costs something or moves a clock on."""
    kind, _, exit_key = move.key.partition(":")
    return kind == "exit" and _costs(score.scenes[state["scene"]].exits[exit_key])


def _costs(way: Exit) -> bool:
    effects = way.effects
    paid = (effects.stress, effects.heat, effects.wanted, effects.harm, *effects.ticks.values())
    return not way.to or effects.coin < 0 or any(price > 0 for price in paid)


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
