"""The memory tools of the design, section 7.4, each bound to one role, session and player."""

import json

from langchain_core.tools import BaseTool, tool

from echoes.core.roles import Role
from echoes.memory.manager import MemoryManager


def memory_tools(memory: MemoryManager, role: Role, session_id: str, player_id: str) -> list[BaseTool]:
    """Tools for an agent that plays `role`; none has an argument that names another session."""

    @tool
    async def append_event(message: str) -> str:
        """Keep a note about this session."""
        await memory.append_session_event(session_id, role.value, message)
        return "noted"

    @tool
    async def get_recent_events(limit: int = 10) -> str:
        """The last events of this session, as JSON lines."""
        events = await memory.get_session_history(session_id, limit)
        return "\n".join(json.dumps(event, ensure_ascii=False) for event in events)

    @tool
    async def summarize_session() -> str:
        """This session in a few sentences."""
        return await memory.summarize_session(session_id)

    @tool
    async def get_player_profile() -> str:
        """What is known of this session's player, as JSON."""
        return json.dumps(await memory.retrieve_player_profile(player_id), ensure_ascii=False)

    @tool
    async def update_player_profile(summary: str) -> str:
        """Replace the summary in words in this player's profile."""
        await memory.update_player_profile(player_id, {"summary": summary})
        return "updated"

    shared: list[BaseTool] = [append_event, get_recent_events, summarize_session, get_player_profile]
    # Words go from a profile to the player: who sees the secret never writes any.
    return [*shared, update_player_profile] if role is Role.NARRATOR else shared
