"""Tables side by side lose nothing, and what would be lost is counted."""

from dataclasses import replace

from echoes.bench.party.crowd import measure_tables_at_once
from echoes.config import load_config
from echoes.storage.settings import StorageSettings


async def test_the_database_of_an_operator_is_not_played_in():
    config = load_config()
    nowhere = {"backend": "postgres", "url": "postgresql://127.0.0.1:1/nobody"}
    config.storage = StorageSettings.model_validate(nowhere)
    assert (await measure_tables_at_once(config, tables=1)).ok


async def test_tables_side_by_side_lose_nothing():
    figures = await measure_tables_at_once(load_config(), tables=6)
    assert figures.ok, figures.text()
    assert figures.turns > 6 * 4
    for changed in ({"lost": 1}, {"twice": 1}, {"changed": 1}, {"open": 1}):
        assert not replace(figures, **changed).ok
