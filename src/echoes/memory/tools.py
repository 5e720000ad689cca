"""The memory tools of the design, section 7.4, each bound to one role, session and player."""

import json
from collections.abc import Callable
from typing import Literal

from langchain_core.tools import BaseTool, tool

from echoes.core.roles import AccessPolicy, Role, Tier
from echoes.memory.manager import MemoryManager

_MOST = 100
"""Events at once, whatever is asked for."""
_BOOKKEEPING = frozenset(
    "event_id session_id timestamp schema usage source charged referee model prompt_version puzzle_hash "
    "lineage forked_from game_type player_id resumed".split()
)
"""Keys of events that say nothing about the game."""


def memory_tools(
    memory: MemoryManager,
    role: str,
    session_id: str,
    player_id: str,
    turn: Callable[[], int | None],
    access: AccessPolicy,
) -> list[BaseTool]:
    """Tools for an agent that plays `role`; none has an argument that names another session.

    Args:
        memory: over the store.
        role: who uses them.
        session_id, player_id: of which session and player.
        turn: tells the number of the session's last turn; None once the game is over.
        access: who may read what, in this game.
    """
    tools = _reading(memory, session_id, player_id)
    # Words are read by players: who sees more than is public never writes any.
    if not access.get(role, frozenset()) - {Tier.PUBLIC}:
        tools.append(_noting(memory, role, session_id, turn))
    if role == Role.NARRATOR:
        tools.append(_describing(memory, player_id))
    return tools


def _reading(memory: MemoryManager, session_id: str, player_id: str) -> list[BaseTool]:
    @tool
    async def get_recent_events(limit: int = 10) -> str:
        """The last events of this session, as JSON lines."""
        events = await memory.get_session_history(session_id, max(1, min(limit, _MOST)))
        told = [{key: value for key, value in event.items() if key not in _BOOKKEEPING} for event in events]
        return "\n".join(json.dumps(event, ensure_ascii=False) for event in told)

    @tool
    async def summarize_session() -> str:
        """This session in a few sentences."""
        return await memory.summarize_session(session_id)

    @tool
    async def get_player_profile() -> str:
        """What is known of this session's player, as JSON."""
        return json.dumps(await memory.retrieve_player_profile(player_id), ensure_ascii=False)

    @tool
    async def recall_player(about: str) -> str:
        """What is remembered of this session's player, nearest in meaning first, as JSON lines."""
        found = await memory.recall(player_id, about)
        return "\n".join(json.dumps(document, ensure_ascii=False) for document in found)

    return [get_recent_events, summarize_session, get_player_profile, recall_player]


def _noting(memory: MemoryManager, role: str, session_id: str, turn: Callable[[], int | None]) -> BaseTool:
    @tool
    async def append_event(message: str) -> str:
        """Keep a note about this session; it is read in this session only."""
        # After the end the solution is known, and no memory may hold it.
        if (now := turn()) is None:
            return "the game is over; nothing is noted any more"
        await memory.append_session_event(session_id, role, message, now)
        return "noted"

    return append_event


def _describing(memory: MemoryManager, player_id: str) -> BaseTool:
    # A closed set: a profile outlives the session, and free words could carry into the
    # next run of a puzzle what was found in this one.
    @tool
    async def update_player_profile(asks: Literal["broadly", "narrowly", "carefully", "by guessing"]) -> str:
        """Keep how this session's player asks."""
        await memory.update_player_profile(player_id, {"asks": asks})
        return "updated"

    return update_player_profile
