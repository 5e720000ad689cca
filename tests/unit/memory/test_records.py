"""A record holds the counts of one finished game."""

from pathlib import Path

import pytest
from tests.support import say
from tests.unit.memory.games import game, stored_game

from echoes.core.log.records import GameFacts, HintUse, ScenarioInfo
from echoes.engine.engine import GameEngine
from echoes.memory.records import GameRecord, describe_game, record_of


async def record(engine: GameEngine, *messages: str) -> GameRecord:
    session = (await engine.create_session("silent_bell", player_id="ann")).session_id
    await say(engine, session, *messages)
    found = record_of(
        engine.storage.event_log.read(session),
        ScenarioInfo(difficulty=2, tags=("snow",)),
        engine.games["situation_puzzle"],
    )
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("messages", "helped"),
    [
        (["/hint", "Is the sexton old?", "Did the sexton fear the sound?"], True),
        (["/hint", *["Is the sexton old?"] * 5, "Did the sexton fear the sound?"], False),
        (["Did the sexton fear the sound?", "/hint", "Is the sexton old?"], False),
    ],
)
async def test_a_hint_helped_when_progress_follows_soon(
    own_engine: GameEngine, bell: Path, messages: list[str], helped: bool
):
    found = await record(own_engine, *messages, "/giveup")
    assert found.facts.hints_given == (HintUse(level=1, helped=helped),)


async def test_undone_turns_leave_no_trace(own_engine: GameEngine, bell: Path):
    plain = await record(own_engine, "Was the bell broken?", "/giveup")
    wild = await record(
        own_engine,
        "Is the sexton old?",
        "/answer Snow lay on the slope zzfacttwo.",
        "/undo 2",
        "Was the bell broken?",
        "/giveup",
    )
    unlike = {"session_id", "lineage", "ended"}
    assert plain.model_dump(exclude=unlike) == wild.model_dump(exclude=unlike)


def test_a_stored_record_is_read_and_written_as_it_stands():
    stored = stored_game(1, hints_given=[{"level": 1, "helped": False}])
    assert list(GameRecord.from_json(stored).to_json().items()) == list(stored.items())


def test_a_game_without_figures_stores_nulls_and_adds_figures_of_its_own():
    record = game(1).model_copy(update={"facts": GameFacts.from_json({"rounds": 3})})
    stored = record.to_json()
    assert (stored["questions"], stored["rulings"], stored["rounds"]) == (None, {}, 3)
    assert list(stored)[-2:] == ["rounds", "content"]
    assert GameRecord.from_json(stored) == record
    assert describe_game(record) == "Solved “P” (difficulty 2, crime)."
