"""Characters take what they remember to another adventure, and not to the same one again."""

import pytest
from tests.unit.games.party.table import MODULES, Table

from echoes.core.entries import Entry
from echoes.core.records import GameFacts
from echoes.games.party.ending import give_up_table
from echoes.games.party.events import PartyStartTrace
from echoes.games.party.memory.carrying import carried_memories, kept_memories
from echoes.games.party.opening import table_opening
from echoes.games.party.rules.play import TablePlay


@pytest.mark.parametrize("language", ["en", "zh"])
def test_what_a_character_remembers_goes_along(language: str):
    module = MODULES[language]
    table = Table(module)
    for _ in range(6):
        table.move(table.offered()[0])
    play = TablePlay(module, table.state, "ilse")
    give_up_table(play)
    opening = Entry(*table_opening(module, "party", PartyStartTrace(seed="seed")))
    facts = GameFacts.model_validate(kept_memories([opening, *play.entries()]).model_dump())
    assert carried_memories(module, facts) == {}, "nobody remembers what is to be played again"
    sequel = module.model_copy(update={"id": "twelve_lanterns"})
    carried = carried_memories(sequel, facts)
    assert carried == {
        seat: one["summary"] for seat, one in play.state["memory"]["seats"].items() if seat in carried
    }
    assert carried["ilse"]
    assert carried_memories(sequel, None) == {}
