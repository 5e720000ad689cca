"""Marks in what only one seat may know: whom they concern sees them, and nobody else before the end."""

from tests.unit.games.party.table import BUNDLED

from echoes.bench.party.secrecy import canaries_hidden_from, leaks_among, strings_of, with_canaries
from echoes.games.party.pack.random_walk import begun_table
from echoes.games.party.pack.schema import MASTER


def test_marks_are_hidden_from_all_but_whom_they_concern():
    module = with_canaries(BUNDLED["low_water", "en"])
    state = begun_table(module, "seed")
    sheet = strings_of(module.party["jory"].model_dump())
    assert leaks_among([sheet], canaries_hidden_from(module, state, "neve")) == ["sheet"]
    assert leaks_among([sheet], canaries_hidden_from(module, state, "")) == ["sheet"]
    assert not leaks_among([sheet], canaries_hidden_from(module, state, "jory"))
    assert not leaks_among([sheet], canaries_hidden_from(module, state, MASTER))
    state["ended"] = "clear"
    assert not canaries_hidden_from(module, state, "neve")
