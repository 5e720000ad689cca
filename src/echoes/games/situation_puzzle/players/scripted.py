"""The player that follows a script."""

from collections.abc import Iterator, Sequence

from echoes.core.events import Event
from echoes.games.player import Move, PlayerSeat
from echoes.games.situation_puzzle.players.registry import PlayerSettings


class ScriptedPlayer:
    """A player that says the lines of a script, one a message."""

    name = "scripted"
    asks_a_model = False

    def __init__(self, seat: PlayerSeat, settings: PlayerSettings) -> None:
        self._lines: Iterator[str] = iter(seat.script)

    async def move(self, events: Sequence[Event], turns_left: int) -> Move | None:
        """Return the next line."""
        line = next(self._lines, None)
        return None if line is None else Move(line)
