"""A wrong ruling is put right openly: by its author, or when two rulings can't both be true."""

import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from tests.flows.test_model_games import fair
from tests.leaks.test_hostile_models import configure
from tests.support import say

from echoes.app import open_engine
from echoes.core.errors import BadInput
from echoes.core.log.entries import Operation
from echoes.core.log.events import Event
from echoes.engine.engine import GameEngine
from echoes.engine.log.replay import replay
from echoes.games.situation_puzzle.traces import UnavailableTrace
from echoes.testing import Answerer, Asked, ModelServer, Say, serving

GENERAL, SPECIFIC = "Was there snow?", "Was there snow on the roof?"


async def correct(
    engine: GameEngine,
    session: str,
    turn: int,
    ruling: str,
    facts: Sequence[str] = (),
    because: str = "",
) -> list[Event]:
    """Correct a ruling as its author does."""
    said: dict[str, Any] = {"turn": turn, "ruling": ruling, "facts": [*facts], "because": because}
    return await engine.operate(session, Operation(name="correct", arguments=said))


def said(asked: Asked) -> str:
    """The sentence that a request is about."""
    return asked.last.rsplit("\n", 2)[1]


def looked_at_anew(asked: Asked) -> bool:
    """Whether it is one of the looks that votes are made of."""
    return "then rule" in asked.last or "before you rule" in asked.last


def ruling(word: str, *facts: str) -> str:
    return json.dumps({"ruling": word, "facts": facts, "confidence": 1})


def of_two_minds(first: dict[str, str], anew: dict[str, str]) -> Answerer:
    """A model that rules by one table at first, and by another when it looks again."""
    return lambda asked: ruling((anew if looked_at_anew(asked) else first)[said(asked)])


@pytest.fixture
def server(own_folders: Path, bell: Path, monkeypatch: pytest.MonkeyPatch):
    with serving(fair) as running:
        configure(monkeypatch, running, "api", own_folders)
        yield running


async def game(engine: GameEngine, server: ModelServer, answer: Answerer, *messages: str) -> list[Any]:
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
    assert "would contradict an earlier one" in second.reason


async def test_rulings_that_agree_are_not_looked_at_again(server: ModelServer):
    table = {SPECIFIC: "YES", GENERAL: "YES"}
    async with open_engine() as engine:
        _, second = await game(engine, server, of_two_minds(table, {}), SPECIFIC, GENERAL)
    assert (second.ruling, second.usage.model_calls) == ("YES", 1)


LATE, EARLY = "Was the slope covered in white?", "Was the ground bare?"
"""Two sentences of which only a reader who knows the world sees that they exclude each other."""


def speaks_against(first: dict[str, str], anew: dict[str, str]) -> Answerer:
    """A model that names what it was shown of the earlier rulings, whatever it is."""

    def answer(asked: Asked) -> str:
        if looked_at_anew(asked):
            return ruling(anew[said(asked)])
        named = [int(found) for found in re.findall(r"^(\d+): \"", asked.last, re.MULTILINE)]
        return json.dumps(
            {"ruling": first[said(asked)], "facts": [], "confidence": 1, "against": [*named, 99, "x"]}
        )

    return answer


@pytest.mark.parametrize(
    ("anew", "events", "stands"),
    [
        ({EARLY: "NO", LATE: "YES"}, ["question_ruled", "ruling_corrected"], f"NO: {EARLY}"),
        ({EARLY: "YES", LATE: "NO"}, ["question_ruled"], f"NO: {LATE}"),
        ({EARLY: "YES", LATE: "YES"}, ["question_ruled"], f"YES: {LATE}"),
    ],
)
async def test_a_contradiction_that_only_the_model_sees_is_looked_at_and_may_be_none(
    server: ModelServer, anew: dict[str, str], events: list[str], stands: str
):
    server.answer = speaks_against({EARLY: "YES", LATE: "YES"}, anew)
    async with open_engine() as engine:
        session = (await engine.create_session("silent_bell")).session_id
        await say(engine, session, EARLY)
        found = await say(engine, session, LATE)
        [recap] = await say(engine, session, "/recap")
        assert [event.event for event in found] == events
        assert stands in recap.text
        assert (await replay(engine, session)).differences == []


async def test_a_model_that_always_sees_contradictions_is_no_longer_heard(server: ModelServer):
    server.answer = lambda asked: json.dumps({"ruling": "YES", "confidence": 1, "against": [*range(1, 20)]})
    async with open_engine() as engine:
        session = (await engine.create_session("silent_bell")).session_id
        ruled = await say(engine, session, *(f"Is it number {n}?" for n in range(6)))
    assert [event.usage.model_calls for event in ruled] == [1, 7, 7, 1, 1, 1]
    assert {event.ruling for event in ruled} == {"YES"}


async def test_a_suspicion_that_can_t_be_looked_into_costs_no_ruling(server: ModelServer):
    server.answer = lambda asked: (
        Say(status=400)
        if looked_at_anew(asked)
        else json.dumps({"ruling": "YES", "confidence": 1, "against": [1]})
    )
    async with open_engine() as engine:
        session = (await engine.create_session("silent_bell")).session_id
        ruled = await say(engine, session, EARLY, LATE)
    assert [(event.event, event.ruling) for event in ruled] == [("question_ruled", "YES")] * 2


async def test_a_model_is_reminded_of_the_latest_rulings_and_of_the_likest_older_ones(server: ModelServer):
    async with open_engine() as engine:
        session = (await engine.create_session("silent_bell")).session_id
        await say(engine, session, "Was the ringer paid well?", *(f"Is it number {n}?" for n in range(20)))
        await say(engine, session, "Was anybody paid?")
    told = server.asked[-1].last
    assert '1: "Was the ringer paid well?" — NO' in told
    assert [f"Is it number {n}?" in told for n in (10, 15, 16, 19)] == [False, True, True, True]


async def test_an_author_s_correction_is_told_counts_and_stays(server: ModelServer):
    async with open_engine() as engine:
        session = (await engine.create_session("silent_bell")).session_id
        [wrong] = await say(engine, session, "Is the slope white?")
        [event] = await correct(engine, session, 1, "yes", ["zzfactid2"], "I should have said so.")
        assert (wrong.ruling, event.new_ruling, event.progress) == ("NO", "YES", 0.5)
        assert event.remark == (
            "An earlier answer was corrected: “Is the slope white?” is now YES. I should have said so."
        )
        upheld, again, status = await say(engine, session, "/challenge", "Is the slope white?", "/status")
        assert (upheld.outcome, again.ruling, len(server.asked)) == ("upheld", "YES", 1)
        assert "Progress: 50%" in status.text
        await correct(engine, session, 2, "IRRELEVANT")
        [status] = await say(engine, session, "/status")
        assert "Progress: 50%" in status.text  # turn 1 carries the fact still
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
            await correct(engine, session, turn, word, facts)


async def test_a_game_that_is_over_is_not_corrected(server: ModelServer):
    async with open_engine() as engine:
        session = (await engine.create_session("silent_bell")).session_id
        await say(engine, session, "Is the slope white?", "/giveup")
        with pytest.raises(BadInput, match="has ended"):
            await correct(engine, session, 1, "YES")


async def test_undo_takes_a_correction_along_with_its_turn(server: ModelServer):
    async with open_engine() as engine:
        session = (await engine.create_session("silent_bell")).session_id
        await say(engine, session, "Is the slope white?")
        await correct(engine, session, 1, "YES", ["zzfactid2"])
        undone, _ = await say(engine, session, "/undo")
        assert (undone.turns, undone.progress) == ([1], 0.0)
        assert (await replay(engine, session)).differences == []


@pytest.mark.parametrize("referee", ["model", "embedded"])
async def test_no_later_look_changes_what_the_author_corrected(
    server: ModelServer, referee: str, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("ECHOES__PLAY__REFEREE", referee)
    asked = "Was the bell broken?"
    async with open_engine() as engine:
        session = (await engine.create_session("silent_bell")).session_id
        first, twice = await say(engine, session, asked, asked)
        assert (first.ruling, twice.ruling) == ("NO", "NO")
        await correct(engine, session, 1, "YES")
        again, upheld, recap, last = await say(engine, session, asked, "/challenge", "/recap", asked)
        assert (again.ruling, again.source, upheld.outcome, last.ruling) == ("YES", "author", "upheld", "YES")
        assert f"YES: {asked}" in recap.text
        assert (await replay(engine, session)).differences == []


async def test_a_question_against_the_author_s_word_does_not_change_it(server: ModelServer):
    answer = of_two_minds({SPECIFIC: "NO", GENERAL: "NO"}, {SPECIFIC: "NO", GENERAL: "NO"})
    server.answer = answer
    async with open_engine() as engine:
        session = (await engine.create_session("silent_bell")).session_id
        await say(engine, session, SPECIFIC)
        await correct(engine, session, 1, "YES")
        [again, against, recap] = await say(engine, session, SPECIFIC, GENERAL, "/recap")
        assert (again.ruling, against.event) == ("YES", "ruling_unavailable")
        assert f"YES: {SPECIFIC}" in recap.text


async def test_a_ruling_that_was_given_twice_is_put_right_twice(server: ModelServer):
    first = {SPECIFIC: "YES", GENERAL: "NO"}
    server.answer = lambda asked: (
        ruling("NO") if looked_at_anew(asked) else ruling(first[said(asked)], "zzfactid2")
    )
    async with open_engine() as engine:
        session = (await engine.create_session("silent_bell")).session_id
        *_, ruled, one, other, status = await say(engine, session, SPECIFIC, SPECIFIC, GENERAL, "/status")
    assert ruled.ruling == "NO"
    assert [(event.event, event.turn, event.progress) for event in (one, other)] == [
        ("ruling_corrected", 1, 0.5),
        ("ruling_corrected", 2, 0.0),
    ]
    assert "Progress: 0%" in status.text


async def test_progress_after_undo_is_that_of_what_is_left(server: ModelServer):
    async with open_engine() as engine:
        session = (await engine.create_session("silent_bell")).session_id
        await say(engine, session, "Is it winter?", "Is there any snow?")
        await correct(engine, session, 1, "YES", ["zzfactid1"])
        undone, _, status = await say(engine, session, "/undo", "/status")
        assert (undone.progress, engine.get_session_state(session).progress) == (0.5, 0.5)
        assert "Progress: 50%" in status.text


async def test_a_server_that_dies_while_it_looks_again_is_no_doubt_of_the_model(server: ModelServer):
    server.answer = lambda asked: (
        Say(status=500) if looked_at_anew(asked) else ruling("YES" if said(asked) == SPECIFIC else "NO")
    )
    async with open_engine() as engine:
        session = (await engine.create_session("silent_bell")).session_id
        *_, event = await say(engine, session, SPECIFIC, GENERAL)
        trace = engine.storage.event_log.read(session)[-1].traced(UnavailableTrace)
    assert event.event == "ruling_unavailable"
    assert trace.reason == "model_away"
    assert "gave no reply" in trace.cause


async def test_no_second_look_is_taken_beyond_the_session_s_budget(
    server: ModelServer, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("ECHOES__AGENTS__SITUATION_PUZZLE__REFEREE__CALLS_PER_SESSION", "4")
    server.answer = of_two_minds({SPECIFIC: "YES", GENERAL: "NO"}, {SPECIFIC: "NO", GENERAL: "NO"})
    async with open_engine() as engine:
        session = (await engine.create_session("silent_bell")).session_id
        *_, event = await say(engine, session, SPECIFIC, GENERAL)
    assert (event.event, len(server.asked)) == ("ruling_unavailable", 2)


async def test_a_player_is_told_what_was_corrected_from_elsewhere(server: ModelServer):
    async with open_engine() as playing, open_engine() as operating:
        session = (await playing.create_session("silent_bell")).session_id
        await say(playing, session, "Is the slope white?")
        await correct(operating, session, 1, "YES", because="It is winter.")
        told, status = await say(playing, session, "/status")
        assert (told.event, told.by, status.event) == ("ruling_corrected", "author", "command_result")
        assert told.remark.endswith("“Is the slope white?” is now YES. It is winter.")
        assert len(await say(playing, session, "/status")) == 1
