"""Each moment of a turn is of one owner: the innermost whose code runs, and all that a model call leads to is the call's."""

import pytest

from echoes.bench.performance.profile import Owner, owner_of


@pytest.mark.parametrize(
    "stack, owner",
    [
        (
            ["json", "httpx._client", "httpcore", "echoes.models.client", "echoes.games.base", "langgraph"],
            "call",
        ),
        (["pydantic_core", "echoes.models.client", "echoes.engine.turns.turn"], "call"),
        (
            ["pathlib", "filelock._api", "echoes.storage.sqlite.storage", "echoes.engine.sessions.session"],
            "storage",
        ),
        (["json", "langgraph.checkpoint.serde", "langgraph.pregel", "echoes.engine"], "storage"),
        (["asyncio.tasks", "langgraph.pregel._loop", "echoes.engine.sessions.session"], "graph"),
        (["re", "echoes.games.situation_puzzle.turn", "langgraph.pregel", "echoes.bench.x"], "own"),
        (["selectors", "asyncio.base_events", "echoes.bench.performance.profile"], "rest"),
        (["httpxtras", "__main__"], "rest"),
    ],
)
def test_the_innermost_owner_counts_but_a_call_comes_first(stack: list[str], owner: Owner):
    assert owner_of(iter(stack)) == owner
