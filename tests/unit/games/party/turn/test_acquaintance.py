"""A seat hears by name only of those whom it has met, or heard or read of."""

import pytest
from tests.unit.games.party.table import BUNDLED, Table, read_by

from echoes.games.party.rules.effects import enter, learn_secret
from echoes.games.party.rules.play import PartyPlay
from echoes.games.party.turn.acquaintance import people_known


@pytest.mark.parametrize(
    ("language", "message"), [("en", "talk to the smuggler"), ("en", "look at Mags"), ("zh", "问马嫂船的事")]
)
def test_nobody_learns_a_name_by_asking_for_somebody_unmet(language: str, message: str):
    table = Table(BUNDLED["low_water", language])

    def reading(seat: str) -> str:
        return read_by(PartyPlay(table.module, table.state, seat), message).key

    assert reading("neve") == ""
    assert reading("jory") == "mags"  # of whom his secret tells


def test_whoever_is_met_or_named_is_known_from_then_on():
    table = Table(BUNDLED["low_water", "en"])
    play = PartyPlay(table.module, table.state, "neve")
    assert {"bram", "quill"} == {*people_known(play.module, play.state, "neve")}
    enter(play, "heron", ["neve"])
    assert "sorrel" in people_known(play.module, play.state, "neve")
    assert "sorrel" not in people_known(play.module, play.state, "ash")
    learn_secret(play, "whistle", ["ash"])
    assert {"bram", "quill", "mags"} == {*people_known(play.module, play.state, "ash")}
