"""Limits of what is spent: kindly said in the game's language, free of charge, and the game stays whole."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.flows.test_heists_with_a_model import at_the_quay, wired
from tests.flows.test_heists_with_a_model import fair as heist_master
from tests.flows.test_model_games import fair
from tests.leaks.test_hostile_models import configure
from tests.support import canary_puzzle, say, write_puzzle

from echoes.app import open_engine
from echoes.testing import ModelServer, serving

TOLD = {
    "en": (
        "A game here has 1 turn, and this one has none left. Nothing was charged.",
        "That was today's 2 turns",
    ),
    "zh": ("这里每局最多 1 步，这一局已经用完了。这次不计数。", "你今天的 2 步已经用完了。"),
}


@pytest.mark.parametrize("language", ["en", "zh"])
async def test_turns_end_at_the_limit_and_everything_else_goes_on(
    each_backend: str, bell: Path, monkeypatch: pytest.MonkeyPatch, language: str
):
    write_puzzle(bell.parent, canary_puzzle(language=language))
    monkeypatch.setenv("ECHOES__PATHS__DATA", str(bell.parents[1]))
    monkeypatch.setenv("ECHOES__LIMITS__SESSION__TURNS", "1")
    monkeypatch.setenv("ECHOES__LIMITS__PLAYER__TURNS", "2")
    in_game, in_day = TOLD[language]
    async with open_engine() as one, open_engine() as other:  # as two workers
        first = (await one.create_session("silent_bell", "ann", language)).session_id
        await say(one, first, "/hint")
        [refused] = await say(other, first, "/hint")
        assert (refused.event, refused.charged) == ("turn_failed", False)
        assert refused.error.startswith(in_game)
        assert [event.event for event in await say(one, first, "/status")] == ["command_result"]
        assert one.get_session_state(first).turns == 1

        second = (await other.create_session("silent_bell", "ann", language)).session_id
        await say(one, second, "/hint")
        third = (await other.create_session("silent_bell", "ann", language)).session_id
        [refused] = await say(other, third, "/hint")
        assert refused.error.startswith(in_day)
        free = (await other.create_session("silent_bell", "bo", language)).session_id
        assert [event.event for event in await say(other, free, "/hint")] == ["hint_given"]
        ended = await say(one, first, "/giveup")
        assert ended[-1].event == "session_ended"


@pytest.fixture
def server(own_folders: Path, bell: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ModelServer]:
    with serving(fair) as running:
        configure(monkeypatch, running, "api", own_folders)
        yield running


async def test_a_model_is_not_paid_for_a_turn_that_is_refused(
    server: ModelServer, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("ECHOES__LIMITS__DAY__TURNS", "1")
    async with open_engine() as engine:
        session = (await engine.create_session("silent_bell")).session_id
        [ruled, refused] = await say(engine, session, "Was it cold?", "Was it dark?")
        assert ruled.event == "question_ruled"
        assert refused.event == "turn_failed" and "All players together have 1 turn a day" in refused.error
        assert len(server.asked) == 1


async def test_a_game_whose_tokens_are_spent_says_so_and_costs_nothing(
    server: ModelServer, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("ECHOES__LIMITS__SESSION__TOKENS", "1")
    async with open_engine() as engine:
        session = (await engine.create_session("silent_bell")).session_id
        [ruled, refused] = await say(engine, session, "Was it cold?", "Was it dark?")
        assert (ruled.event, refused.event, refused.charged) == (
            "question_ruled",
            "ruling_unavailable",
            False,
        )
        assert "budget is used up" in refused.reason
        assert len(server.asked) == 1


async def test_a_heist_whose_turns_are_used_up_asks_no_model(
    own_folders: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("ECHOES__LIMITS__SESSION__TURNS", "4")
    with serving(heist_master) as server:
        wired(monkeypatch, server, own_folders)
        async with open_engine() as engine:
            session = await at_the_quay(engine)
            while engine.get_session_state(session).turns < 4:
                await say(engine, session, "withdraw", "purple monkeys", "1")
            asked = len(server.asked)
            [refused] = await say(engine, session, "purple monkeys")
            assert refused.event == "turn_failed" and refused.error.startswith("A game here has 4 turns")
            assert len(server.asked) == asked
            assert [event.event for event in await say(engine, session, "/status")] != ["turn_failed"]
