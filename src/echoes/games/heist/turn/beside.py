"""Meanings beside the open moves: commands in plain words, and deeds that wait for the end of a scene."""

from echoes.games.heist.narration.phrases import phrases_in
from echoes.games.heist.state import HeistState
from echoes.games.heist.turn.intent import HeistIntent
from echoes.games.heist.turn.open_move import OpenMove

COMMAND_KEY, LATER_KEY = "/", "later:"


def beside_moves(language: str, state: HeistState) -> list[OpenMove]:
    """Return the meanings beside the open moves; none of them is ever offered.

    Args:
        language: of the session.
        state: before the message.
    """
    groups = phrases_in(language).list_groups
    said = {f"{COMMAND_KEY}{name}": words for name, words in groups["command_words"].items()}
    if state["mood"] in ("scene", "action"):
        said |= {f"{LATER_KEY}{name}": words for name, words in groups["later_words"].items()}
    return [OpenMove(key, words[0], tuple(words[1:])) for key, words in said.items()]


def beside_intent(key: str) -> HeistIntent:
    """Return the intent of what was meant beside the open moves."""
    if key.startswith(COMMAND_KEY):
        return HeistIntent("command", key.removeprefix(COMMAND_KEY))
    return HeistIntent("unknown", why="only_between")
