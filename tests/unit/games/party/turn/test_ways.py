"""Ways as a seat knows them: it is told of none that it could not know, and shown to people by the way it took."""

from tests.unit.games.party.table import BUNDLED, Table

from echoes.games.party.state import PartyState
from echoes.games.party.turn.ways import closed_ways, ways_beyond, ways_to_others

FERRY = BUNDLED["low_water", "en"]


def standing(scene: str, *been: str) -> tuple[Table, PartyState]:
    """Return a table at which Ilse stands somewhere after she has been to some places."""
    table = Table()
    at, seen = {**table.state["at"], "ilse": scene}, {**table.state["been"], "ilse": [*been, scene]}
    return table, {**table.state, "at": at, "been": seen}


def test_a_way_that_is_not_found_yet_is_closed_until_it_is():
    table = Table(FERRY)
    table.state = {**table.state, "at": dict.fromkeys(FERRY.party, "reeds")}
    assert [way.key for way in closed_ways(FERRY, table.state, "jory")] == ["go:channel"]
    found: PartyState = {**table.state, "flags": {"channel_found": ["jory"]}}
    assert closed_ways(FERRY, found, "jory") == []
    assert [way.key for way in closed_ways(FERRY, found, "neve")] == ["go:channel"], "who does not know it"


def test_beyond_are_the_ways_from_places_that_the_seat_has_been_to_and_no_others():
    table, state = standing("house", "square")
    beyond = ways_beyond(table.module, state, "ilse")
    assert {way.key for way in beyond} == {"go:square"}
    assert "Walk out to the mill" in {way.text for way in beyond}
    table, state = standing("house")
    assert ways_beyond(table.module, state, "ilse") == []


def test_people_whom_one_has_met_are_where_one_met_them():
    table, state = standing("house", "square")
    assert ways_to_others(table.module, state, "ilse") == {"warden": "go:square"}
    table, state = standing("square", "house")
    assert ways_to_others(table.module, state, "ilse") == {"keeper": "go:house"}


def test_a_companion_is_where_it_was_seen_going_until_it_is_seen_again():
    table = Table()
    table.move("go:loft")  # Ilse
    assert ways_to_others(table.module, table.state, "tobit")["ilse"] == "go:loft"
    table.move("go:loft")  # Tobit
    assert "ilse" not in ways_to_others(table.module, table.state, "tobit")
    assert ways_to_others(table.module, table.state, "pip")["tobit"] == "go:loft"
