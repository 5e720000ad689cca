"""An author learns from games: what was picked, what was not ruled, what was doubted."""

from tests.support import canary_puzzle, say

from echoes.engine.engine import GameEngine
from echoes.games.situation_puzzle.authoring.harvest import harvest
from echoes.games.situation_puzzle.puzzle.schema import Puzzle

PUZZLE = Puzzle.model_validate(
    canary_puzzle(
        rulings=[
            {"texts": ["Was the bell broken?"], "ruling": "NO", "open": True},
            {"texts": ["Was the tower high?"], "ruling": "IRRELEVANT", "open": True},
        ]
    )
)


async def games(own_engine: GameEngine, *messages: str) -> list[list[object]]:
    own_engine.scenarios.save("situation_puzzle", PUZZLE)
    session = await own_engine.create_session(PUZZLE.id)
    for message in messages:
        await say(own_engine, session.session_id, message)
    return [own_engine.storage.event_log.read(session.session_id)]


async def test_a_pick_is_a_wording_of_its_ruling(own_engine: GameEngine):
    found = harvest(PUZZLE, await games(own_engine, "had something in the bell come apart?", "1"))
    [wording] = found["wordings"]
    assert (wording["ruling"], wording["text"]) == (1, "had something in the bell come apart?")


async def test_a_pick_that_was_taken_back_is_none(own_engine: GameEngine):
    found = harvest(PUZZLE, await games(own_engine, "had something in the bell come apart?", "1", "/undo"))
    assert found["wordings"] == []


async def test_what_was_not_ruled_and_where_no_option_was_meant_is_unanswered(own_engine: GameEngine):
    found = harvest(
        PUZZLE,
        await games(own_engine, "had something in the bell come apart?", "0", "Did elephants dance?", "0"),
    )
    assert {one["text"] for one in found["unanswered"]} == {
        "had something in the bell come apart?",
        "Did elephants dance?",
    }


async def test_a_doubted_ruling_is_told(own_engine: GameEngine):
    found = harvest(PUZZLE, await games(own_engine, "Was the bell broken?", "/challenge"))
    assert [(one["text"], one["ruling"]) for one in found["challenged"]] == [("Was the bell broken?", "NO")]
