"""A wrong ruling is put right openly: by its author, or when two rulings can't both be true."""

import json
from pathlib import Path
from typing import Any

import pytest
from tests.flows.test_model_games import fair
from tests.leaks.test_hostile_models import configure
from tests.model_server import Answer, Asked, ModelServer, serving
from tests.support import say

from echoes.app import open_engine
from echoes.core.errors import BadInput
from echoes.engine.engine import GameEngine
from echoes.engine.replay import replay

GENERAL, SPECIFIC = "Was there snow?", "Was there snow on the roof?"


def said(asked: Asked) -> str:
    """The sentence that a request is about."""
    return asked.last.rsplit("\n", 2)[1]


def looked_at_anew(asked: Asked) -> bool:
    """Whether it is one of the looks that votes are made of."""
    return "then rule" in asked.last or "before you rule" in asked.last


def ruling(word: str, *facts: str) -> str:
    return json.dumps({"ruling": word, "facts": facts, "confidence": 1})


def of_two_minds(first: dict[str, str], anew: dict[str, str]) -> Answer:
    """A model that rules by one table at first, and by another when it looks again."""
    return lambda asked: ruling((anew if looked_at_anew(asked) else first)[said(asked)])


@pytest.fixture
def server(own_folders: Path, bell: Path, monkeypatch: pytest.MonkeyPatch):
    with serving(fair) as running:
        configure(monkeypatch, running, "api", own_folders)
        yield running


async def game(engine: GameEngine, server: ModelServer, answer: Answer, *messages: str) -> list[Any]:
    server.answer = answer
    session = (await engine.create_session("silent_bell")).session_id
    return await say(engine, session, *messages)


async def test_the_earlier_of_two_rulings_gives_way_where_it_does_not_stand(server: ModelServer):
    answer = of_two_minds({SPECIFIC: "YES", GENERAL: "NO"}, {SPECIFIC: "NO", GENERAL: "NO"})
    async with open_engine() as engine:
        first, second, corrected, recap = await game(engine, server, answer, SPECIFIC, GENERAL, "/recap")
        assert (first.ruling, second.ruling) == ("YES", "NO")
        assert (corrected.event, corrected.by, corrected.turn) == ("ruling_corrected", "referee", 1)
        assert (corrected.text, corrected.ruling, corrected.new_ruling) == (SPECIFIC, "YES", "NO")
        assert SPECIFIC in corrected.remark
        assert f"NO: {SPECIFIC}" in recap.text
        assert (await replay(engine, first.session_id)).differences == []


async def test_the_later_one_is_not_even_shown_where_it_does_not_stand(server: ModelServer):
    answer = of_two_minds({SPECIFIC: "YES", GENERAL: "NO"}, {SPECIFIC: "YES", GENERAL: "YES"})
    async with open_engine() as engine:
        _, second = await game(engine, server, answer, SPECIFIC, GENERAL)
    assert (second.event, second.ruling) == ("question_ruled", "YES")
    assert second.usage.model_calls == 7


async def test_where_both_stand_there_is_no_ruling(server: ModelServer):
    table = {SPECIFIC: "YES", GENERAL: "NO"}
    async with open_engine() as engine:
        _, second = await game(engine, server, of_two_minds(table, table), SPECIFIC, GENERAL)
    assert (second.event, second.charged) == ("ruling_unavailable", False)


async def test_rulings_that_agree_are_not_looked_at_again(server: ModelServer):
    table = {SPECIFIC: "YES", GENERAL: "YES"}
    async with open_engine() as engine:
        _, second = await game(engine, server, of_two_minds(table, {}), SPECIFIC, GENERAL)
    assert (second.ruling, second.usage.model_calls) == ("YES", 1)


async def test_an_author_s_correction_is_told_counts_and_stays(server: ModelServer):
    async with open_engine() as engine:
        session = (await engine.create_session("silent_bell")).session_id
        [wrong] = await say(engine, session, "Is the slope white?")
        [event] = await engine.correct(session, 1, "yes", ["zzfactid2"], "I should have said so.")
        assert (wrong.ruling, event.new_ruling, event.progress, event.remark) == (
            "NO",
            "YES",
            0.5,
            "I should have said so.",
        )
        upheld, again, status = await say(engine, session, "/challenge", "Is the slope white?", "/status")
        assert (upheld.outcome, again.ruling, len(server.asked)) == ("upheld", "YES", 1)
        assert "Progress: 50 %" in status.text
        await engine.correct(session, 2, "IRRELEVANT")
        [status] = await say(engine, session, "/status")
        assert "Progress: 50 %" in status.text  # turn 1 carries the fact still
        assert (await replay(engine, session)).differences == []


@pytest.mark.parametrize(
    ("turn", "word", "facts", "problem"),
    [
        (1, "NO", [], "ruled NO already"),
        (2, "YES", [], "no question that was ruled on"),
        (9, "YES", [], "no question that was ruled on"),
        (1, "perhaps", [], "no ruling"),
        (1, "YES", ["f9"], "no fact 'f9'"),
    ],
)
async def test_what_can_t_be_corrected_is_refused(
    server: ModelServer, turn: int, word: str, facts: list[str], problem: str
):
    async with open_engine() as engine:
        session = (await engine.create_session("silent_bell")).session_id
        await say(engine, session, "Is the slope white?", "/hint")
        with pytest.raises(BadInput, match=problem):
            await engine.correct(session, turn, word, facts)


async def test_a_game_that_is_over_is_not_corrected(server: ModelServer):
    async with open_engine() as engine:
        session = (await engine.create_session("silent_bell")).session_id
        await say(engine, session, "Is the slope white?", "/giveup")
        with pytest.raises(BadInput, match="has ended"):
            await engine.correct(session, 1, "YES")


async def test_undo_takes_a_correction_along_with_its_turn(server: ModelServer):
    async with open_engine() as engine:
        session = (await engine.create_session("silent_bell")).session_id
        await say(engine, session, "Is the slope white?")
        await engine.correct(session, 1, "YES", ["zzfactid2"])
        undone, _ = await say(engine, session, "/undo")
        assert (undone.turns, undone.progress) == ([1], 0.0)
        assert (await replay(engine, session)).differences == []
