"""Moves that leave a scene or end a score: which words are enough for them, and which only ask."""

import re
from collections.abc import Sequence

from echoes.games.heist.pack.scenes import Exit
from echoes.games.heist.pack.schema import Score
from echoes.games.heist.rules.people import people_here
from echoes.games.heist.state import HeistState
from echoes.games.heist.turn.matching import CLAUSES, bare_of, names_of, said_exactly
from echoes.games.heist.turn.open_move import OpenMove

_LEAVING = ("exit:", "retreat", "walk_away", "collapse")
_COSTLY = ("retreat", "walk_away", "collapse", "deal", "bargain:", "die:")
DENIED = re.compile(
    r"\b(?:not|never|without|instead of|avoid|neither|nor)\b|n['’]t\b"
    r"|(?<![特区个告分级性])别(?!的|人|处|墅|致|扭)"
    r"|(?<![差忍毫])不(?!声不响|慌|紧|动声色|露|知不觉|过|得不|管|停|断|再?犹豫|花代价|如|妨)"
)
_DOUBTED = re.compile(
    rf"{DENIED.pattern}|\bno\b|不|没|未|[?？]"
    r"|\b(?:should|shall|may|might|can|could|what if|whether|wonder)\b"
    r"|[吗呢么]\W*$|要不要|该不该|是不是|如果|要是"
    r"|\b(?:look|see|watch|read|study|studi|examin|inspect|peek|glanc|peer|view|star|gaz|observ)"
    r"(?:e?s|e?d|ing|e)?\b"
    r"|(?<!上)看(?![守门更管])|瞧|瞅|观察|打量|端详|翻到|翻翻|阅读|检查"
)


def leaves(move: OpenMove) -> bool:
    """Return whether a move leaves the scene or ends the score."""
    return move.key.startswith(_LEAVING)


def is_taken_by_words(score: Score, state: HeistState, move: OpenMove, message: str) -> bool:
    """Return whether a move that free words seem to mean may be made without asking.

    Args:
        score: that is played.
        state: before the message.
        move: the one that fits best.
        message: what the player sent, if it is neither a number nor the move's own words.
    """
    if move.key.startswith(_COSTLY):
        return False
    if not leaves(move):
        return True
    named = any(is_called(one.name, one.cues, message) for one in score.people.values())
    return not (_has_price(_exit_of(score, state, move)) or named or _DOUBTED.search(bare_of(message)))


def own_words(score: Score, state: HeistState, moves: Sequence[OpenMove], plain: str) -> str:
    """Return the key of the move that a message names in its own words; a cue alone pays no price."""
    key = said_exactly(moves, plain)
    move = next((one for one in moves if one.key == key), None)
    if move is None or plain in names_of(move):
        return key
    is_exit = key.startswith("exit:")
    has_price = _has_price(_exit_of(score, state, move)) if is_exit else key == "deal"
    return "" if has_price else key


def _exit_of(score: Score, state: HeistState, move: OpenMove) -> Exit:
    return score.scenes[state["scene"]].exits[move.key.removeprefix("exit:")]


def _has_price(way: Exit) -> bool:
    """Return whether an exit ends the score, costs something or moves a clock on."""
    effects = way.effects
    paid = (effects.stress, effects.heat, effects.wanted, effects.harm, *effects.ticks.values())
    return not way.to or effects.coin < 0 or any(price > 0 for price in paid)


def affirmed(message: str) -> str:
    """Return a message without the clauses that deny something."""
    clauses = [clause for clause in CLAUSES.split(message) if clause.strip()]
    kept = [clause for clause in clauses if not DENIED.search(bare_of(clause))]
    return message if len(kept) == len(clauses) else ", ".join(kept)


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
