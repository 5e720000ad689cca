"""The memory of sessions and players, over the store."""

from pathlib import Path

from tests.support import canary_puzzle, say, write_puzzle

from echoes.core.seats.roles import Role
from echoes.engine.engine import GameEngine
from echoes.memory.manager import MemoryManager


async def memory_of(engine: GameEngine) -> MemoryManager:
    return await engine.players.memory()


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
    assert "question_ruled" not in [event.event for event in history]


async def test_memories_are_found_by_meaning_and_by_player(own_engine: GameEngine, bell: Path):
    write_puzzle(bell.parent, canary_puzzle(id="other", title="Ships in a Bottle", tags=["sea"]))
    for puzzle, player in (("silent_bell", "ann"), ("other", "ann"), ("other", "bob")):
        session = (await own_engine.create_session(puzzle, player_id=player)).session_id
        await say(own_engine, session, "/giveup")
    memory = await own_engine.players.memory()
    found = await memory.recall("ann", "ships and the sea", limit=1)
    assert "Ships in a Bottle" in found[0].content
    assert all(
        one.document.get("player_id", "ann") == "ann" for one in await memory.recall("ann", "ships", limit=10)
    )
    assert await memory.recall("eve", "ships") == []


async def test_notes_follow_undo(own_engine: GameEngine, bell: Path):
    session = (await own_engine.create_session("silent_bell", player_id="ann")).session_id
    memory = await own_engine.players.memory()
    await say(own_engine, session, "Was the bell broken?")
    await memory.append_session_event(session, Role.PLAYER, "kept", turn=1)
    await say(own_engine, session, "Is the sexton old?")
    await memory.append_session_event(session, Role.PLAYER, "undone", turn=2)
    await say(own_engine, session, "/undo")
    assert [note.message for note in await memory.session_notes(session)] == ["kept"]


async def test_a_note_after_an_undo_stays_until_what_was_before_it_is_undone(
    own_engine: GameEngine, bell: Path
):
    session = await own_engine.create_session("silent_bell", player_id="ann")
    memory = await own_engine.players.memory()
    await say(own_engine, session.session_id, "Was the bell broken?", "Is the sexton old?", "/undo")
    await memory.append_session_event(session.session_id, Role.PLAYER, "after the undo", session.turn)
    assert len(await memory.session_notes(session.session_id)) == 1
    await say(own_engine, session.session_id, "/undo")
    assert await memory.session_notes(session.session_id) == []


async def test_ratings_are_kept_by_player_and_forgotten_with_them(own_engine: GameEngine):
    memory = await own_engine.players.memory()
    await memory.rate("ann", "p", 2)
    await memory.rate("ann", "p", 5)
    await memory.rate("bo", "p", 3)
    assert await memory.ratings() == {"p": {"ann": 5, "bo": 3}}
    await memory.ledger.forget_player("ann")
    assert await memory.ratings() == {"p": {"bo": 3}}
