"""AI players without a model: they see what a person in their seat sees."""

import random
import re
from collections.abc import Sequence

from echoes.core.events import ClarificationAsked, Event
from echoes.games.context_window import Part
from echoes.games.party.events import Handout, MovesOffered, TableOption
from echoes.games.player import Move, PlayerSeat

_KEPT_BACK = ("tell:", "use:", "cast:", "parley:", "guard:", "flee:")
"""Kinds of moves that a character may hold back."""


class RandomCompanion:
    """Makes any of the moves that are offered, with equal chance.

    Args:
        seat: with the seed.
    """

    name = "random"
    asks_a_model = False

    def __init__(self, seat: PlayerSeat) -> None:
        self._chance = random.Random(f"{seat.seed}/{seat.seat}")
        self._options: Sequence[TableOption] = ()

    async def move(self, events: Sequence[Event], turns_left: int) -> Move | None:
        """Return the number of a move; None where nothing is offered."""
        last = events[-1] if events else None
        if isinstance(last, ClarificationAsked):
            return Move("1")
        offers = [event for event in events if isinstance(event, MovesOffered)]
        self._options = offers[-1].options if offers else self._options
        return Move(str(self.choose(self._options).n)) if self._options else Move("/help")

    def choose(self, options: Sequence[TableOption]) -> TableOption:
        """Return one of the moves."""
        return self._chance.choice(options)


class Companion(RandomCompanion):
    """Looks and asks where it is, tells its secret when it is time, and goes on when nothing is new.

    It accuses last, and whom the clues name that it has seen itself.
    """

    name = "companion"

    def __init__(self, seat: PlayerSeat) -> None:
        super().__init__(seat)
        self._done: dict[str, int] = {}
        self._clues, self._look = "", seat.look
        self._rather_not: Sequence[str] = ()

    async def move(self, events: Sequence[Event], turns_left: int) -> Move | None:
        """Return the number of a move; None where nothing is offered."""
        given = [event.cards for event in events if isinstance(event, Handout) and event.kind == "clue"]
        found = [card.text for cards in given for card in cards]
        self._clues = " ".join([self._clues, *found]).casefold()
        offers = [event for event in events if isinstance(event, MovesOffered)]
        if offers and any(option.key.startswith(_KEPT_BACK) for option in offers[-1].options):
            self._rather_not = (await self._look()).items(Part.NOTES)
        return await super().move(events, turns_left)

    def choose(self, options: Sequence[TableOption]) -> TableOption:
        """Return the move that the seat has made least often, of the most useful kind."""
        options = [option for option in options if option.text not in self._rather_not] or options
        ranks = {"use": 0, "tell": 1, "try": 1, "talk": 1, "line": 1, "go": 2, "accuse": 3, "wait": 4}
        ranks |= {"join": 0, "tend": 0, "cast": 0, "parley": 0, "flee": 0, "attack": 1}
        ranks |= {"guard": 3, "shove": 3}

        def rank(option: TableOption) -> int:
            return ranks.get(option.key.partition(":")[0], 9) + 2 * self._done.get(option.key, 0)

        least = min(rank(option) for option in options)
        best = [option for option in options if rank(option) == least]
        named = [self._mentions(option) if option.key.startswith("accuse:") else 0 for option in best]
        chosen = self._chance.choice([one for one, n in zip(best, named, strict=True) if n == max(named)])
        self._done[chosen.key] = self._done.get(chosen.key, 0) + 1
        return chosen

    def _mentions(self, option: TableOption) -> int:
        """Return how often the clues name the suspect, who stands behind the colon of the option."""
        name = re.split(r": |：", option.text)[-1].casefold()
        words: list[str] = re.findall(r"[a-z]{4,}", name)
        words += [name[at : at + 2] for at in range(len(name) - 1) if "\u4e00" <= name[at] <= "\u9fff"]
        return max((self._clues.count(word) for word in words), default=0)
