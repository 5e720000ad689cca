"""A seeded random walk through a module: what went wrong, and what was never reached."""

from collections.abc import Iterator, Set
from functools import partial

from echoes.core.log.entries import Entry
from echoes.core.seats.events import SeatTaken
from echoes.games.party.events import PartyEnded, PartyTrace
from echoes.games.party.events.session import PartyStartTrace
from echoes.games.party.opening import table_opening
from echoes.games.party.pack.schema import MASTER, Module
from echoes.games.party.reducer import table_after
from echoes.games.party.rules.accusing import NOBODY
from echoes.games.party.rules.play import PartyPlay
from echoes.games.party.state import PartyState, new_table, seat_to_act
from echoes.games.party.turn.passing import moves_at_table
from echoes.games.party.turn.respond import make_table_move
from echoes.games.world.play import Play
from echoes.games.world.walk import Walk, walk_often

_WALKS = 180
_LED = 6
"""One walk for so many is added in which a person leads; what it reaches does not count."""


def walk_module(module: Module, seed: int, walks: int = _WALKS) -> list[str]:
    """Play a module at random, as `walk_often` does, with a master too."""
    led = [_walk(module, f"{seed}/led/{n}", set(), False, led=True) for n in range(walks // _LED)]
    problems = [f"walk {n} with a master: {one}" for n, one in enumerate(led) if one]
    return [*problems, *walk_often(partial(_walk, module), [*_wanted(module)], seed, walks)]


def _wanted(module: Module) -> Iterator[str]:
    yield from (f"scene {key}" for key in module.scenes)
    yield from (f"ending {key}" for key in module.endings)
    yield from (f"feature {scene}.{key}" for scene, spec in module.scenes.items() for key in spec.features)
    yield from (f"topic {who}.{key}" for who, person in module.people.items() for key in person.topics)


def begun_table(module: Module, seed: str) -> PartyState:
    """Return the state of a game that has just begun."""
    started, trace = table_opening(module, "party", PartyStartTrace(seed=seed))
    return table_after(new_table(module), Entry(started, trace))


class _ModuleWalk(Walk[PartyState, PartyTrace]):
    """One walk, `led` by a person or not."""

    def __init__(self, module: Module, seed: str, led: bool) -> None:
        state = begun_table(module, seed)
        if led:
            state = table_after(state, Entry(SeatTaken(seat=MASTER, by=MASTER, holder="person")))
        super().__init__(seed, state)
        self._module, self._seat, self._texts = module, "", dict[str, str]()

    def choose(self, reached: Set[str]) -> str:
        """Return a move of the seat whose turn it is."""
        [self._seat] = seat_to_act(self._module, self.state)
        moves = moves_at_table(self._module, self.state, self._seat)
        self._texts = {move.key: move.text for move in moves}
        weights = [_weight(self._module, self.state, self._seat, move.key) for move in moves]
        [move] = self.chance.choices(moves, weights)
        return move.key

    def make(self, key: str) -> PartyPlay:
        """Return the play of a move."""
        play = PartyPlay(self._module, self.state, self._seat)
        make_table_move(play, key, self._texts[key])
        return play

    def reached_by(self, play: Play[PartyState, PartyTrace]) -> set[str]:
        """Return scenes, features, topics and the ending."""
        return _reached(play)

    def where(self) -> str:
        """Return the scene of the seat whose turn it is."""
        return self.state["at"].get(self._seat, self._seat)


def _walk(module: Module, seed: str, reached: set[str], is_shy: bool, led: bool = False) -> str:
    return _ModuleWalk(module, seed, led).run(reached, is_shy)


def _weight(module: Module, state: PartyState, seat: str, key: str) -> float:
    """Return the weight of a move: what is new is likelier than going about, and waiting is rare."""
    kind, _, what = key.partition(":")
    if kind == "go":
        way = module.scenes[state["at"][seat]].exits[what]
        return 0.7 if way.to in state["been"][seat] else 2
    if key == f"accuse:{NOBODY}":
        return 12
    if kind == "talk":
        return 0.2 if what in state["heard"][seat] else 3
    return {"wait": 0.1, "accuse": 1.5}.get(kind, 3)


def _reached(play: Play[PartyState, PartyTrace]) -> set[str]:
    ends = (one.event for one in play.entries() if isinstance(one.event, PartyEnded))
    return {
        *(f"scene {scene}" for scene in play.state["at"].values()),
        *(f"feature {key}" for key, how in play.state["tried"].items() if how == "done"),
        *(f"topic {key}" for key in play.state["told"]),
        *(f"ending {one.details.ending}" for one in ends),
    }
