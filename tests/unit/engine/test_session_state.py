"""News of a session: each reader is told once, of what its seat may see, and hidden ones push out none."""

from pathlib import Path

import pytest
from tests.support import say

from echoes.core.events import CommandResult, Event
from echoes.core.seats import PUBLIC
from echoes.engine.engine import GameEngine
from echoes.engine.reading import read_entries
from echoes.engine.session_state import SessionState


def told(number: int, *audience: str) -> Event:
    return CommandResult(command="say", text=str(number), audience=audience)


@pytest.fixture
async def state(own_engine: GameEngine, bell: Path) -> SessionState:
    """The state of a session of one turn, for a reader `red` who has looked once."""
    session = await own_engine.create_session("silent_bell")
    await say(own_engine, session.session_id, "Was the bell broken?")
    entries = read_entries(own_engine, session.session_id)
    found = SessionState(entries, own_engine.games["situation_puzzle"], session.scenario, own_engine.storage)
    await found.reconcile()
    found.listen("red")
    return found


def texts(state: SessionState, seat: str) -> list[str]:
    return [event.text for event in state.news("red", seat) if isinstance(event, CommandResult)]


async def test_each_reader_is_told_once(state: SessionState):
    state.announce([told(1), told(2)])
    assert texts(state, "red") == ["1", "2"]
    assert texts(state, "red") == []


async def test_what_is_for_another_seat_waits_for_it(state: SessionState):
    state.announce([told(1, "red"), told(2, "blue"), told(3)])
    assert texts(state, PUBLIC) == ["3"]
    assert texts(state, "red") == ["1"]
    assert texts(state, "blue") == ["2"]


async def test_however_much_is_hidden_what_is_public_is_told(state: SessionState):
    state.announce([told(1)])
    for number in range(100):
        state.announce([told(number, "blue")])
    assert texts(state, "red") == ["1"]


async def test_what_somebody_else_wrote_is_followed_and_the_state_is_that_of_the_log(
    state: SessionState, own_engine: GameEngine
):
    [session_id] = own_engine.storage.event_log.sessions()
    await say(own_engine, session_id, "Is the sexton old?", "/undo")
    assert await state.reconcile() == []
    entries = read_entries(own_engine, session_id)
    again = SessionState(
        entries,
        own_engine.games["situation_puzzle"],
        (await own_engine.open_session(session_id)).scenario,
        own_engine.storage,
    )
    await again.reconcile()
    assert state.values == again.values
    assert (state.turn, state.ended, state.private) == (again.turn, False, False)
