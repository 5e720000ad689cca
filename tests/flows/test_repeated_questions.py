"""A question that was ruled on is answered again as before, free of charge."""

from pathlib import Path

from tests.support import say

from echoes.engine.engine import GameEngine


async def test_the_same_question_is_charged_once(own_engine: GameEngine, bell: Path):
    session = (await own_engine.create_session("silent_bell")).session_id
    first, again, status = await say(
        own_engine, session, "Was the bell broken?", "was the bell broken", "/status"
    )
    assert (first.charged, first.remark) == (True, "")
    assert (again.ruling, again.charged, again.remark) == (
        first.ruling,
        False,
        "That was answered before; this time it was free.",
    )
    assert status.text.startswith("Questions: 1.")


async def test_after_an_undo_it_is_a_new_question(own_engine: GameEngine, bell: Path):
    session = (await own_engine.create_session("silent_bell")).session_id
    *_, again = await say(own_engine, session, "Was the bell broken?", "/undo", "Was the bell broken?")
    assert again.charged
