"""A long table with scripted models over HTTP: what it asks and shows a turn stays as it is."""

from dataclasses import replace

import pytest

from echoes.bench.party.long_table import MOST_CALLS, LongTableFigures, measure_long_table
from echoes.config import load_config


@pytest.mark.parametrize("lang", ["en", "zh"])
async def test_a_short_one_asks_no_more_than_it_may(lang: str):
    figures = await measure_long_table(load_config(), lang, turns=60)
    assert figures.turns == 60
    assert 1 <= figures.calls <= MOST_CALLS
    assert figures.summaries > 0, "small views are full by then"
    assert figures.prompts["player"] > 0
    assert figures.state < 1.5


FLAT = LongTableFigures(
    turns=500, prompts={"player": 1.0}, calls=1.2, summaries=0.1, ms=20.0, log=1.0, state=1.0
)


@pytest.mark.parametrize(
    "grown",
    [
        replace(FLAT, prompts={"player": 1.03}),
        replace(FLAT, calls=1.4),
        replace(FLAT, log=1.2),
        replace(FLAT, state=1.2),
    ],
)
def test_what_grows_is_no_success(grown: LongTableFigures):
    assert FLAT.ok
    assert not grown.ok


def test_a_slow_machine_is_no_failure():
    """Milliseconds are told; they say more of the machine than of the table."""
    slow = replace(FLAT, ms=6000.0)
    assert slow.ok
    assert "6000.0 ms" in slow.text()
