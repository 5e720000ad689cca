"""What players asked in real games becomes a ruling by one decision of the author."""

from typing import Any

import pytest
from tests.support import canary_puzzle, say

from echoes.core.errors import BadInput
from echoes.engine.engine import GameEngine
from echoes.games.author_forms import Decision, Gap
from echoes.games.situation_puzzle.authoring.decisions import QUESTION, decide
from echoes.games.situation_puzzle.authoring.gaps import puzzle_gaps
from echoes.games.situation_puzzle.puzzle.schema import Puzzle

NEAR = "had something in the bell come apart?"


def puzzle(**changes: Any) -> Puzzle:
    rulings = [{"texts": ["Was the bell broken?"], "ruling": "NO", "open": True}]
    return Puzzle.model_validate(canary_puzzle(**{"rulings": rulings, **changes}))


def fill_gap(before: Puzzle, text: str, choice: str, links: list[str]) -> Puzzle:
    return decide(before, [Decision(f"{QUESTION}{text}", choice, links or None)])


async def gaps(engine: GameEngine, played: Puzzle, *messages: str) -> dict[str, Gap]:
    engine.scenarios.save("situation_puzzle", played)
    session = await engine.create_session(played.id)
    await say(engine, session.session_id, *messages)
    logs = [engine.storage.event_log.read(session.session_id)]
    return {gap.text: gap for gap in puzzle_gaps(played, logs, "en")}


async def test_unruled_asked_back_and_challenged_questions_are_found(own_engine: GameEngine):
    asked = ("Did elephants dance?", "Did elephants dance?", NEAR, "Was the bell broken?", "/challenge")
    found = await gaps(own_engine, puzzle(), *asked)
    assert next(iter(found)) == "Did elephants dance?"
    assert (found["Did elephants dance?"].times, found["Did elephants dance?"].note) == (
        2,
        "could not be ruled on",
    )
    assert "asked back" in found[NEAR].note
    assert found[NEAR].choices[0] == ("same:1", "Same as: Was the bell broken?")
    assert "challenged" in found["Was the bell broken?"].note
    ruled = fill_gap(puzzle(), "Did elephants dance?", "IRRELEVANT", [])
    assert "Did elephants dance?" not in await gaps(own_engine, ruled, "Was the bell broken?")


def test_one_decision_makes_a_ruling_a_wording_or_another_ruling():
    before = puzzle()
    core = before.facts[0].id
    made = fill_gap(before, "Is it so?", "YES", [core]).rulings[-1]
    assert (made.texts, made.ruling, made.facts) == (("Is it so?",), "YES", (core,))
    assert fill_gap(before, NEAR, "same:1", []).rulings[0].texts == ("Was the bell broken?", NEAR)
    assert fill_gap(before, "was the bell broken", "YES AND NO", [core]).rulings[0].ruling == "YES AND NO"
    for text, choice, links in (
        ("", "YES", []),
        ("x", "MAYBE", []),
        ("x", "same:9", []),
        ("x", "YES", ["zz"]),
    ):
        with pytest.raises(BadInput):
            fill_gap(before, text, choice, links)


def test_what_waits_in_the_puzzle_is_decided_in_the_same_way():
    label = {"texts": ["Is it old?"], "ruling": "NO", "unconfirmed": True, "label": "F"}
    waiting = puzzle(rulings=[label], proposals=["Is it cold?"])
    found = {gap.text: gap.suggested for gap in puzzle_gaps(waiting, [], "zh")}
    assert found == {"Is it old?": "NO", "Is it cold?": ""}
    decided = fill_gap(fill_gap(waiting, "Is it old?", "NO", []), "Is it cold?", "YES", [])
    assert [one.unconfirmed for one in decided.rulings] == [False, False]
    assert puzzle_gaps(decided, [], "en") == []
