"""Games that are played in the tests of the engine."""

from tests.support import say

from echoes.engine.engine import GameEngine

SOLVE = "/answer The ringing would have loosed an avalanche zzfactone. Snow lay on the slope zzfacttwo."


async def finish(engine: GameEngine, puzzle: str, *messages: str, player: str = "ann") -> str:
    """Say something in a new session, and wait until its knowledge base is built, which goes on beside it."""
    session = (await engine.create_session(puzzle, player_id=player)).session_id
    await say(engine, session, *messages)
    await engine.ensure_knowledge(*engine.scenarios.get(puzzle, None))
    return session
