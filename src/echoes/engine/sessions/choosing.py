"""Choosing the main line among a session and all its forks."""

from echoes.core.log.events import Event
from echoes.core.seats.visibility import PUBLIC
from echoes.engine.engine import GameEngine
from echoes.engine.sessions.overview import chosen_lines, next_choice


async def choose_main_line(engine: GameEngine, session_id: str) -> list[Event]:
    """Make a session the main line of its lineage.

    Returns:
        The event of it; nothing if this session was chosen last.
    Raises:
        UnknownName: no such session.
        StorageFailed: its log can't be read or written.
    """
    session = await engine.open_session(session_id)
    lineage = session.started.lineage
    async with engine.storage.lock(f"{lineage}~lineage"), engine.storage.lock(session_id):
        rows = await engine.players.index.rows(session.started.player_id)
        if chosen_lines(rows).get(lineage) == session_id:
            return []
        chosen = await session.choose_as_main_line(next_choice(rows, lineage))
        return await session.seen(chosen, PUBLIC)
