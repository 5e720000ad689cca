"""The LangChain tools of one role in one session."""

from langchain_core.tools import BaseTool

from echoes.core.log.event_log import read_log
from echoes.core.log.queries import ending_of
from echoes.core.seats.visibility import PUBLIC
from echoes.engine.engine import GameEngine
from echoes.memory.tools import memory_tools
from echoes.rag.tools import create_rag_tool


async def session_tools(engine: GameEngine, session_id: str, role: str, seat: str = PUBLIC) -> list[BaseTool]:
    """Return the tools of an agent that plays `role` in a session, from one of its seats if it has any.

    Raises:
        UnknownName: no such session.
    """
    session = await engine.open_session(session_id)
    retriever = await engine.retriever(session, role)
    memory = await engine.players.memory()
    player, log = session.started.player_id, engine.storage.event_log

    async def turn() -> int | None:
        """Return the last turn, from the log itself, since another process may have ended the game."""
        entries = await read_log(log, log.read, session_id)
        return None if ending_of(entries) else max(entry.event.turn for entry in entries)

    access = engine.games[session.started.game_type].access
    remembering = memory_tools(memory, role, session_id, player, turn, access, seat)
    return [create_rag_tool(access.get(role, ()), retriever), *remembering]
