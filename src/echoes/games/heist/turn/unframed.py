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


def unframed_intent(state: HeistState, behind: Sequence[OpenMove], meant: HeistIntent) -> HeistIntent | None:
    """Return the intent of a message that says nothing about a framed action; None for nothing.

    What was put into the action would be lost, so then it is asked first.

    Args:
        state: with the framed action.
        behind: the moves of the scene.
        meant: by the message, read as if nothing were framed.
    """
    framing = state["framing"]
    assert framing is not None
    same = f"approach:{framing['obstacle']}:{framing['approach']}"
    if meant.kind == "unknown" or meant.move == same:
        return None
    if not framing["used"] or meant.kind not in ("move", "choose"):
        return meant
    moves = meant.moves or [one for one in behind if one.key == meant.move][:1]
    return HeistIntent("choose", moves=moves, why="ask_instead")


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
