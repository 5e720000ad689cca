"""The part of the state that says who plays whom."""

from collections.abc import Sequence

from echoes.core.log.events import Event
from echoes.core.seats.events import SeatChange, SeatTaken
from echoes.core.seats.seating import person_mark
from echoes.games.party import events as happened
from echoes.games.party.memory.summaries import SeatMemory
from echoes.games.party.pack.schema import MASTER
from echoes.games.party.rules.vitals import in_full_health
from echoes.games.party.state import CastCharacter, Casting, Kept, Making, PartyState


def begun_casting(
    casting: Casting, event: happened.PartyStarted, kept: Sequence[happened.KeptCharacter]
) -> Casting:
    """Return the cast, player by character, as a table begins, with the characters that its player kept."""
    owner = [event.player_id, person_mark(event.player_id, event.session_id)]
    plain = [Kept(character=_plain(one.character), remembered=one.remembered) for one in kept]
    return {**casting, "owner": owner, "kept": plain}


def seated_after(state: PartyState, event: SeatChange) -> PartyState:
    """Return the state after somebody sat down or got up: who leads, and whose seats are guests'."""
    casting, seat, sits = state["casting"], event.seat, isinstance(event, SeatTaken)
    if seat == MASTER:
        if isinstance(event, SeatTaken) and event.holder != "person":
            return state
        acted = list(dict.fromkeys([*state["acted"], MASTER])) if sits else state["acted"]
        return {**state, "master": sits, "acted": acted}
    others = [one for one in casting["guests"] if one != seat]
    # An AI player that goes on for a guest who has left finishes a guest's character; the host does not.
    is_guest = (event.person or event.by) not in casting["owner"] if sits else seat in casting["guests"]
    if seat in casting["guests"] and not is_guest:
        casting = without_making(casting, seat)
    return {**state, "casting": {**casting, "guests": [*others, seat] if is_guest else others}}


def without_making(casting: Casting, seat: str) -> Casting:
    """Return the cast, player by character, after a seat has done with making its character."""
    making = {one: value for one, value in casting["making"].items() if one != seat}
    return {**casting, "making": making}


def cast_after(state: PartyState, event: Event) -> PartyState:
    """Return the state after a step in the making of a character; as it was after any other event."""
    casting, memory = state["casting"], state["memory"]
    match event:
        case happened.CharacterAsked(seat=seat):
            asked = Making(step=event.step, draft=_plain(event.draft))
            return {**state, "casting": {**casting, "making": {**casting["making"], seat: asked}}}
        case happened.CharacterKept(seat=seat):
            return {**state, "casting": without_making(casting, seat)}
        case happened.CharacterMade(seat=seat):
            own: SeatMemory = {**memory["seats"][seat], "summary": event.remembered, "before": ""}
            made = {**casting["made"], seat: _plain(event.character)}
            return {
                **state,
                "casting": {**without_making(casting, seat), "made": made},
                "slots": {**state["slots"], seat: event.slots},
                "memory": {**memory, "seats": {**memory["seats"], seat: own}},
            }
        case happened.CharacterJoined(seat=seat):
            return {
                **state,
                "vitals": {**state["vitals"], seat: in_full_health(event.hit_points)},
                "coins": {**state["coins"], seat: event.coins},
                "memory": {**memory, "names": {**memory["names"], seat: event.character.name}},
            }
        case _:
            return state


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
