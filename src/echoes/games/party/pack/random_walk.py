"""A seeded random walk through a module: what went wrong, and what was never reached."""

import random
from collections.abc import Iterator
from functools import partial, reduce

from echoes.core.errors import EchoesError
from echoes.core.log.entries import Entry
from echoes.core.seats.events import SeatTaken
from echoes.games.packs.random_walk import walk_often
from echoes.games.party.events import PartyEnded
from echoes.games.party.events.session import PartyStartTrace
from echoes.games.party.opening import table_opening
from echoes.games.party.pack.schema import MASTER, Module
from echoes.games.party.reducer import table_after
from echoes.games.party.rules.accusing import NOBODY
from echoes.games.party.rules.play import PartyPlay
from echoes.games.party.state import PartyState, new_table, seat_to_act
from echoes.games.party.turn.passing import moves_at_table
from echoes.games.party.turn.respond import make_table_move

_WALKS, _LONGEST = 180, 400
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


def _walk(module: Module, seed: str, reached: set[str], is_shy: bool, led: bool = False) -> str:
    """Play one game, `led` by a person or not."""
    chance, state = random.Random(seed), begun_table(module, seed)
    if led:
        state = table_after(state, Entry(SeatTaken(seat=MASTER, by=MASTER, holder="person")))
    for _ in range(_LONGEST):
        if state["ended"]:
            return ""
        [seat] = seat_to_act(module, state)
        moves = moves_at_table(module, state, seat)
        weights = [_weight(module, state, seat, move.key) for move in moves]
        [move] = chance.choices(moves, weights)
        play = PartyPlay(module, state, seat)
        try:
            make_table_move(play, move.key, move.text)
        except (EchoesError, KeyError, AssertionError, ValueError) as error:
            return f"{move.key} in '{state['at'].get(seat, seat)}': {error!r}"
        if reduce(table_after, play.entries(), state) != play.state:
            return f"{move.key} in '{state['at'].get(seat, seat)}': the state does not follow from the log"
        found = _reached(play)
        if is_shy and play.state["ended"] and found <= reached:
            continue
        state = play.state
        reached |= found
    return f"goes on after {_LONGEST} turns"


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


def _reached(play: PartyPlay) -> set[str]:
    ends = (one.event for one in play.entries() if isinstance(one.event, PartyEnded))
    return {
        *(f"scene {scene}" for scene in play.state["at"].values()),
        *(f"feature {key}" for key, how in play.state["tried"].items() if how == "done"),
        *(f"topic {key}" for key in play.state["told"]),
        *(f"ending {one.details.ending}" for one in ends),
    }
