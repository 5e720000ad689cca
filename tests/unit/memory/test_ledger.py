"""Each finished game is counted once, in one transaction."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from langgraph.store.memory import InMemoryStore
from tests.support import say
from tests.unit.memory.games import game

from echoes.core.errors import StorageFailed
from echoes.engine.engine import GameEngine
from echoes.engine.operation.maintenance import maintain
from echoes.memory.documents import Documents
from echoes.memory.ledger import GameLedger
from echoes.memory.records import GameRecord


async def test_of_a_session_and_its_forks_the_first_to_end_counts(own_engine: GameEngine, bell: Path):
    session = (await own_engine.create_session("silent_bell", player_id="ann")).session_id
    await say(own_engine, session, "Was the bell broken?", "Is the sexton old?")
    forked = await own_engine.fork(session, at=1)
    await say(own_engine, forked, "/giveup")
    await say(own_engine, session, "/hint", "/giveup")
    shown = await own_engine.players.show("ann")
    assert [game.session_id for game in shown.games] == [forked]
    assert (shown.profile.counts.games, shown.profile.counts.hints) == (1, 0)


async def test_a_game_that_began_with_memory_switched_off_is_never_counted(
    own_engine: GameEngine, bell: Path
):
    own_engine.players.settings.remember = False
    session = (await own_engine.create_session("silent_bell", player_id="ann")).session_id
    await say(own_engine, session, "/giveup")
    own_engine.players.settings.remember = True
    assert (await maintain(own_engine)).recounted == 0
    shown = await own_engine.players.show("ann")
    assert shown.profile.is_empty and shown.games == ()


async def test_the_first_to_end_is_the_first_try_in_whatever_order_games_are_counted(
    own_engine: GameEngine, bell: Path
):
    ledger = (await own_engine.players.memory()).ledger
    assert await ledger.remember(GameRecord.model_validate(game(2, puzzle_id="p", solved=True)))
    assert await ledger.remember(GameRecord.model_validate(game(1, puzzle_id="p", solved=False, questions=3)))
    assert not await ledger.remember(GameRecord.model_validate(game(1, puzzle_id="p")))
    counted = await ledger.statistics_of("p", "en", "h")
    assert (counted.first_tries, counted.solved) == (1, 0)
    memory = await own_engine.players.memory()
    assert (await memory.retrieve_player_profile("ann")).counts.solved == 0


async def test_only_what_is_remembered_of_a_player_is_indexed_by_meaning():
    read: list[str] = []

    async def embed(texts: Sequence[str]) -> list[list[float]]:
        read.extend(texts)
        return [[1.0] for _ in texts]

    store = InMemoryStore(index={"dims": 1, "embed": embed, "fields": ["content"]})
    await GameLedger(Documents(store)).remember(game(1))
    assert {item.namespace[0] for item in await store.asearch(())} == {"player", "system"}
    assert {item.value["content"] for item in await store.asearch(("player",))} == {*read}


async def test_a_batch_that_fails_leaves_nothing_behind(
    own_engine: GameEngine, bell: Path, monkeypatch: pytest.MonkeyPatch
):
    ledger = (await own_engine.players.memory()).ledger
    store: Any = await own_engine.storage.store()
    await ledger.remember(GameRecord.model_validate(game(1)))
    await store.conn.execute(
        "CREATE TRIGGER refuse BEFORE INSERT ON store WHEN NEW.prefix = 'system.puzzles' "
        "BEGIN SELECT RAISE(ABORT, 'disk full'); END"
    )
    with pytest.raises(StorageFailed, match="disk full"):
        await ledger.remember(GameRecord.model_validate(game(2)))
    await store.conn.execute("DROP TRIGGER refuse")
    assert [found.session_id for found in await ledger.games_of("ann")] == ["s-1"]
    assert await ledger.remember(GameRecord.model_validate(game(2)))
    assert (await ledger.statistics_of("p2", "en", "h")).first_tries == 1


async def test_the_statistics_of_all_puzzles_are_there_at_once(own_engine: GameEngine):
    ledger = (await own_engine.players.memory()).ledger
    assert await ledger.statistics() == []
    for number, puzzle, solved in ((1, "p", True), (2, "q", False)):
        await ledger.remember(game(number, puzzle_id=puzzle, solved=solved))
    found = sorted((one.puzzle_id, one.first_tries, one.solved) for one in await ledger.statistics())
    assert found == [("p", 1, 1), ("q", 1, 0)]
