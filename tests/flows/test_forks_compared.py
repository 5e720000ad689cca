"""Two forks of one table are compared: what they share, and what happened in each, from each seat's view."""

from collections.abc import AsyncIterator

import pytest
from tests.flows.test_tables import speak

from echoes.app import open_engine
from echoes.core.errors import BadInput
from echoes.engine.engine import GameEngine
from echoes.engine.sessions.comparing import ForkComparison, compare_forks
from echoes.engine.sessions.queries import read_entries


@pytest.fixture
async def engine(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[GameEngine]:
    monkeypatch.setenv("ECHOES__AGENTS__PARTY__SEED", "a seed")
    async with open_engine() as opened:
        yield opened


def compared(engine: GameEngine, one: str, other: str, seat: str = "") -> ForkComparison:
    return compare_forks(read_entries(engine, one), read_entries(engine, other), engine.games, seat)


def texts(found: ForkComparison) -> list[list[str]]:
    return [[line["text"] for line in branch.lines] for branch in found.branches]


async def begun(engine: GameEngine) -> str:
    session = (await engine.create_session("low_water", lang="en")).session_id
    await speak(engine, session, "jory", "wait")
    await speak(engine, session, "neve", "wait")
    return session


async def test_what_was_done_in_each_fork_stands_after_what_they_share(engine: GameEngine):
    session = await begun(engine)
    fork = await engine.fork(session, 1)
    await speak(engine, fork, "neve", "look at the rope")
    found = compared(engine, session, fork)
    assert found.shared_turns == 1
    assert texts(found) == [["Neve Aldous: Wait and watch"], ["Neve Aldous: Look at the ferry's rope"]]
    assert [one.overview.session_id for one in found.branches] == [session, fork]


async def test_two_forks_of_one_session_are_compared_and_what_was_taken_back_counts_in_neither(
    engine: GameEngine,
):
    session = await begun(engine)
    one, other = [await engine.fork(session, 1) for _ in range(2)]
    await speak(engine, one, "neve", "look at the rope", "/undo", "read the bed of the river")
    found = compared(engine, one, other)
    assert texts(found) == [["Neve Aldous: Read the bed of the river"], []]
    assert found.shared_turns == 1


async def test_a_seat_is_told_of_what_it_saw_alone(engine: GameEngine):
    session = await begun(engine)
    fork = await engine.fork(session, 2)
    await speak(engine, fork, "corin", "go to the Heron")
    await speak(engine, fork, "ash", "look at the rope")
    rope = "Granny Ash: Look at the ferry's rope"
    assert rope in texts(compared(engine, session, fork, "jory"))[1]
    assert rope not in texts(compared(engine, session, fork, "corin"))[1]


async def test_sessions_without_a_shared_past_are_refused_in_a_line(engine: GameEngine):
    one, other = await begun(engine), await begun(engine)
    with pytest.raises(BadInput, match="share no past"):
        compared(engine, one, other)


async def test_a_turn_that_one_of_them_took_back_is_shared_no_longer(engine: GameEngine):
    session = await begun(engine)
    fork = await engine.fork(session, 2)
    assert compared(engine, session, fork).shared_turns == 2
    await speak(engine, fork, "neve", "/undo")
    found = compared(engine, session, fork)
    assert found.shared_turns == 1
    assert texts(found) == [["Neve Aldous: Wait and watch"], []]


async def test_turns_that_both_took_back_before_they_parted_are_not_among_those_they_share(
    engine: GameEngine,
):
    session = await begun(engine)
    await speak(engine, session, "neve", "/undo")
    found = compared(engine, session, await engine.fork(session))
    assert found.shared_turns == 1
    assert [branch.overview.turns for branch in found.branches] == [1, 1]


async def test_turns_are_those_that_the_seat_knows(engine: GameEngine):
    session = await begun(engine)
    fork = await engine.fork(session, 2)
    await speak(engine, fork, "corin", "go to the Heron")
    hers = [
        one.changed(audience=("jory",)) if one.event.turn == 3 else one for one in read_entries(engine, fork)
    ]
    ours = read_entries(engine, session)
    turns = {
        seat: [one.overview.turns for one in compare_forks(ours, hers, engine.games, seat).branches]
        for seat in ("jory", "corin")
    }
    assert turns == {"jory": [2, 3], "corin": [2, 2]}
