"""Memory counts what was played, and holds nothing secret."""

from pathlib import Path

from tests.support import say

from echoes.core.roles import Role
from echoes.engine.engine import GameEngine
from echoes.engine.tools import session_tools
from echoes.memory.manager import MemoryManager


async def memory_of(engine: GameEngine) -> MemoryManager:
    return MemoryManager(engine.storage.event_log, await engine.storage.store())


async def test_a_finished_game_is_counted_once(own_engine: GameEngine, bell: Path):
    session = await own_engine.create_session("silent_bell", player_id="ann")
    await say(own_engine, session.session_id, "Is he old?", "/hint", "/giveup")
    memory = await memory_of(own_engine)
    await memory.remember_game(session.session_id)
    profile = await memory.retrieve_player_profile("ann")
    assert (profile["games"], profile["solved"], profile["hints"]) == (1, 0, 1)
    assert await memory.retrieve_player_profile("bob") == {}


async def test_a_summary_is_made_by_rules(own_engine: GameEngine, bell: Path):
    session = await own_engine.create_session("silent_bell", player_id="ann")
    await say(own_engine, session.session_id, "Is he old?", "Was the bell broken?")
    said = await (await memory_of(own_engine)).summarize_session(session.session_id)
    assert "Questions: 2 (1 IRRELEVANT, 1 NO). Hints: 0." in said
    assert "Not finished." in said


async def test_history_leaves_out_undone_turns(own_engine: GameEngine, bell: Path):
    session = await own_engine.create_session("silent_bell")
    await say(own_engine, session.session_id, "Is he old?", "/undo")
    history = await (await memory_of(own_engine)).get_session_history(session.session_id)
    assert "question_ruled" not in [event["event"] for event in history]


async def test_the_tools_of_the_design_are_there_and_bound(own_engine: GameEngine, bell: Path):
    session = await own_engine.create_session("silent_bell", player_id="ann")
    tools = {tool.name: tool for tool in await session_tools(own_engine, session.session_id, Role.REFEREE)}
    assert set(tools) == {
        "rag_query_full", "append_event", "get_recent_events", "summarize_session", "get_player_profile",
        "update_player_profile",
    }  # fmt: skip
    await tools["append_event"].ainvoke({"message": "a note"})
    notes = await (await memory_of(own_engine)).session_notes(session.session_id)
    assert [note["message"] for note in notes] == ["a note"]
    await tools["update_player_profile"].ainvoke({"summary": "asks who first"})
    assert "asks who first" in await tools["get_player_profile"].ainvoke({})
    assert "session_started" in await tools["get_recent_events"].ainvoke({"limit": 5})
    assert "ann played" in await tools["summarize_session"].ainvoke({})
    assert "zzanswer" in await tools["rag_query_full"].ainvoke({"query": "snow on the slope"})
