"""An AI player of Pig: it banks what is worth keeping."""

from collections.abc import Sequence

from echoes.core.log.events import Event
from echoes.games.player import Move, PlayerSeat
from echoes_pig.events import DieRolled

ENOUGH = 12


class Cautious:
    """Rolls until it has gathered enough."""

    name = "cautious"
    asks_a_model = False

    def __init__(self, seat: PlayerSeat) -> None:
        self._gathered = 0

    async def move(self, events: Sequence[Event], turns_left: int) -> Move | None:
        """The next message."""
        last = next((event for event in reversed(events) if isinstance(event, DieRolled)), None)
        self._gathered = last.gathered if last else 0
        return Move("bank" if self._gathered >= ENOUGH else "roll")
