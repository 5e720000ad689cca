"""Games move from one storage to another and back: all of them, once, and checked one by one."""

from pathlib import Path

import pytest
from tests.support import KINDS, say

from echoes.engine.engine import GameEngine
from echoes.engine.operation.moving import check_storage, copy_storage
from echoes.engine.sessions.index import INDEX
from echoes.memory.documents import Documents
from echoes.storage.backends import Storage, open_storage
from echoes.storage.settings import StorageSettings


def other(folder: Path, url: str | None = None) -> Storage:
    settings = {"backend": "postgres" if url else "sqlite", "url": url}
    return open_storage(StorageSettings.model_validate(settings), folder, KINDS)


async def content(storage: Storage) -> tuple[object, object]:
    logs = {
        name: [one.to_json() for one in storage.event_log.read(name)] for name in storage.event_log.sessions()
    }
    documents = await Documents(await storage.store()).below()
    return logs, {key: value for key, value in documents.items() if key[0] != INDEX}


async def test_games_move_to_a_database_and_back(
    own_engine: GameEngine, bell: Path, database: str, tmp_path: Path
):
    home = own_engine.storage
    for player in ("ann", "bo"):
        session_id = (await own_engine.create_session("silent_bell", player_id=player)).session_id
        await say(own_engine, session_id, "Was the bell broken?", "/hint", "/undo", "/giveup")
    await (await own_engine.players.memory()).rate("ann", "silent_bell", 4)
    secret = home.shared_secret("web_secret")
    database_storage, files = other(tmp_path, database), other(tmp_path / "files")
    told: list[str] = []
    moved = await copy_storage(home, database_storage, told.append, True)
    assert (moved.sessions, moved.damaged) == (2, ())
    assert moved.copied == moved.entries + moved.documents
    assert await content(database_storage) == await content(home)
    assert (await copy_storage(home, database_storage, told.append, True)).copied == 0
    await say(own_engine, session_id, "/status")
    assert (await copy_storage(home, database_storage, told.append, True)).copied == 1
    await copy_storage(database_storage, files, told.append, True)
    assert await content(files) == await content(home)
    assert files.shared_secret("web_secret") == secret
    assert (await check_storage(files)).sessions == 2
    for storage in (database_storage, files):
        await storage.aclose()


async def test_what_broke_off_goes_on_and_a_session_that_went_another_way_is_left_alone(
    own_engine: GameEngine, bell: Path, tmp_path: Path
):
    home, target = own_engine.storage, other(tmp_path / "files")
    session_id = (await own_engine.create_session("silent_bell", player_id="ann")).session_id
    await say(own_engine, session_id, "Was the bell broken?", "/giveup")
    entries = home.event_log.read(session_id)
    target.event_log.append(session_id, entries[:2])
    assert (await copy_storage(home, target, lambda line: None, True)).sessions == 1
    assert target.event_log.read(session_id) == entries
    target.event_log.delete(session_id)
    target.event_log.append(session_id, [entries[0].changed(title="Another")])
    beside = (await own_engine.create_session("silent_bell", player_id="ann")).session_id
    report = await copy_storage(home, target, lambda line: None, True)
    assert (report.sessions, report.damaged) == (1, ())
    assert f"session '{session_id}' went another way" in report.conflicts[0]
    assert len(target.event_log.read(session_id)) == 1
    assert target.event_log.read(beside) == home.event_log.read(beside)
    await target.aclose()


@pytest.mark.parametrize(("overwrite", "kept"), [(False, 5), (True, 2)])
async def test_what_was_played_on_stays_and_newer_memories_stay_unless_they_are_overwritten(
    own_engine: GameEngine, bell: Path, tmp_path: Path, overwrite: bool, kept: int
):
    home, earlier = own_engine.storage, other(tmp_path / "files")
    session_id = (await own_engine.create_session("silent_bell", player_id="ann")).session_id
    memory = await own_engine.players.memory()
    await memory.rate("ann", "silent_bell", 2)
    await copy_storage(home, earlier, lambda line: None, True)
    await say(own_engine, session_id, "Was the bell broken?")
    await memory.rate("ann", "silent_bell", 5)
    played_on, (_, rated) = home.event_log.read(session_id), await content(home)
    report = await copy_storage(earlier, home, lambda line: None, overwrite)
    assert (report.sessions, report.conflicts, report.copied > 0) == (1, (), overwrite)
    assert home.event_log.read(session_id) == played_on
    _, documents = await content(home)
    assert (documents == rated) is (kept == 5)
    await earlier.aclose()


async def test_a_damaged_log_is_reported_and_left_out(own_engine: GameEngine, bell: Path, tmp_path: Path):
    home, target = own_engine.storage, other(tmp_path / "files")
    sound = (await own_engine.create_session("silent_bell")).session_id
    damaged = (await own_engine.create_session("silent_bell")).session_id
    await say(own_engine, damaged, "/hint", "/status")
    path = tmp_path / "game_storage" / "events" / f"{damaged}.jsonl"
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(lines[0] + b"{}\n" + lines[2])
    for report in (await check_storage(home), await copy_storage(home, target, lambda line: None, True)):
        assert report.sessions == 1
        assert f"line 2 of the log of session '{damaged}' is damaged" in report.damaged[0]
    assert target.event_log.sessions() == [sound]
    await target.aclose()


async def test_a_torn_end_is_told_by_a_check_and_is_no_damage(own_engine: GameEngine, bell: Path):
    session_id = (await own_engine.create_session("silent_bell")).session_id
    await say(own_engine, session_id, "Was the bell broken?")
    [path] = (bell.parents[2] / "game_storage" / "events").glob("*.jsonl")
    whole = path.read_bytes()
    path.write_bytes(whole + b'{"event": {"ev')
    found = await check_storage(own_engine.storage)
    assert (found.sessions, found.damaged, len(found.torn)) == (1, (), 1)
    assert session_id in found.torn[0]
    await say(own_engine, session_id, "Is the sexton old?")  # sets it aside
    assert (await check_storage(own_engine.storage)).torn == ()


async def test_a_copy_goes_on_after_what_is_whole_where_its_end_is_torn(
    own_engine: GameEngine, bell: Path, tmp_path: Path
):
    home, target = own_engine.storage, other(tmp_path)
    session_id = (await own_engine.create_session("silent_bell")).session_id
    await copy_storage(home, target, print, True)
    with (tmp_path / "events" / f"{session_id}.jsonl").open("ab") as log:
        log.write(b'{"event": "a crash came')
    await say(own_engine, session_id, "Was the bell broken?")
    await copy_storage(home, target, print, True)
    assert await content(target) == await content(home)
    await target.aclose()
