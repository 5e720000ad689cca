"""Read-only access to sessions, for interfaces."""

import asyncio
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any, TypeVar

from pydantic import BaseModel

from echoes.core.errors import UnknownName
from echoes.core.log.entries import Entry
from echoes.core.log.event_log import read_log
from echoes.core.log.events import Event
from echoes.core.seats.visibility import PUBLIC, seen_by
from echoes.engine.engine import GameEngine
from echoes.engine.log.history import LogHistory
from echoes.engine.sessions.overview import SessionOverview
from echoes.engine.sessions.session import GameSession
from echoes.games.context_window import Window
from echoes.games.scenario import Scenario

T = TypeVar("T")


async def unblocked(engine: GameEngine, read: Callable[..., T], *args: object) -> T:
    """Call one of these functions without holding up the event loop, even if a server lets it wait."""
    return await read_log(engine.storage.event_log, read, engine, *args)


def read_entries(engine: GameEngine, session_id: str) -> list[Entry]:
    """Return the entries of a session's log, up to the first that is damaged.

    Raises:
        UnknownName: no such session.
        StorageFailed: the log can't be read.
    """
    return engine.storage.event_log.read_intact(session_id)


def events_dealt(engine: GameEngine, session_id: str, seat: str) -> list[Event]:
    """Return the events that were written with the opening, such as what is at hand, as a seat sees them."""
    entries = read_entries(engine, session_id)
    return [seen.event for seen in seen_by(entries[: 1 + entries[0].rest], seat)[1:]]


def read_tail(engine: GameEngine, session_id: str, since: int) -> tuple[list[Entry], int]:
    """Return the entries that were appended to a log, and the position after them.

    Args:
        engine: the engine.
        session_id: the session.
        since: the position up to which the log is known; 0 for the beginning. If another log has taken its
            place, all of its entries are returned.
    """
    return engine.storage.event_log.tail(session_id, since)


def session_exists(engine: GameEngine, session_id: str) -> bool:
    """Return whether a session has a log."""
    return engine.storage.event_log.position(session_id) > 0


def session_ids(engine: GameEngine) -> list[str]:
    """Return the ids of all sessions that have a log."""
    return engine.storage.event_log.sessions()


def log_position(engine: GameEngine, session_id: str) -> int:
    """Return the position at which a session's log ends; the unit is the back end's, bytes of a file."""
    return engine.storage.event_log.position(session_id)


async def session_rows(engine: GameEngine, player_id: str | None = None) -> list[SessionOverview]:
    """Return a row for each session, the one that was played last at the end.

    Args:
        engine: whose sessions they are.
        player_id: whose sessions; None for everybody's.
    """
    return await engine.players.index.rows(player_id)


async def unread_events(engine: GameEngine, session_id: str, seat: str | None = None) -> list[Event]:
    """Return the events from elsewhere since a seat was last answered, without waiting for follow-up work.

    The arguments are those of `GameEngine.handle_message`.

    Raises:
        UnknownName: no such session.
        SessionBusy, StorageFailed: the log can't be read now.
    """
    session = await engine.open_session(session_id)
    async with engine.storage.lock(session_id):
        await session.reconcile()
        looks_from = seat or (await session.next_seat() if session.seats else PUBLIC)
        return await session.news(seat or PUBLIC, looks_from, moves=True)


async def games_of(engine: GameEngine, scenario: Scenario) -> list[list[Entry]]:
    """Return the logs of all games of a scenario in its language, whatever version they began with."""
    rows = await session_rows(engine)
    played = [row for row in rows if (row.puzzle_id, row.lang) == (scenario.id, scenario.language)]
    logs: list[list[Entry]] = []
    for row in played:
        with suppress(UnknownName):  # it was deleted meanwhile
            logs.append(await asyncio.to_thread(read_entries, engine, row.session_id))
    return logs


async def context_of(engine: GameEngine, session: GameSession) -> Any:
    """Return the context of a session for whoever asks its agents once more; nothing is recorded."""
    history = LogHistory(engine.storage.event_log, session.session_id)
    kind = session.started.game_type
    return await engine.session_factory.context(kind, session.scenario, history)


async def game_context(
    engine: GameEngine, scenario_id: str, lang: str | None = None, agents: Mapping[str, str] | None = None
) -> Any:
    """Return the context of a game outside any session, perhaps with other agents in some roles.

    >>> async def referee():
    ...     async with open_engine() as engine:
    ...         return (await game_context(engine, "wrong_umbrella", "en")).referee.name
    >>> asyncio.run(referee())
    'embedded'
    """
    return await draft_context(engine, *engine.scenarios.get(scenario_id, lang), agents)


async def draft_context(
    engine: GameEngine, game: str, scenario: Scenario, agents: Mapping[str, str] | None = None
) -> Any:
    """Return the context of a scenario that may be unpublished; see `game_context`."""
    history = LogHistory(engine.storage.event_log, "none")
    return await engine.session_factory.context(game, scenario, history, agents)


async def session_window(
    engine: GameEngine, session_id: str, role: str, message: str = "", seat: str = PUBLIC
) -> Window:
    """Return the context that a role would be shown with a message from a seat, with its own notes.

    Raises:
        UnknownName: no such session, or its game has no such contexts.
        BadSetting: the role's budget is too small for what it must see.
    """
    session = await engine.open_session(session_id)
    notes = await (await engine.players.memory()).session_notes(session_id, seat)
    kept = [(note.role, note.message) for note in notes]
    async with engine.storage.lock(session_id):
        return await session.window(role, message, str(role), kept, seat)


async def warm_up(engine: GameEngine) -> None:
    """Load what the first session would otherwise have to wait for."""
    await engine.session_factory.warm_up(engine.storage)
    await engine.knowledge.warm_up()


async def operations_of(engine: GameEngine, session_id: str) -> Mapping[str, type[BaseModel]]:
    """Return the operations of a session's game: by name, the form of the arguments.

    Raises:
        UnknownName: no such session.
    """
    session = await engine.open_session(session_id)
    return engine.games[session.started.game_type].operations
