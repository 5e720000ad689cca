"""Alternatives to a framed action: any open move of the scene closes the action and is made instead."""

from collections.abc import Sequence

from echoes.games.heist.narration.phrases import phrases_in
from echoes.games.heist.pack.schema import Score
from echoes.games.heist.state import HeistState
from echoes.games.heist.turn.intent import HeistIntent, OpenMove
from echoes.games.heist.turn.matching import says_whole
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


def use_not_on_offer(score: Score, state: HeistState, moves: Sequence[OpenMove], message: str) -> str:
    """Return the reason that what a message asks to put into an action is not on offer; empty for none.

    Args:
        score: that is played.
        state: before the message.
        moves: that are open; before an action, a flashback alone is asked for by its name.
        message: what the player sent.
    """
    if state["phase"] != "playing":
        return ""
    language, offered = score.language, {move.key.partition(":")[0] for move in moves}

    def is_said(cues: Sequence[str]) -> bool:
        return any(says_whole(language, message, cue) for cue in cues)

    if "flashback" not in offered and is_said(phrases_in(language).lists["flashback_names"]):
        return "no_flashback" if state["framing"] else "flashback_needs"
    missing = [kind for kind in _IMPROVEMENTS if state["framing"] and kind not in offered]
    return "no_use" if any(is_said(cues_of(language, kind)) for kind in missing) else ""
