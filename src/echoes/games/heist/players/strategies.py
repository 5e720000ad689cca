"""AI players of heists without a model: cautious, greedy, random. They see what a person sees."""

import random
from collections.abc import Sequence
from dataclasses import dataclass

from echoes.core.log.events import ClarificationAsked, Event
from echoes.games.heist.events import (
    ActionFramed,
    DiceThrown,
    DieOffer,
    DieSpent,
    HeistOption,
    HeistStarted,
    OptionsOffered,
    StressChanged,
)
from echoes.games.heist.rules.tables import STARTING_DICE
from echoes.games.player import Move, PlayerSeat

_CHEAP_TIERS = {"critical": 5, "success": 4, "partial": 2, "bad": 0, "disaster": -4}
_CALM, _EASY = 5, 2


@dataclass
class ScoundrelView:
    """The latest that a player has seen: the options, the dice at hand and how many, and its stress."""

    options: Sequence[HeistOption] = ()
    dice: Sequence[DieOffer] = ()
    used: int = 0
    stress: int = 0
    pool: int = 0

    def follow(self, events: Sequence[Event]) -> None:
        """Take note of events."""
        for event in events:
            match event:
                case HeistStarted() | OptionsOffered():
                    self.options = event.options
                case ActionFramed():
                    self.dice, self.used = event.dice, len(event.used)
                case StressChanged():
                    self.stress = event.new
                case DieSpent():
                    self.pool = len(event.pool)
                case DiceThrown(pool=list() as pool):
                    self.pool = len(pool)
                case _:
                    pass

    def numbered(self, *kinds: str) -> list[HeistOption]:
        """Return the options whose keys begin so."""
        return [option for option in self.options if option.key.startswith(kinds)]


class RandomScoundrel:
    """Does anything that is open, with equal chance.

    Args:
        seat: with the seed.
    """

    name = "random"
    asks_a_model = False

    def __init__(self, seat: PlayerSeat) -> None:
        self._chance = random.Random(seat.seed)
        self._sight = ScoundrelView()

    async def move(self, events: Sequence[Event], turns_left: int) -> Move | None:
        """Return the number of an option."""
        self._sight.follow(events)
        if any(isinstance(event, ClarificationAsked) for event in events):
            return Move("1")
        chosen = self.choose(self._sight)
        return Move(str(chosen.n)) if chosen else None

    def choose(self, sight: ScoundrelView) -> HeistOption | None:
        """Return one of the options; None where there is none."""
        fair = [option for option in sight.options if option.key != "walk_away"] or sight.options
        return self._chance.choice(fair) if fair else None


class CautiousScoundrel(RandomScoundrel):
    """Spends the dice that cost least, takes help, resists what it can, and rests whenever it may."""

    name = "cautious"
    _rested = STARTING_DICE

    def choose(self, sight: ScoundrelView) -> HeistOption | None:
        """Return the option that risks least."""
        if dice := sight.numbered("die:"):
            if sight.used == 0 and sight.stress < _CALM and (help_ := sight.numbered("assist", "gear:")):
                return help_[0]
            return max(zip(dice, sight.dice, strict=True), key=lambda pair: _safety(pair[1]))[0]
        if sight.numbered("accept"):
            may = sight.numbered("resist") if sight.stress < _CALM else []
            return (may or sight.numbered("accept"))[0]
        for wanted in ("exit:", "bargain:heat", "bargain:debt", "bargain:ticks", "retreat_", "way:pay"):
            if found := sight.numbered(wanted):
                return found[0]
        if (rest := sight.numbered("do:")) and (activity := self._activity(sight, rest)):
            return activity
        if found := sight.numbered("go", "approach:", "plan:", "detail:", "ready"):
            calm = [option for option in found if option.key.startswith("approach:")] or found
            return self._chance.choice(calm)
        return super().choose(sight)

    def _activity(self, sight: ScoundrelView, rest: Sequence[HeistOption]) -> HeistOption | None:
        free = [option for option in rest if "1 coin" not in option.text and "1 枚" not in option.text]
        if not free:
            return None
        wanted = "do:vice" if sight.stress >= _CALM else "do:recover" if sight.pool < self._rested else ""
        return next((option for option in free if option.key == wanted), None)


def _safety(offer: DieOffer) -> float:
    return _CHEAP_TIERS[offer.tier] - offer.stress - offer.heat


class GreedyScoundrel(CautiousScoundrel):
    """Wants all of it: spends its best dice first, pushes for more, and leaves nothing undone in a scene."""

    name = "greedy"
    _rested = 3

    def choose(self, sight: ScoundrelView) -> HeistOption | None:
        """Return the option that promises most."""
        if dice := sight.numbered("die:"):
            wanted = ("deal", "push") if sight.stress < _EASY else ("gear:", "deal")
            if sight.used < 1 and (more := sight.numbered(*wanted)):
                return more[0]
            return max(zip(dice, sight.dice, strict=True), key=lambda pair: pair[1].die)[0]
        if found := sight.numbered("approach:"):
            return self._chance.choice(found)
        if found := sight.numbered("accept", "bargain:debt", "bargain:heat", "bargain:stress"):
            return found[0]
        if ways := sight.numbered(
            "exit:"
        ):  # with nothing left undone, all ways are open: which promises most?
            return self._chance.choice(ways)
        return super().choose(sight)
