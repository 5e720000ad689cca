"""Sayings: whole messages that mean one thing, as phrases list them."""

import re
from collections.abc import Sequence
from functools import lru_cache

from echoes.games.heist.narration.phrases import phrases_in
from echoes.games.heist.state import HeistState
from echoes.games.heist.turn.options import OpenMove

_MEANT = {"aftermath": (("accept", "agrees"), ("accept", "accepts"), ("resist", "resists")),
          "action": (("drop", "lets_be"),)}  # fmt: skip
"""By mood, the moves that sayings mean."""


def is_said(language: str, name: str, plain: str) -> bool:
    """Return whether a message is one of the sayings of this name, and nothing else."""
    return bool(sayings(language, name).fullmatch(plain))


@lru_cache(maxsize=32)
def sayings(language: str, name: str) -> re.Pattern[str]:
    """Return a pattern for the sayings of a name."""
    return re.compile("|".join(phrases_in(language).list_groups["sayings"][name]))


def said_move(language: str, state: HeistState, moves: Sequence[OpenMove], plain: str) -> str:
    """Return the key of the open move that a saying means in this mood; empty for none.

    Args:
        language: of the session.
        state: before the message.
        moves: that are open.
        plain: the message without case and marks around it.
    """
    keys = {move.key for move in moves}
    meant = (key for key, name in _MEANT.get(state["mood"], ()) if is_said(language, name, plain))
    return next((key for key in meant if key in keys), "")
