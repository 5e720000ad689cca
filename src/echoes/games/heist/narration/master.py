"""The model as the game master's voice; written after the game stands without it."""

from collections.abc import Sequence
from typing import Any

from echoes.games.heist.rules.play import Play
from echoes.games.heist.turn.context import HeistContext
from echoes.games.heist.turn.interpret import Intent
from echoes.games.heist.turn.options import OpenMove


class Master:
    """A placeholder."""

    def __init__(self, context: HeistContext, state: Any) -> None:
        self._context, self._state = context, state

    async def framed(self, play: Play, moves: Sequence[OpenMove], intent: Intent, message: str) -> Intent:
        """Return the intent as it is."""
        return intent

    async def word_outcomes(self, play: Play) -> None:
        """Do nothing."""
