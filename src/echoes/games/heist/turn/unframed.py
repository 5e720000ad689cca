"""Alternatives to a framed action: any open move of the scene closes the action and is made instead."""

from collections.abc import Sequence

from echoes.games.heist.pack.schema import Score
from echoes.games.heist.state import HeistState
from echoes.games.heist.turn.intent import HeistIntent
from echoes.games.heist.turn.matching import says_whole
from echoes.games.heist.turn.open_move import OpenMove
from echoes.games.heist.turn.option_words import cues_of
from echoes.games.heist.turn.options import open_moves

_IMPROVEMENTS = ("push", "trade", "assist", "flashback", "deal")


def without_framing(state: HeistState) -> HeistState:
    """Return the state as it would be if the framed action were let be."""
    return {**state, "mood": "scene", "framing": None}


def unframed_moves(score: Score, state: HeistState) -> list[OpenMove]:
    """Return the moves of the scene, for whoever would rather do something else than what is framed.

    Args:
        score: that is played.
        state: between two messages.
    """
    return open_moves(score, without_framing(state)) if state["framing"] else []


def is_framed(state: HeistState, move: OpenMove) -> bool:
    """Return whether a move is the action that is framed."""
    framing = state["framing"]
    return framing is not None and move.key == f"approach:{framing['obstacle']}:{framing['approach']}"


def unframed_intent(state: HeistState, behind: Sequence[OpenMove], meant: HeistIntent) -> HeistIntent:
    """Return the intent of a message that is meant to do something else than what is framed.

    What was put into the action would be lost, so then it is asked first; the same is not framed again.

    Args:
        state: with the framed action.
        behind: the moves of the scene.
        meant: by the message: one of these moves.
    """
    framing, moves = state["framing"], [one for one in behind if one.key == meant.move][:1]
    if moves and is_framed(state, moves[0]):
        return HeistIntent("unknown", why="framed_already")
    return HeistIntent("choose", moves=moves, why="ask_instead") if framing and framing["used"] else meant


def asks_for_no_use(language: str, moves: Sequence[OpenMove], message: str) -> bool:
    """Return whether a message asks for something to be put in that is not on offer: used, or of no use.

    Args:
        language: of the session.
        moves: that are open beside the dice.
        message: what the player sent.
    """
    offered = {move.key.partition(":")[0] for move in moves}
    missing = (kind for kind in _IMPROVEMENTS if kind not in offered)
    return any(says_whole(language, message, cue) for kind in missing for cue in cues_of(language, kind))
