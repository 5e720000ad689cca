"""An AI player of heists that says what a script says."""

from collections.abc import Sequence

from echoes.core.events import Event
from echoes.games.player import Move, PlayerSeat


class ScriptedScoundrel:
    """Says the lines of a script, one after the other.

    Args:
        seat: with the script.
    """

    name = "scripted"
    asks_a_model = False

    def __init__(self, seat: PlayerSeat) -> None:
        self._lines = iter(seat.script)

    async def move(self, events: Sequence[Event], turns_left: int) -> Move | None:
        """Return the next line; None at the end."""
        line = next(self._lines, None)
        return Move(line) if line is not None else None
