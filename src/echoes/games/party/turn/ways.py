"""Ways as a seat knows them: those that are closed, those beyond, and those to people and companions."""

from collections.abc import Iterator

from echoes.games.party.pack.parts import WayOut
from echoes.games.party.pack.schema import Module
from echoes.games.party.rules.predicates import holds_at_table
from echoes.games.party.state import PartyState
from echoes.games.party.turn.party_move import PartyMove


def closed_ways(module: Module, state: PartyState, seat: str) -> list[PartyMove]:
    """Return the ways out of where a seat is that are not open to it."""
    exits = module.scenes[state["at"][seat]].exits
    return [
        PartyMove(f"go:{key}", way.label, way.cues)
        for key, way in exits.items()
        if not holds_at_table(way.when, state, seat)
    ]


def ways_beyond(module: Module, state: PartyState, seat: str) -> list[PartyMove]:
    """Return the ways on from places that a seat has been to, each under the move with which it sets out."""
    direct = {way.to for _, way in _open_ways(module, state, seat, state["at"][seat])}
    return [
        PartyMove(f"go:{first}", way.label, way.cues)
        for first, way, steps in _known_ways(module, state, seat)
        if steps > 1 and way.to not in direct
    ]


def ways_to_others(module: Module, state: PartyState, seat: str) -> dict[str, str]:
    """Return the move on the way to each person whom a seat has met, and companion whom it saw leaving."""
    first: dict[str, str] = {}
    for key, way, _ in _known_ways(module, state, seat):
        first.setdefault(way.to, f"go:{key}")
    titles = {scene.title: key for key, scene in module.scenes.items()}
    seen = {one: titles.get(title, "") for one, title in state["known"][seat]["went"].items()}
    for scene in state["been"][seat]:
        for who in module.scenes[scene].present:
            seen.setdefault(who, scene)
    return {who: first[scene] for who, scene in seen.items() if scene in first}


def _known_ways(module: Module, state: PartyState, seat: str) -> Iterator[tuple[str, WayOut, int]]:
    """Yield the open ways from places that a seat knows, the nearest first: first step, way, length."""
    here = state["at"][seat]
    reached = [("", here, 0)]
    found = {here}
    for first, scene, steps in reached:  # grows: from the nearest places to the farthest
        for key, way in _open_ways(module, state, seat, scene):
            if way.to in found:
                continue
            yield first or key, way, steps + 1
            found.add(way.to)
            if way.to in state["been"][seat]:
                reached.append((first or key, way.to, steps + 1))


def _open_ways(module: Module, state: PartyState, seat: str, scene: str) -> Iterator[tuple[str, WayOut]]:
    for key, way in module.scenes[scene].exits.items():
        if holds_at_table(way.when, state, seat):
            yield key, way
