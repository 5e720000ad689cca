"""No argument, filter, id or query of a player's tool reaches another tier."""

import inspect
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.support import CANARY, say

from echoes.core.seats.roles import Role
from echoes.engine.engine import GameEngine
from echoes.engine.turns.tools import session_tools
from echoes.games.situation_puzzle.roles import HINT_MASTER
from echoes.rag.retriever import RoleRetriever

LEAST = {
    Role.PLAYER: {"puzzle_statement", "public_fact"},
    HINT_MASTER: {"puzzle_statement", "public_fact", "hint"},
}


async def retriever(engine: GameEngine, role: str) -> RoleRetriever:
    return await engine.retriever(await engine.create_session("silent_bell"), role)


@pytest.mark.parametrize("role", [Role.PLAYER, Role.OBSERVER, Role.NARRATOR])
@pytest.mark.parametrize("kind", [None, "puzzle_answer", "fact", "ruling", "hint"])
async def test_no_query_and_no_kind_finds_more(
    own_engine: GameEngine, bell: Path, role: Role, kind: str | None
):
    found = await retriever(own_engine, role)
    for query in (
        "zzanswer",
        "zzfactone avalanche",
        "zzguarded",
        "zzhintone",
        "secret",
        "fact-zzfactid1",
        "../secret",
    ):
        for passage in await found.search(query, limit=50, kind=kind):
            assert passage.type in ("puzzle_statement", "public_fact")
            assert not CANARY.search(passage.text)


async def test_the_hint_master_finds_hints_and_no_secret(own_engine: GameEngine, bell: Path):
    found = await (await retriever(own_engine, HINT_MASTER)).search("zzhintone zzanswer zzfactone", limit=50)
    assert {passage.type for passage in found} == {"puzzle_statement", "hint"}


async def test_the_referee_finds_everything(own_engine: GameEngine, bell: Path):
    found = await (await retriever(own_engine, Role.REFEREE)).search("zzanswer", limit=50)
    assert {"puzzle_statement", "hint", "puzzle_answer", "fact", "ruling"} == {
        passage.type for passage in found
    }


def test_a_retriever_has_no_argument_for_more():
    assert list(inspect.signature(RoleRetriever.search).parameters) == ["self", "query", "limit", "kind"]


@pytest.fixture
async def player_tools(own_engine: GameEngine, bell: Path) -> dict[str, Any]:
    session = await own_engine.create_session("silent_bell")
    await say(own_engine, session.session_id, "Did the sexton fear the sound?", "Was the bell broken?")
    return {tool.name: tool for tool in await session_tools(own_engine, session.session_id, Role.PLAYER)}


async def test_a_players_tools_take_no_base_tier_role_or_session(player_tools: dict[str, Any]):
    assert "rag_query_full" not in player_tools
    arguments = {name: set(tool.args) for name, tool in player_tools.items()}
    assert arguments == {
        "rag_query_public": {"query", "limit"},
        "append_event": {"message"},
        "get_recent_events": {"limit"},
        "summarize_session": set(),
        "get_player_profile": set(),
        "recall_player": {"about"},
    }


ATTACKS = st.fixed_dictionaries(
    {"query": st.text(max_size=60) | st.sampled_from(["zzanswer", "zzfactone", "zzguarded", "zzhintone"])},
    optional={
        "limit": st.integers(-10, 10_000),
        "kind": st.sampled_from(["puzzle_answer", "fact", "ruling", "hint"]),
        "filters": st.just({"type": "puzzle_answer"}),
        "where": st.just({"type": {"$ne": ""}}),
        "role": st.just("referee"),
        "tier": st.just("secret"),
        "kb_id": st.just("game_silent_bell_en"),
        "retriever": st.just(None),
    },
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=80, deadline=None)
@given(arguments=ATTACKS)
def test_whatever_a_player_calls_the_tool_with(player_tools: dict[str, Any], arguments: dict[str, Any]):
    import asyncio

    said = asyncio.run(player_tools["rag_query_public"].ainvoke(arguments))
    assert not CANARY.search(said)


async def test_recent_events_carry_no_trace(player_tools: dict[str, Any]):
    said = await player_tools["get_recent_events"].ainvoke({"limit": 50})
    assert "question_ruled" in said
    assert "zzfactid" not in said
    assert "trace" not in said
