"""Seeded random walks through a scenario: what went wrong, and what was never reached."""

import random
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence, Set
from functools import reduce
from typing import ClassVar, Generic, TypeVar

from echoes.core.errors import EchoesError
from echoes.core.log.events import Trace
from echoes.games.world.play import Play

StateT = TypeVar("StateT", bound=Mapping[str, object])
TraceT = TypeVar("TraceT", bound=Trace)
_PROBLEMS, _SHARE_OF_SHY = 5, 6
"""The most problems that are listed, and of how many walks one is added where an ending was not reached."""
_BREAKS = (EchoesError, KeyError, ValueError, AssertionError, StopIteration)
"""What goes wrong in a walk by the fault of a scenario or of the rules."""

WalkOnce = Callable[[str, set[str], bool], str]
"""Plays a game with a seed, adds what it reaches (such as `scene quay`), and returns what went wrong.

Who is shy takes back each move that would end the game in a way that all walks have seen.
"""


def walk_often(walk: WalkOnce, wanted: Sequence[str], seed: int, walks: int) -> list[str]:
    """Play a scenario at random, again and again; return problems and what was never reached, a line each.

    Args:
        walk: plays it once.
        wanted: all that can be reached.
        seed: of all that is left to chance.
        walks: how often.
    """
    reached: set[str] = set()
    problems = [(n, walk(f"{seed}/{n}", reached, False)) for n in range(walks)]
    for number in range(walks // _SHARE_OF_SHY):
        if any(one.startswith("ending ") and one not in reached for one in wanted):
            walk(f"{seed}/shy/{number}", reached, True)
    found = [f"walk {n}: {problem}" for n, problem in problems if problem]
    return [*found[:_PROBLEMS], *(f"never reached: {one}" for one in wanted if one not in reached)]


class Walk(ABC, Generic[StateT, TraceT]):
    """One walk; each kind of game says which moves it has and what they reach.

    Its state says under `ended` whether the game is over.

    Args:
        seed: of all that is left to chance.
        state: of a game that has just begun.
    """

    longest: ClassVar[int] = 400
    """The number of moves within which it has to end."""

    def __init__(self, seed: str, state: StateT) -> None:
        self.chance, self.state = random.Random(seed), state

    @abstractmethod
    def choose(self, reached: Set[str]) -> str:
        """Return the key of one of the open moves, where there is one.

        Args:
            reached: what all walks have reached so far.
        """

    @abstractmethod
    def make(self, key: str) -> Play[StateT, TraceT]:
        """Return the play of a move."""

    @abstractmethod
    def reached_by(self, play: Play[StateT, TraceT]) -> set[str]:
        """Return all that a move has reached, an ending as `ending ID`."""

    def where(self) -> str:
        """Return the place of the player, for whoever reads what went wrong."""
        return ""

    def run(self, reached: set[str], is_shy: bool = False) -> str:
        """Play to the end; return what went wrong, empty for nothing.

        Args:
            reached: what all walks have reached so far; it is added to.
            is_shy: whether each move is taken back that would end the game in a way that is known.
        """
        for _ in range(self.longest):
            if self.state["ended"]:
                return ""
            key = "the open moves"
            try:
                if not (key := self.choose(reached)):
                    return f"no move is open in '{self.where()}'"
                play = self.make(key)
            except _BREAKS as error:
                return f"{key} in '{self.where()}': {error!r}"
            if reduce(play.after, play.entries(), self.state) != play.state:
                return f"{key} in '{self.where()}': the state does not follow from the log"
            found = self.reached_by(play)
            if is_shy and {one for one in found if one.startswith("ending ")} & reached:
                continue
            self.state = play.state
            reached |= found
        return f"it did not end within {self.longest} moves"
