"""Flashbacks in the player's own words: they belong to an action, and to what a score has prepared for it."""

from collections.abc import Sequence

from echoes.games.heist.state import HeistState
from echoes.games.heist.turn.intent import HeistIntent
from echoes.games.heist.turn.open_move import OpenMove
from echoes.games.heist.turn.sayings import is_said


def flashback_intent(
    language: str, state: HeistState, moves: Sequence[OpenMove], plain: str
) -> HeistIntent | None:
    """Return the reply to words that call themselves a flashback, and fit none.

    Args:
        language: of the session.
        state: before the message.
        moves: that are open.
        plain: the message without case and marks around it.
    Returns:
        None where a flashback is open, or the words are none.
    """
    if state["phase"] != "playing" or not is_said(language, "flashes_back", plain):
        return None
    if any(move.key.startswith("flashback:") for move in moves):
        return None
    return HeistIntent("unknown", why="no_flashback" if state["framing"] else "flashback_needs")
