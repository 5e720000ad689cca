"""The main line of a lineage: the session that was chosen last, else the first one."""

import asyncio
from pathlib import Path

import pytest
from tests.support import say
from tests.unit.engine.played import SOLVE, finish

from echoes.core.errors import UnknownName
from echoes.core.log.lineage import MainLineChosen
from echoes.engine.engine import GameEngine
from echoes.engine.log.replay import replay
from echoes.engine.sessions.choosing import choose_main_line
from echoes.engine.sessions.comparing import compare_forks
from echoes.engine.sessions.index import SessionIndex
from echoes.engine.sessions.queries import read_entries, session_rows

ASKED = ["Was the bell broken?", "Is the sexton old?"]


async def main_lines(engine: GameEngine) -> list[str]:
    return [row.session_id for row in await session_rows(engine) if row.main_line]


async def kinds(engine: GameEngine, session: str) -> list[str]:
    return [entry.event.event for entry in read_entries(engine, session)]


async def carried(engine: GameEngine) -> int | None:
    scenario = engine.scenarios.get("silent_bell", "en")[1]
    last = (await engine.players.recall("ann", "situation_puzzle", scenario)).last
    return last.questions if last else None


async def test_it_is_the_first_session_until_another_is_chosen_and_then_the_latest_choice(
    own_engine: GameEngine, bell: Path
):
    first = await finish(own_engine, "silent_bell", *ASKED)
    one, other = [await own_engine.fork(first, 1) for _ in range(2)]
    assert await main_lines(own_engine) == [first]
    for chosen in (one, other, one, first):
        await choose_main_line(own_engine, chosen)
        assert await main_lines(own_engine) == [chosen]
        again = SessionIndex(own_engine.storage, own_engine.games)
        await again.clear()
        assert [row.session_id for row in await again.rows("ann") if row.main_line] == [chosen]


async def test_choosing_it_again_changes_nothing(own_engine: GameEngine, bell: Path):
    first = await finish(own_engine, "silent_bell", *ASKED)
    fork = await own_engine.fork(first, 1)
    [event] = await choose_main_line(own_engine, fork)
    assert (event.event, event.turn) == ("main_line_chosen", 1)
    before = read_entries(own_engine, fork)
    assert await choose_main_line(own_engine, fork) == []
    assert read_entries(own_engine, fork) == before


async def test_of_choices_at_one_moment_each_has_a_number_of_its_own(own_engine: GameEngine, bell: Path):
    first = await finish(own_engine, "silent_bell", *ASKED)
    forks = [await own_engine.fork(first, 1) for _ in range(4)]
    chosen = await asyncio.gather(*(choose_main_line(own_engine, fork) for fork in forks))
    numbers = [event.choice for [event] in chosen if isinstance(event, MainLineChosen)]
    assert sorted(numbers) == [1, 2, 3, 4]
    assert await main_lines(own_engine) == [forks[numbers.index(4)]]


async def test_another_lineage_has_its_own(own_engine: GameEngine, bell: Path):
    first, unrelated = [await finish(own_engine, "silent_bell", ASKED[0]) for _ in range(2)]
    fork = await own_engine.fork(first)
    await choose_main_line(own_engine, fork)
    assert sorted(await main_lines(own_engine)) == sorted([fork, unrelated])


async def test_once_it_is_deleted_it_is_the_one_chosen_before_and_then_the_first(
    own_engine: GameEngine, bell: Path
):
    first = await finish(own_engine, "silent_bell", *ASKED)
    one, other = [await own_engine.fork(first, 1) for _ in range(2)]
    await choose_main_line(own_engine, one)
    await choose_main_line(own_engine, other)
    for deleted, then in ((other, [one]), (one, [first]), (first, [])):
        await own_engine.delete_session(deleted)
        assert await main_lines(own_engine) == then


async def test_nobody_has_played_when_it_is_chosen(own_engine: GameEngine, bell: Path):
    first = await finish(own_engine, "silent_bell", *ASKED)
    fork = await own_engine.fork(first, 1)
    before = {row.session_id: row.updated for row in await session_rows(own_engine)}
    await choose_main_line(own_engine, fork)
    assert {row.session_id: row.updated for row in await session_rows(own_engine)} == before


async def test_undo_fork_replay_and_comparison_leave_it_alone(own_engine: GameEngine, bell: Path):
    first = await finish(own_engine, "silent_bell", ASKED[0])
    await choose_main_line(own_engine, first)
    await say(own_engine, first, "Did the sexton fear the sound?", "/undo", ASKED[1])
    fork = await own_engine.fork(first)
    assert "main_line_chosen" in await kinds(own_engine, first)
    assert "main_line_chosen" not in await kinds(own_engine, fork)
    assert await main_lines(own_engine) == [first]
    one, other = [read_entries(own_engine, session) for session in (first, fork)]
    assert compare_forks(one, other, own_engine.games).shared_turns == 2
    for session in (first, fork):
        assert own_engine.get_session_state(session).turns == 2
        assert (await replay(own_engine, session)).differences == []


async def test_an_undo_of_the_turn_in_which_it_was_chosen_keeps_it(own_engine: GameEngine, bell: Path):
    first = await finish(own_engine, "silent_bell", *ASKED)
    fork = await own_engine.fork(first)
    await choose_main_line(own_engine, fork)
    await own_engine.undo(fork, 2)
    assert await main_lines(own_engine) == [fork]
    assert (await replay(own_engine, fork)).differences == []


async def test_a_game_that_is_over_can_be_chosen(own_engine: GameEngine, bell: Path):
    first = await finish(own_engine, "silent_bell", ASKED[0])
    fork = await own_engine.fork(first)
    await say(own_engine, fork, SOLVE)
    await choose_main_line(own_engine, fork)
    assert await main_lines(own_engine) == [fork]
    assert own_engine.get_session_state(fork).status == "COMPLETED"
    assert (await replay(own_engine, fork)).differences == []


async def test_an_unknown_session_can_not_be_chosen(own_engine: GameEngine, bell: Path):
    with pytest.raises(UnknownName):
        await choose_main_line(own_engine, "nowhere")


async def test_the_next_session_goes_on_from_it_and_from_no_other_fork(own_engine: GameEngine, bell: Path):
    first = await finish(own_engine, "silent_bell", *ASKED)
    fork, open_one = [await own_engine.fork(first, 1) for _ in range(2)]
    await say(own_engine, first, "/giveup")
    await say(own_engine, fork, "/giveup")
    assert await carried(own_engine) == 2, "until one is chosen, the first game to end"
    await choose_main_line(own_engine, fork)
    assert await carried(own_engine) == 1
    await choose_main_line(own_engine, open_one)
    assert await carried(own_engine) is None, "it has not ended"
    scenario = own_engine.scenarios.get("silent_bell", "en")[1]
    recalled = await own_engine.players.recall("ann", "situation_puzzle", scenario)
    assert len(recalled.counted) == 1, "what was reached stays so"
    await say(own_engine, open_one, ASKED[1], "Did the sexton fear the sound?", "/giveup")
    assert await carried(own_engine) == 3


async def test_the_first_game_to_end_counts_for_the_player_whichever_is_chosen(
    own_engine: GameEngine, bell: Path
):
    first = await finish(own_engine, "silent_bell", *ASKED)
    fork = await own_engine.fork(first, 1)
    await say(own_engine, first, "/giveup")
    await choose_main_line(own_engine, fork)
    await say(own_engine, fork, SOLVE)
    games = (await own_engine.players.show("ann")).games
    assert [(game.session_id, game.solved) for game in games] == [(first, False)]
    assert await own_engine.players.recount() == 0
