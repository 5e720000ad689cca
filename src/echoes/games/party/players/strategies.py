"""AI players without a model: they see what a person in their seat sees."""

import random
import re
from collections.abc import Sequence

from echoes.core.log.events import ClarificationAsked, Event
from echoes.games.context_window import Part
from echoes.games.party.events import (
    CharacterActed,
    CharacterAsked,
    CharacterKept,
    CharacterMade,
    Handout,
    MovesOffered,
    SheetDealt,
    VotesCounted,
)
from echoes.games.party.phrases import table_phrase
from echoes.games.party.players.bearings import Bearings, names_in
from echoes.games.party.rules.accusing import NOBODY
from echoes.games.player import Move, PlayerSeat
from echoes.games.world.events import MoveOption

_KEPT_BACK = ("tell:", "use:", "cast:", "parley:", "guard:", "flee:")
"""Kinds of moves that a character may hold back."""
_RANKS = {
    kind: rank
    for rank, kinds in enumerate(
        ("use join tend cast parley flee", "tell try talk line attack", "go", "accuse guard shove", "wait")
    )
    for kind in kinds.split()
}
"""Which kinds of moves come first."""
_LEANS_TO = {
    "bold": ("try", "attack", "join"),
    "careful": ("try", "flee"),
    "kind": ("talk", "tend"),
    "curious": ("try",),
    "sly": ("talk", "cast", "flee"),
    "dutiful": ("tell", "attack"),
}
"""The kinds of moves that a temperament prefers among others of their rank."""
_PATIENCE = 2
"""Turns that a character still asks about, once somebody has voted."""
_FORGIVING, _LETS_GO = ("kind", "sly", "careful"), 8
"""Who lets somebody go unless so many clues name them."""


class RandomCompanion:
    """Makes any of the moves that are offered, with equal chance.

    Args:
        seat: with the seed.
    """

    name = "random"
    asks_a_model = False

    def __init__(self, seat: PlayerSeat) -> None:
        self._chance = random.Random(f"{seat.seed}/{seat.seat}")
        self._options: Sequence[MoveOption] = ()
        self._making: Event | None = None

    async def move(self, events: Sequence[Event], turns_left: int) -> Move | None:
        """Return the number of a move; None where nothing is offered."""
        last = events[-1] if events else None
        if isinstance(last, ClarificationAsked):
            return Move("1")
        making = [
            one
            for one in events
            if isinstance(one, CharacterAsked | CharacterKept | CharacterMade | MovesOffered)
        ]
        self._making = making[-1] if making else self._making
        if isinstance(self._making, CharacterAsked):  # whoever began has gone: the rest as it suits
            return Move("1" if self._making.step == "who" else str(self._making.options[-1].n))
        offers = [event for event in events if isinstance(event, MovesOffered)]
        self._options = offers[-1].options if offers else self._options
        return Move(str(self.choose(self._options).n)) if self._options else Move("/help")

    def choose(self, options: Sequence[MoveOption]) -> MoveOption:
        """Return one of the moves."""
        return self._chance.choice(options)


class Companion(RandomCompanion):
    """Looks and asks where it is, tells its secret when it is time, and goes on when nothing is new.

    Among moves of a rank it takes what serves an errand, and then what its temperament leans to. It accuses
    last, but keeps no voter waiting for long, and whom the clues name that it has seen itself; the forgiving
    rather nobody, unless many clues do.
    On a second ballot it gives way, or does not: to whom is chance.
    """

    name = "companion"

    def __init__(self, seat: PlayerSeat) -> None:
        super().__init__(seat)
        self._done: dict[str, int] = {}
        self._clues, self._look = "", seat.look
        self._rather_not: Sequence[str] = ()
        self._tied: tuple[str, ...] = ()
        self._others_vote, self._waited, self._language = False, 0, seat.started.lang
        self._temperament, self._bearings = "", Bearings(seat.seat)

    async def move(self, events: Sequence[Event], turns_left: int) -> Move | None:
        """Return the number of a move; None where nothing is offered."""
        for event in events:
            self._bearings.note(event)
            if isinstance(event, SheetDealt):
                self._temperament = event.temperament
            elif isinstance(event, CharacterActed):
                self._others_vote |= event.text == table_phrase(self._language, "votes", name=event.name)
            elif isinstance(event, VotesCounted):
                self._tied = tuple({vote.suspect_name for vote in event.votes})
            elif isinstance(event, Handout) and event.kind == "clue":
                self._clues = " ".join([self._clues, *(card.text for card in event.cards)]).casefold()
        offers = [event for event in events if isinstance(event, MovesOffered)]
        if offers and any(option.key.startswith(_KEPT_BACK) for option in offers[-1].options):
            self._rather_not = (await self._look()).items(Part.NOTES)
        return await super().move(events, turns_left)

    def choose(self, options: Sequence[MoveOption]) -> MoveOption:
        """Return the move that the seat has made least often, of the most useful kind."""
        options = [option for option in options if option.text not in self._rather_not] or options
        votes = [option for option in options if option.key.startswith("accuse:")]
        self._waited += bool(votes) and self._others_vote
        if votes and self._waited > _PATIENCE:
            options = votes
        if way := self._bearings.way_to_errand(options):
            options = [way, *(option for option in options if self._rank(option) < 1)]
        least = min(map(self._rank, options))
        best = [option for option in options if self._rank(option) == least]
        weights = [self._weight(option) for option in best]
        chosen = self._chance.choice([one for one, n in zip(best, weights, strict=True) if n == max(weights)])
        self._done[chosen.key] = self._done.get(chosen.key, 0) + 1
        self._bearings.set_out(chosen)
        return chosen

    def _rank(self, option: MoveOption) -> int:
        """Return the rank of a move; a higher one comes later."""
        kind = option.key.partition(":")[0]
        return _RANKS.get(kind, 9) + 2 * (kind != "accuse" and self._done.get(option.key, 0))

    def _weight(self, option: MoveOption) -> int:
        """Return the appeal of a move to the seat among others of its rank."""
        kind, _, what = option.key.partition(":")
        if kind != "accuse":
            return (kind in _LEANS_TO.get(self._temperament, ())) + 2 * self._bearings.serves_errand(option)
        if self._tied:
            return what == NOBODY or option.text.endswith(self._tied)
        if what == NOBODY:
            return _LETS_GO if self._temperament in _FORGIVING else 1
        return self._mentions(option)

    def _mentions(self, option: MoveOption) -> int:
        """Return the number of clues that name the suspect, who stands behind the colon of the option."""
        return max(
            (self._clues.count(word) for word in names_in(re.split(r": |：", option.text)[-1])), default=0
        )
