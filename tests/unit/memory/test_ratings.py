"""Stars that players give."""

from echoes.engine.engine import GameEngine


async def test_ratings_are_kept_by_player_and_forgotten_with_them(own_engine: GameEngine):
    memory = await own_engine.players.memory()
    await memory.rate("ann", "p", 2)
    await memory.rate("ann", "p", 5)
    await memory.rate("bo", "p", 3)
    assert await memory.ratings() == {"p": {"ann": 5, "bo": 3}}
    await memory.ledger.forget_player("ann")
    assert await memory.ratings() == {"p": {"bo": 3}}
