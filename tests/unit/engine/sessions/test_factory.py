"""A session is put together from its log, the version that it began with, and the rules of its game."""

from dataclasses import replace
from pathlib import Path

import pytest

from echoes.core.errors import BadInput, StorageFailed, UnknownName
from echoes.core.log.events import SessionStarted
from echoes.engine.engine import GameEngine


async def opened(engine: GameEngine, session_id: str) -> None:
    await engine.session_factory.session(engine.storage, session_id, lambda: 0.0)


async def test_a_log_without_a_beginning_is_no_session(own_engine: GameEngine, bell: Path):
    session = (await own_engine.create_session("silent_bell")).session_id
    log = own_engine.storage.event_log
    [opening] = log.read(session)
    log.delete(session)
    log.append(session, [replace(opening, event=opening.event.model_copy(update={"game_type": "chess"}))])
    with pytest.raises(UnknownName, match="'chess', which is not installed"):
        await opened(own_engine, session)
    with pytest.raises((StorageFailed, UnknownName)):
        await opened(own_engine, "silent_bell-none")


@pytest.mark.parametrize("rules", [0, 2])
async def test_a_session_of_other_rules_is_not_played_on(own_engine: GameEngine, bell: Path, rules: int):
    session = (await own_engine.create_session("silent_bell")).session_id
    log = own_engine.storage.event_log
    [opening] = log.read(session)
    assert isinstance(opening.event, SessionStarted) and opening.trace
    log.delete(session)
    log.append(session, [replace(opening, trace=opening.trace.model_copy(update={"rules": rules}))])
    with pytest.raises(BadInput, match="other rules"):
        await opened(own_engine, session)
