"""Reads of sessions for whoever shows them; nothing here writes."""

from typing import Any

from echoes.core.entries import Entry
from echoes.engine.engine import GameEngine
from echoes.engine.history import LogHistory
from echoes.games.scenario import Scenario


def read_entries(engine: GameEngine, session_id: str) -> list[Entry]:
    """Return the entries of a session's log, up to where it may be damaged.

    Raises:
        UnknownName: no such session.
        StorageFailed: the log can't be read.
    """
    return engine.storage.event_log.read_intact(session_id)


def read_tail(engine: GameEngine, session_id: str, since: int) -> tuple[list[Entry], int]:
    """Return what was appended to a log, and the position behind it.

    Args:
        engine: whose session it is.
        session_id: of which session.
        since: the position up to which the log is known; 0 for nothing. Where another log has taken its
            place, the entries begin with the first.
    """
    return engine.storage.event_log.tail(session_id, since)


def session_exists(engine: GameEngine, session_id: str) -> bool:
    """Return whether a session has a log."""
    return engine.storage.event_log.position(session_id) > 0


async def draft_context(engine: GameEngine, game: str, scenario: Scenario) -> Any:
    """Return the context of a scenario that may not be published yet, for its author."""
    history = LogHistory(engine.storage.event_log, "none")
    return await engine.session_factory.context(game, scenario, history, engine.referee)


async def warm_up(engine: GameEngine) -> None:
    """Load what the first session would have to wait for."""
    await engine.session_factory.warm_up(engine.storage)
