"""A player that answers at once, without a question: the control beside every other player."""

from collections.abc import Sequence

from echoes.core.log.events import ClarificationAsked, Event
from echoes.games.player import Move, PlayerSeat
from echoes.games.situation_puzzle.players.baseline import BaselinePlayer
from echoes.games.situation_puzzle.players.model import ModelPlayer
from echoes.games.situation_puzzle.players.registry import PlayerSettings


class AnswerOnlyPlayer:
    """A player that answers from the statement alone: by its model, or by repeating the statement.

    Args:
        seat: what it is given.
        settings: how a model plays.
    """

    name = "none"
    asks_a_model = True

    def __init__(self, seat: PlayerSeat, settings: PlayerSettings) -> None:
        self._inner: ModelPlayer | BaselinePlayer = (
            ModelPlayer(seat, settings) if seat.llm else BaselinePlayer(seat, settings)
        )
        self._answered = False

    async def move(self, events: Sequence[Event], turns_left: int) -> Move | None:
        """Return one final answer, then replies to what is asked back, then nothing."""
        asked_back = isinstance(events[-1] if events else None, ClarificationAsked)
        if self._answered and not asked_back:
            return None
        self._answered = True
        return await self._inner.move(events, 1)
