"""A game that has ended is counted and summed up."""

from pathlib import Path

from tests.support import say

from echoes.engine.engine import GameEngine
from echoes.memory.manager import MemoryManager


async def memory_of(engine: GameEngine) -> MemoryManager:
    return await engine.players.memory()


async def test_a_finished_game_is_counted_once(own_engine: GameEngine, bell: Path):
    session = await own_engine.create_session("silent_bell", player_id="ann")
    await say(own_engine, session.session_id, "Is he old?", "/hint", "/giveup")
    memory = await memory_of(own_engine)
    await own_engine.players.remember(session.session_id)
    profile = await memory.retrieve_player_profile("ann")
    assert (profile.counts.games, profile.counts.solved, profile.counts.hints) == (1, 0, 1)
    nobody = await memory.retrieve_player_profile("bob")
    assert nobody.is_empty and nobody.to_json() == {}
