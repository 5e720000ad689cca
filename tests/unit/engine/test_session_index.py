"""The list of sessions follows their logs."""

from pathlib import Path

from tests.support import say
from tests.unit.engine.played import finish

from echoes.engine.engine import GameEngine
from echoes.engine.session_index import SessionIndex


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
    assert list(item.value["row"].items()) == list(row.to_json().items())
    await store.aput(
        ("system", "sessions"), session, {**item.value, "row": {**item.value["row"], "turns": 7}}
    )
    again = SessionIndex(own_engine.storage, own_engine.games)
    assert [row.turns for row in await again.rows()] == [7], (
        "a row whose log stands where it stood is not made again"
    )
