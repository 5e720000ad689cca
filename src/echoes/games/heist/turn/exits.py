"""Moves that leave a scene or end a score: which words are enough for them, and which only ask."""

import re
from collections.abc import Sequence

from echoes.games.heist.pack.scenes import Exit
from echoes.games.heist.pack.schema import Score
from echoes.games.heist.rules.people import people_here
from echoes.games.heist.state import HeistState
from echoes.games.heist.turn.matching import bare_of, names_of, said_exactly
from echoes.games.heist.turn.open_move import OpenMove


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


def is_called(name: str, cues: tuple[str, ...], message: str) -> bool:
    """Return whether a message is addressed to somebody by name."""
    called = "|".join(re.escape(bare_of(word)) for word in (name, *cues))
    bare = bare_of(message)
    end = r"\s*(?:[,:、!.。]|\W*$)"
    return bool(re.search(rf"^\W*(?:{called}){end}|[,!]\s*(?:{called}){end}", bare))


def person_called(score: Score, state: HeistState, message: str) -> str:
    """Return the one person there who is addressed by name; empty for nobody."""
    here = people_here(score, state) if state["mood"] == "scene" else []
    called = [key for key, one in here if is_called(one.name, one.cues, message)]
    return called[0] if len(called) == 1 else ""
