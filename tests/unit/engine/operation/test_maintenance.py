"""Maintenance brings everything in line with the logs."""

import json
from pathlib import Path
from typing import Any

from tests.support import say
from tests.unit.engine.played import SOLVE, finish

from echoes.engine.engine import GameEngine
from echoes.engine.operation.maintenance import drop_stale_knowledge, maintain
from echoes.memory.profiles import PlayerObservations


async def test_maintenance_counts_again_from_the_logs(
    own_engine: GameEngine, leveled_puzzles: Path, own_folders: Path
):
    await finish(own_engine, "p1", "/hint", SOLVE)
    await finish(own_engine, "p2", "/giveup", player="bob")
    memory = await own_engine.players.memory()
    store = await own_engine.storage.store()

    async def statistics() -> list[tuple[str, Any]]:
        return sorted((one.key, one.value) for one in await store.asearch(("system", "puzzles"), limit=9))

    right = await memory.players(), await statistics()
    assert (await maintain(own_engine)).recounted == 0
    await store.aput(("player", "ann"), "profile", {"summary_type": "profile", "games": 99})
    await memory.update_player_profile("ann", PlayerObservations(asks="broadly"))
    await store.adelete(("player", "bob"), "profile")
    await store.aput(("system", "puzzles"), "p1_en", {"first_tries": 7})
    assert (await maintain(own_engine)).recounted == 2
    players = dict(await memory.players())
    assert (sorted(players.items()), await statistics()) == right
    observed = (await memory.retrieve_player_profile("ann")).observations
    assert observed is not None and observed.asks == "broadly"


async def test_maintenance_removes_what_nothing_leads_to(
    own_engine: GameEngine, leveled_puzzles: Path, own_folders: Path
):
    session = await finish(own_engine, "p1", "Was the bell broken?")
    log = own_folders / "game_storage" / "events" / f"{session}.jsonl"
    log.write_bytes(log.read_bytes() + b'{"torn')
    gone = await finish(own_engine, "p2", "Was the bell broken?")
    own_engine.storage.event_log.delete(gone)
    locks = own_folders / "game_storage" / "locks"
    assert [*locks.glob(f"{gone}*")]
    (leveled_puzzles / "p2_en.json").unlink()
    done = await maintain(own_engine)
    assert (done.sessions, done.orphans, done.knowledge_bases) == (1, 1, 1)
    assert "was torn" in done.repaired[0]
    assert gone not in await own_engine.storage.threads()
    assert not [*locks.glob(f"{gone}*")] and [*locks.glob(f"{session}*")]
    assert "game_p2_en" not in own_engine.knowledge.entries()
    assert [event.event for event in await say(own_engine, session, "/status")] == ["command_result"]


async def test_what_an_edit_took_out_is_in_no_index_once_nobody_plays_it(
    own_engine: GameEngine, leveled_puzzles: Path, own_folders: Path
):
    path = leveled_puzzles / "p1_en.json"
    first = path.read_text("utf-8")
    path.write_text(first.replace("avalanche", "zzoldword"), "utf-8")
    session = await finish(own_engine, "p1", "Was the bell broken?")
    path.write_text(first, "utf-8")
    later = await finish(own_engine, "p1", "Was the bell broken?")

    def left() -> list[Path]:
        files = [one for one in (own_folders / "rag_storage").rglob("*") if one.is_file()]
        return [one for one in files if b"zzoldword" in one.read_bytes()]

    assert (await maintain(own_engine)).indexed_versions == 0 and left(), "a session may go on with it"
    await own_engine.delete_session(session)
    assert (await maintain(own_engine)).indexed_versions == 1 and not left()
    assert [event.event for event in await say(own_engine, later, "/status")] == ["command_result"]


async def test_of_one_scenario_only_its_own_knowledge_base_is_removed(
    own_engine: GameEngine, leveled_puzzles: Path
):
    for name in ("p1", "p2", "p3"):
        await own_engine.delete_session(await finish(own_engine, name, "Was the bell broken?"))
    await finish(own_engine, "p1", "Was the bell broken?")
    for name in ("p2", "p3"):
        (leveled_puzzles / f"{name}_en.json").unlink()
    assert await drop_stale_knowledge(own_engine, "p2") == (1, 0)
    assert own_engine.knowledge.entries().keys() == {"game_p1_en", "game_p3_en"}


async def test_a_knowledge_base_whose_current_version_nobody_wants_is_counted_as_one(
    own_engine: GameEngine, leveled_puzzles: Path
):
    path = leveled_puzzles / "p1_en.json"
    text = path.read_text("utf-8")
    played = await finish(own_engine, "p1", "Was the bell broken?")
    path.write_text(text.replace("avalanche", "snowslide"), "utf-8")
    await own_engine.delete_session(await finish(own_engine, "p1", "Was the bell broken?"))
    path.write_text(text.replace("avalanche", "landslide"), "utf-8")
    done = await maintain(own_engine)
    assert (done.knowledge_bases, done.indexed_versions) == (1, 0)
    assert [event.event for event in await say(own_engine, played, "/status")] == ["command_result"]


async def test_what_was_built_with_another_embedder_is_not_counted_as_removed(
    own_engine: GameEngine, leveled_puzzles: Path, own_folders: Path
):
    path = leveled_puzzles / "p1_en.json"
    session = await finish(own_engine, "p1", "Was the bell broken?")
    path.write_text(path.read_text("utf-8").replace("avalanche", "slide of snow"), "utf-8")
    await finish(own_engine, "p1", "Was the bell broken?")
    await own_engine.delete_session(session)
    registry = own_folders / "rag_storage" / "kb_registry.json"
    entries = json.loads(registry.read_text("utf-8"))
    entries["game_p1_en"]["embedder"] = "other/embedder:1"
    registry.write_text(json.dumps(entries), "utf-8")
    done = await maintain(own_engine)
    assert (done.knowledge_bases, done.indexed_versions) == (0, 0)
    assert len(own_engine.knowledge.entries()["game_p1_en"].versions) == 2


async def test_documents_of_another_form_are_passed_over_and_made_again(
    own_engine: GameEngine, leveled_puzzles: Path
):
    session = await finish(own_engine, "p1", SOLVE)
    store = await own_engine.storage.store()
    await store.aput(("player", "ann", "games"), "old", {"puzzle": "p1", "solved": True, "questions": 3})
    await store.aput(("system", "sessions"), session, {"position": 1, "row": {"old": 1}})
    shown = await own_engine.players.show("ann")
    assert [game.session_id for game in shown.games] == [session]
    assert (await maintain(own_engine)).recounted == 1
    assert len(await store.asearch(("player", "ann", "games"))) == 1
    await own_engine.delete_session(session)
