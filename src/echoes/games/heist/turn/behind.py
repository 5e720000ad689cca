"""The scene behind a framed action: what is open there closes the action, and is done instead."""

from collections.abc import Sequence

from echoes.games.heist.pack.schema import Score
from echoes.games.heist.state import HeistState
from echoes.games.heist.turn.intent import HeistIntent
from echoes.games.heist.turn.open_move import OpenMove
from echoes.games.heist.turn.options import open_moves


def without_framing(state: HeistState) -> HeistState:
    """Return the state as it would be if the framed action were let be."""
    return {**state, "mood": "scene", "framing": None}


def moves_behind(score: Score, state: HeistState) -> list[OpenMove]:
    """Return the moves of the scene, for whoever would rather do something else than what is framed.

    Args:
        score: that is played.
        state: between two messages.
    """
    return open_moves(score, without_framing(state)) if state["framing"] else []


def instead(state: HeistState, behind: Sequence[OpenMove], meant: HeistIntent) -> HeistIntent | None:
    """Return what a message means that says nothing about a framed action; None for nothing.

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
