"""The outcome of one message: who is named before words that the author wrote."""

import pytest
from tests.unit.games.party.table import Table

from echoes.games.party.rules.play import PartyPlay

WHO = "warden"


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("“Dry feet,” she says.", "the warden"),
        ("“Dry feet,” says the warden.", ""),
        ("The warden turns away.", ""),
    ],
)
def test_no_name_stands_before_words_that_say_who_speaks(text: str, name: str):
    table = Table()
    assert PartyPlay(table.module, table.state, "ilse").speaker(WHO, text) == name
