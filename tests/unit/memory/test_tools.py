"""The memory tools of an agent are bound to its role, session and player."""

from pathlib import Path

from tests.support import say

from echoes.core.seats.roles import Role
from echoes.engine.engine import GameEngine
from echoes.engine.turns.tools import session_tools
from echoes.games.situation_puzzle.roles import HINT_MASTER
from echoes.memory.manager import MemoryManager


async def memory_of(engine: GameEngine) -> MemoryManager:
    return await engine.players.memory()


async def test_the_tools_of_the_design_are_there_and_bound(own_engine: GameEngine, bell: Path):
    session = await own_engine.create_session("silent_bell", player_id="ann")

    async def tools_of(role: Role):
        return {tool.name: tool for tool in await session_tools(own_engine, session.session_id, role)}

    referee, narrator = await tools_of(Role.REFEREE), await tools_of(Role.NARRATOR)
    shared = {"get_recent_events", "summarize_session", "get_player_profile", "recall_player"}
    assert set(referee) == {"rag_query_full", *shared}
    assert set(narrator) == {"rag_query_public", "append_event", "update_player_profile", *shared}
    await narrator["append_event"].ainvoke({"message": "a note"})
    notes = await (await memory_of(own_engine)).session_notes(session.session_id)
    assert [note.message for note in notes] == ["a note"]
    await narrator["update_player_profile"].ainvoke({"asks": "broadly"})
    assert "broadly" in await narrator["get_player_profile"].ainvoke({})
    assert "session_started" in await referee["get_recent_events"].ainvoke({"limit": 5})
    assert "ann played" in await referee["summarize_session"].ainvoke({})
    assert "zzanswer" in await referee["rag_query_full"].ainvoke({"query": "snow on the slope"})


async def test_who_sees_the_secret_writes_no_words_that_a_player_reads(own_engine: GameEngine, bell: Path):
    session = await own_engine.create_session("silent_bell", player_id="ann")
    for role in (Role.REFEREE, HINT_MASTER):
        names = {tool.name for tool in await session_tools(own_engine, session.session_id, role)}
        assert not names & {"update_player_profile", "append_event"}


async def test_no_note_is_taken_once_the_solution_is_out(own_engine: GameEngine, bell: Path):
    session = await own_engine.create_session("silent_bell", player_id="ann")
    await say(own_engine, session.session_id, "/giveup")
    tools = {tool.name: tool for tool in await session_tools(own_engine, session.session_id, Role.PLAYER)}
    assert "over" in await tools["append_event"].ainvoke({"message": "it was zzanswer"})
    assert await (await own_engine.players.memory()).session_notes(session.session_id) == []
