"""AI players of stories without a model: they see what a person sees."""

import random
from collections.abc import Sequence

from echoes.core.log.events import ClarificationAsked, Event, Option
from echoes.games.player import Move, PlayerSeat
from echoes.games.story.events import StoryOption, StoryStarted, SuggestionsOffered


class RandomReader:
    """Takes any of what is at hand, with equal chance.

    Args:
        seat: with the seed.
    """

    name = "random"
    asks_a_model = False

    def __init__(self, seat: PlayerSeat) -> None:
        self._chance = random.Random(seat.seed)
        self._options: Sequence[Option] = ()

    async def move(self, events: Sequence[Event], turns_left: int) -> Move | None:
        """Return the number of an option; None where nothing is offered."""
        for event in events:
            if isinstance(event, StoryStarted | SuggestionsOffered | ClarificationAsked):
                self._options = event.options
        return Move(str(self.choose(self._options).n)) if self._options else None

    def choose(self, options: Sequence[Option]) -> Option:
        """Return one of the options."""
        return self._chance.choice(options)


class CuriousReader(RandomReader):
    """Wants to know: asks and looks before it acts, and does the same thing twice only where it must."""

    name = "curious"

    def __init__(self, seat: PlayerSeat) -> None:
        super().__init__(seat)
        self._done: list[str] = []

    def choose(self, options: Sequence[Option]) -> Option:
        """Return the moves not made yet, questions first; now and then anything."""
        keyed = [option for option in options if isinstance(option, StoryOption)]
        fresh = [option for option in keyed if option.key not in self._done]
        asking = [option for option in fresh if option.key.startswith(("ask:", "look:"))]
        chosen = self._chance.choice(asking or fresh or options)
        if isinstance(chosen, StoryOption) and not chosen.key.startswith("go:"):
            self._done.append(chosen.key)
        return chosen
