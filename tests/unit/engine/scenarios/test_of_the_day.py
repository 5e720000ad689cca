"""The scenario of the day is the same for everybody, and each comes in its turn."""

from datetime import date, timedelta
from itertools import pairwise

import pytest
from tests.support import ROOT, canary_puzzle, say, write_puzzle

from echoes.core.errors import UnknownName
from echoes.engine.engine import GameEngine
from echoes.engine.scenarios.of_the_day import day_of, id_of_day, players_day, scenario_of_day

IDS = {path.stem[:-3] for path in (ROOT / "data" / "situation_puzzles").glob("*_en.json")}
FIRST = date(2026, 1, 1)


def days(count: int) -> list[str]:
    return [id_of_day(IDS, FIRST + timedelta(days=n)) for n in range(count)]


def test_the_order_of_the_ids_says_nothing():
    assert (
        id_of_day(sorted(IDS), FIRST) == id_of_day(sorted(IDS, reverse=True), FIRST) == id_of_day(IDS, FIRST)
    )


def test_each_comes_as_often_as_the_others_and_none_twice_in_a_row():
    year = days(50 * len(IDS))
    assert all(one != other for one, other in pairwise(year))
    start = -FIRST.toordinal() % len(IDS)
    assert {*year[start : start + len(IDS)]} == IDS
    assert year[start : start + len(IDS)] != year[start + len(IDS) : start + 2 * len(IDS)]


@pytest.mark.parametrize("ids", [["a"], ["a", "b"]])
def test_few_are_enough(ids: list[str]):
    assert {id_of_day(ids, FIRST + timedelta(days=n)) for n in range(4)} == {*ids}


async def test_a_player_has_a_card_once_the_game_of_the_day_is_over(engine: GameEngine):
    before = await players_day(engine, "ann", "en")
    assert (before.session_id, before.status, before.card) == (None, None, "")
    session = await engine.create_session(before.id, "ann", "en")
    assert (await players_day(engine, "ann", "en")).status == "PLAYING"
    await say(engine, session.session_id, "/giveup")
    after = await players_day(engine, "ann", "en")
    assert (after.session_id, after.status) == (session.session_id, "ABORTED")
    assert after.date in after.card
    assert (await players_day(engine, "bob", "en")).card == ""
    assert day_of(engine, session.started) == after.date


async def test_any_other_puzzle_is_not_that_of_the_day(engine: GameEngine):
    due = (await players_day(engine, "ann", "en")).id
    session = await engine.create_session(min(IDS - {due}), "ann", "en")
    assert day_of(engine, session.started) == ""


async def test_where_no_bundled_puzzle_is_there_one_s_own_are_everybody_s(own_engine: GameEngine):
    with pytest.raises(UnknownName, match="no puzzle of the day"):
        scenario_of_day(own_engine, FIRST)
    write_puzzle(own_engine.scenarios.folders[0] / "situation_puzzles", canary_puzzle())
    assert scenario_of_day(own_engine, FIRST) == "silent_bell"
