"""A seeded random walk through a game of moves, in which all seats take turns."""

from collections.abc import Set
from typing import Generic

from echoes.games.reading.move import WordedMove
from echoes.games.world.events import WorldEnded, WorldTrace
from echoes.games.world.pack import WorldT
from echoes.games.world.play import Play
from echoes.games.world.rules import WorldRules
from echoes.games.world.state import WorldStateT
from echoes.games.world.walk import Walk, walk_often
from echoes.games.world.world_play import WorldPlay

_WALKS = 120
_FRESH = 4
"""How many times likelier a move is that was not made yet."""


def walk_world(
    game: WorldRules[WorldT, WorldStateT], scenario: WorldT, seed: int, walks: int = _WALKS
) -> list[str]:
    """Play a scenario at random, as `walk_often` does.

    Args:
        game: of the scenario.
        scenario: that is played.
        seed: of all that is left to chance.
        walks: how often.
    """
    groups = (("place", scenario.places), ("secret", scenario.secrets), ("ending", scenario.endings))
    wanted = [f"{kind} {key}" for kind, keys in groups for key in keys]

    def walk(seed: str, reached: set[str], is_shy: bool) -> str:
        return _WorldWalk(game, scenario, seed).run(reached, is_shy)

    return walk_often(walk, wanted, seed, walks)


class _WorldWalk(Walk[WorldStateT, WorldTrace], Generic[WorldT, WorldStateT]):
    """One walk."""

    def __init__(self, game: WorldRules[WorldT, WorldStateT], scenario: WorldT, seed: str) -> None:
        super().__init__(seed, game.initial_state(scenario))
        self._game, self._scenario, self._seat = game, scenario, ""
        self._moves: dict[str, WordedMove] = {}
        self._seats = game.seats(scenario) or ("",)

    def choose(self, reached: Set[str]) -> str:
        """Return a move of one of the seats; one that is new is likelier."""
        seats = self._game.may_act(self._scenario, self.state) or self._seats
        plays = {seat: self._game.play(self._scenario, self.state, seat) for seat in seats}
        opened = {
            seat: [move for move in self._game.moves(play) if move.is_open] for seat, play in plays.items()
        }
        self._seat = self.chance.choice([seat for seat in seats if opened[seat]] or [*seats])
        self._moves = {move.key: move for move in opened[self._seat]}
        made = self.state["made"][self._seat]
        weights = [1 if key in made else _FRESH for key in self._moves]
        return self.chance.choices([*self._moves], weights)[0] if self._moves else ""

    def make(self, key: str) -> WorldPlay[WorldT, WorldStateT]:
        """Return the play of a move."""
        play = self._game.play(self._scenario, self.state, self._seat)
        play.begin(self._moves[key])
        self._game.make(play, self._moves[key])
        return play

    def reached_by(self, play: Play[WorldStateT, WorldTrace]) -> set[str]:
        """Return places, secrets and the ending."""
        at = {f"place {play.state['at'][seat]}" for seat in self._seats}
        known = {f"secret {key}" for learned in play.state["knows"].values() for key in learned}
        ends = {f"ending {one.details.ending}" for one in play.events() if isinstance(one, WorldEnded)}
        return at | known | ends

    def where(self) -> str:
        """Return the place of the seat."""
        return self.state["at"].get(self._seat, "")
