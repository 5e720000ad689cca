"""The memory tools of agents, each bound to one role, session and player."""

import json
from collections.abc import Awaitable, Callable
from typing import Literal

from langchain_core.tools import BaseTool, tool

from echoes.core.log.events import event_to_json
from echoes.core.seats.roles import AccessPolicy, Role, Tier
from echoes.core.seats.visibility import PUBLIC
from echoes.memory.manager import MemoryManager
from echoes.memory.profiles import PlayerObservations

_MAX_EVENTS = 100
"""The most events that one call returns."""
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
    turn: Callable[[], Awaitable[int | None]],
    access: AccessPolicy,
    seat: str = PUBLIC,
) -> list[BaseTool]:
    """Return the tools of an agent that plays a role; none has an argument that names another session.

    Args:
        memory: the memory.
        role: the role.
        session_id, player_id: the session and its player.
        turn: returns the number of the session's last turn; None once the game is over.
        access: the tiers that each role of the game may read.
        seat: from which the agent plays; it reads what that seat may see, and its notes are that seat's.
    """
    tools = _read_tools(memory, session_id, player_id, seat)
    # Words are read by players: who sees more than is public never writes any.
    if not access.get(role, frozenset()) - {Tier.PUBLIC}:
        tools.append(_note_tool(memory, role, session_id, turn, seat))
    if role == Role.NARRATOR:
        tools.append(_observe_tool(memory, player_id))
    return tools


def _read_tools(memory: MemoryManager, session_id: str, player_id: str, seat: str) -> list[BaseTool]:
    @tool
    async def get_recent_events(limit: int = 10) -> str:
        """The last events of this session, as JSON lines."""
        events = await memory.get_session_history(session_id, max(1, min(limit, _MAX_EVENTS)), seat)
        told = (event_to_json(event).items() for event in events)
        shown = [{key: value for key, value in items if key not in _BOOKKEEPING} for items in told]
        return "\n".join(json.dumps(event, ensure_ascii=False) for event in shown)

    @tool
    async def summarize_session() -> str:
        """This session in a few sentences."""
        return await memory.summarize_session(session_id)

    @tool
    async def get_player_profile() -> str:
        """The profile of this session's player, as JSON."""
        return json.dumps((await memory.retrieve_player_profile(player_id)).to_json(), ensure_ascii=False)

    @tool
    async def recall_player(about: str) -> str:
        """Memories of this session's player, nearest in meaning first, as JSON lines."""
        found = await memory.recall(player_id, about)
        return "\n".join(json.dumps(one.to_json(), ensure_ascii=False) for one in found)

    return [get_recent_events, summarize_session, get_player_profile, recall_player]


def _note_tool(
    memory: MemoryManager, role: str, session_id: str, turn: Callable[[], Awaitable[int | None]], seat: str
) -> BaseTool:
    @tool
    async def append_event(message: str) -> str:
        """Keep a note about this session; it is read in this session only."""
        # After the end the solution is known, and no memory may hold it.
        if (now := await turn()) is None:
            return "the game is over; nothing is noted any more"
        await memory.append_session_event(session_id, role, message, now, seat)
        return "noted"

    return append_event


def _observe_tool(memory: MemoryManager, player_id: str) -> BaseTool:
    # A closed set: a profile outlives the session, and free words could carry into the
    # next run of a puzzle what was found in this one.
    @tool
    async def update_player_profile(asks: Literal["broadly", "narrowly", "carefully", "by guessing"]) -> str:
        """Keep how this session's player asks."""
        await memory.update_player_profile(player_id, PlayerObservations(asks=asks))
        return "updated"

    return update_player_profile
