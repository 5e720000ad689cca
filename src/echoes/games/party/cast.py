"""The part of the state that holds the characters that were made."""

from collections.abc import Mapping, Sequence
from typing import TypeVar

from echoes.games.party import events as happened
from echoes.games.party.memory.summaries import SeatMemory
from echoes.games.party.rules.vitals import in_full_health
from echoes.games.party.state import CastCharacter, Kept, Making, PartyState

ValueT = TypeVar("ValueT")


def kept_in_state(kept: Sequence[happened.KeptCharacter]) -> list[Kept]:
    """Return characters of earlier adventures as plain data."""
    return [Kept(character=_plain(one.character), remembered=one.remembered) for one in kept]


def without_seat(values: Mapping[str, ValueT], seat: str) -> dict[str, ValueT]:
    """Return what belongs to the other seats."""
    return {one: value for one, value in values.items() if one != seat}


def cast_after(
    state: PartyState,
    event: happened.CharacterAsked
    | happened.CharacterKept
    | happened.CharacterMade
    | happened.CharacterJoined,
) -> PartyState:
    """Return the state after a step in the making of a character."""
    seat = event.seat
    match event:
        case happened.CharacterAsked():
            asked = Making(step=event.step, draft=_plain(event.draft))
            return {**state, "making": {**state["making"], seat: asked}}
        case happened.CharacterKept():
            return {**state, "making": without_seat(state["making"], seat)}
        case happened.CharacterMade():
            memory = state["memory"]
            own: SeatMemory = {**memory["seats"][seat], "summary": event.remembered, "before": ""}
            return {
                **state,
                "making": without_seat(state["making"], seat),
                "cast": {**state["cast"], seat: _plain(event.character)},
                "slots": {**state["slots"], seat: event.slots},
                "memory": {**memory, "seats": {**memory["seats"], seat: own}},
            }
        case _:
            memory = state["memory"]
            names = {**memory["names"], seat: event.character.name}
            return {
                **state,
                "vitals": {**state["vitals"], seat: in_full_health(event.hit_points)},
                "coins": {**state["coins"], seat: event.coins},
                "memory": {**memory, "names": names},
            }


def _plain(character: happened.MadeCharacter) -> CastCharacter:
    return {
        "name": character.name,
        "people": character.people,
        "calling": character.calling,
        "scores": character.scores,
        "skills": [*character.skills],
        "trait": character.trait,
        "want": character.want,
        "secret": character.secret,
    }
