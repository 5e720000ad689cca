"""The list of sessions follows their logs."""

from pathlib import Path

import pytest
from tests.support import say
from tests.unit.engine.played import finish

from echoes.core.errors import StorageFailed
from echoes.engine.engine import GameEngine
from echoes.engine.sessions.index import SessionIndex


async def test_the_list_of_sessions_follows_the_logs(own_engine: GameEngine, leveled_puzzles: Path):
    index = own_engine.players.index
    session = await finish(own_engine, "p1", "Was the bell broken?")
    assert [(row.session_id, row.turns) for row in await index.rows()] == [(session, 1)]
    await say(own_engine, session, "/hint", "/giveup")
    [row] = await index.rows("ann")
    assert (row.turns, row.status) == (2, "ABORTED")
    assert await index.rows("bob") == []
    await own_engine.delete_session(session)
    assert await index.rows() == []


async def test_a_stored_row_is_read_and_written_as_it_stands(own_engine: GameEngine, leveled_puzzles: Path):
    session = await finish(own_engine, "p1", "Was the bell broken?")
    index, store = own_engine.players.index, await own_engine.storage.store()
    [row] = await index.rows()
    item = await store.aget(("system", "sessions"), session)
    assert item is not None
    assert list(item.value) == ["position", "form", "row"]
    of_its_log_alone = row.model_copy(update={"main_line": None})
    assert list(item.value["row"].items()) == list(of_its_log_alone.to_json().items())
    await store.aput(
        ("system", "sessions"), session, {**item.value, "row": {**item.value["row"], "turns": 7}}
    )
    again = SessionIndex(own_engine.storage, own_engine.games)
    assert [row.turns for row in await again.rows()] == [7], (
        "a row whose log stands where it stood is not made again"
    )


async def test_logs_of_others_are_read_again_only_when_everybody_is_asked_for(
    own_engine: GameEngine, leveled_puzzles: Path
):
    index = own_engine.players.index
    session = await finish(own_engine, "p1", "Was the bell broken?", player="bob")
    await index.rows()
    await say(own_engine, session, "/hint")
    assert await index.rows("ann") == []
    assert [row.turns for row in await index.rows("bob")] == [2]
    await say(own_engine, session, "/giveup")
    await index.rows("ann")
    assert [row.status for row in await index.rows()] == ["ABORTED"]


async def test_a_store_that_fails_is_told_and_is_an_error_where_there_is_no_log_either(
    own_engine: GameEngine,
    leveled_puzzles: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
):
    async def fails() -> None:
        raise StorageFailed("the folder can't be used")

    monkeypatch.setattr(own_engine.storage, "store", fails)
    with pytest.raises(StorageFailed):
        await SessionIndex(own_engine.storage, own_engine.games).rows()
    monkeypatch.undo()
    session = await finish(own_engine, "p1", "Was the bell broken?")
    monkeypatch.setattr(own_engine.storage, "store", fails)
    rows = await SessionIndex(own_engine.storage, own_engine.games).rows()
    assert [row.session_id for row in rows] == [session]
    assert "is read from their logs: the folder can't be used" in caplog.text
