"""Forgetting leaves nothing behind."""

from pathlib import Path

import pytest
from tests.unit.engine.played import SOLVE, finish

from echoes.core.errors import UnknownName
from echoes.core.log.records import ScenarioStatistics
from echoes.engine.engine import GameEngine
from echoes.engine.players.forgetting import forget_player


async def statistics(engine: GameEngine, puzzle: str) -> ScenarioStatistics:
    _, scenario = (
        engine.scenarios.get(puzzle, "en")
        if puzzle in {s.id for _, s in engine.scenarios.list_all()}
        else ("", None)
    )
    ledger = (await engine.players.memory()).ledger
    return await ledger.statistics_of(puzzle, "en", scenario.content_hash if scenario else "")


async def test_forgetting_leaves_nothing_in_any_file(
    own_engine: GameEngine, leveled_puzzles: Path, own_folders: Path
):
    name = "Xanthippe-Quux"
    await finish(own_engine, "p1", "Was the bell broken?", "/undo", SOLVE, player=name)
    await finish(own_engine, "p2", "is it Xanthippe-Quux", player=name)
    kept = await finish(own_engine, "p1", SOLVE, player="bob")
    await own_engine.players.show(name)
    assert files_with(own_folders, name)
    assert (await forget_player(own_engine, name)).sessions == 2
    assert files_with(own_folders, name) == []
    assert (await statistics(own_engine, "p1")).first_tries == 1
    assert [row.session_id for row in await own_engine.players.index.rows()] == [kept]
    with pytest.raises(UnknownName, match="unknown player"):
        await own_engine.players.show(name)
    with pytest.raises(UnknownName):
        await forget_player(own_engine, name)


def files_with(folder: Path, name: str) -> list[str]:
    below = (folder / "game_storage").rglob("*")
    return [path.name for path in below if path.is_file() and name.encode() in path.read_bytes()]


async def test_deleting_a_session_takes_its_game_out_of_the_record(
    own_engine: GameEngine, leveled_puzzles: Path
):
    kept, deleted = await finish(own_engine, "p1", SOLVE), await finish(own_engine, "p2", SOLVE)
    await own_engine.delete_session(deleted)
    shown = await own_engine.players.show("ann")
    assert [game.session_id for game in shown.games] == [kept]
    assert shown.profile.counts.games == 1
    assert (await statistics(own_engine, "p2")).first_tries == 0
