"""Settings of tables: how much each seat is shown."""

import pytest
from pydantic import ValidationError
from tests.unit.games.party.table import BUNDLED, Table

from echoes.games.party.agents.windows import leader_window, teller_window
from echoes.games.party.opening import rooms_at_table
from echoes.games.party.settings import PartySettings, SeatTokens
from echoes.games.party.turn.window import seat_window

SMALL = PartySettings.model_validate({"context_tokens": "small"}).context_tokens


def test_one_character_may_be_shown_less_than_the_others():
    module = BUNDLED["low_water", "en"]
    usual = rooms_at_table(module, SeatTokens())
    own = rooms_at_table(module, SeatTokens(seats={"neve": 5_000}))
    assert own["neve"] < usual["neve"]
    assert {**own, "neve": 0} == {**usual, "neve": 0}


@pytest.mark.parametrize("name", sorted(BUNDLED), ids="-".join)
def test_a_small_table_has_room_for_every_sheet_of_the_bundled_modules(name: tuple[str, str]):
    table = Table(BUNDLED[name])
    assert leader_window(table.module, table.state, [], SMALL.master).tokens <= SMALL.master
    assert teller_window(table.module, [], table.module.first, (), SMALL.narrator).tokens <= SMALL.narrator
    for seat in table.module.party:
        tokens = SMALL.of(seat)
        assert seat_window(table.module, table.state, [], seat, tokens).tokens <= tokens


def test_no_other_word_stands_for_sizes():
    with pytest.raises(ValidationError):
        PartySettings.model_validate({"context_tokens": "tiny"})
