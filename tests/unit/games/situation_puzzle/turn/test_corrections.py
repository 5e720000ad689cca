"""Corrections of earlier rulings, and what is refused as one."""

from typing import Any

import pytest
from tests.support import entry
from tests.unit.games.situation_puzzle.table import FEARED, SNOW, Table, ruled

from echoes.core.errors import BadInput
from echoes.core.log.entries import Entry
from echoes.games.situation_puzzle.events import RulingCorrected
from echoes.games.situation_puzzle.turn.corrections import CorrectionArguments, author_correction

LOG = (ruled("Did it snow?", "YES", SNOW, turn=1), ruled("Was he afraid?", "NO", turn=2))


async def corrected(*log: Entry, **arguments: Any) -> Entry:
    table = Table(*(log or LOG))
    return await author_correction(table.context, table.game, CorrectionArguments(**arguments))


async def test_a_correction_tells_the_player_the_new_word_and_the_reason_and_no_more():
    found = await corrected(turn=1, ruling="no", because="It was hail.")
    event = found.event
    assert isinstance(event, RulingCorrected)
    assert (event.ruling, event.new_ruling, event.by, event.progress) == ("YES", "NO", "author", 0.0)
    assert event.remark == "An earlier answer was corrected: “Did it snow?” is now NO. It was hail."


async def test_it_may_give_a_ruling_other_facts():
    found = await corrected(turn=2, ruling="是", facts=(FEARED,))
    assert found.event.progress == 1.0  # type: ignore[attr-defined]
    assert found.trace.facts == [FEARED]  # type: ignore[union-attr]
    assert FEARED not in found.event.model_dump_json()


async def test_a_ruling_is_compared_with_what_it_is_after_earlier_corrections():
    before = {"event": "ruling_corrected", "turn": 1, "text": "?", "by": "author", "remark": ""}
    log = (*LOG, entry({"facts": [FEARED]}, **before, ruling="YES", new_ruling="NO"))
    assert (await corrected(*log, turn=1, ruling="YES", facts=(SNOW,))).event.ruling == "NO"  # type: ignore[attr-defined]
    with pytest.raises(BadInput, match="is ruled NO already"):
        await corrected(*log, turn=1, ruling="NO", facts=(FEARED,))


@pytest.mark.parametrize(
    ("arguments", "problem", "remedy"),
    [
        ({"turn": 7, "ruling": "NO"}, "turn 7 is no question", "sessions export"),
        ({"turn": 1, "ruling": "perhaps"}, "'perhaps' is no ruling", "YES AND NO"),
        ({"turn": 1, "ruling": "NO", "facts": ("f9",)}, "no fact 'f9'", SNOW),
        ({"turn": 1, "ruling": "YES", "facts": (SNOW,)}, "is ruled YES already", "other facts"),
    ],
)
async def test_what_can_not_be_corrected_is_refused_with_a_remedy(
    arguments: dict[str, Any], problem: str, remedy: str
):
    with pytest.raises(BadInput) as refused:
        await corrected(**arguments)
    assert problem in refused.value.problem and remedy in refused.value.remedy


async def test_a_withdrawn_ruling_can_not_be_corrected():
    withdrawn = {"event": "ruling_challenged", "turn": 2, "text": "?", "ruling": "NO", "remark": ""}
    with pytest.raises(BadInput, match="turn 2 is no question"):
        await corrected(*LOG, entry(outcome="withdrawn", **withdrawn), turn=2, ruling="YES")
