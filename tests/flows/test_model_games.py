"""Whole games with a model on a real wire: it rules, fails, comes back, and is never charged for."""

import asyncio
import json
from pathlib import Path

import pytest
from tests.leaks.test_hostile_models import configure, judges
from tests.support import canary_puzzle, say, write_puzzle

from echoes.app import open_engine
from echoes.engine.log.replay import replay
from echoes.engine.operation.costs import costs_of
from echoes.testing import Asked, Say, serving


def fair(asked: Asked) -> Say | str:
    """A referee that reads its last message."""
    if judges(asked):
        covered = ["zzfactid1", "zzfactid2"] if "avalanche" in asked.last else []
        return json.dumps({"covered": covered, "contradicted": []})
    words = asked.last.rsplit("\n", 2)[1]
    yes = "snow" in words.lower()
    return json.dumps(
        {"ruling": "YES" if yes else "NO", "facts": ["zzfactid2"] if yes else [], "confidence": 0.9}
    )


@pytest.fixture(params=["api", "ollama"])
def protocol(request: pytest.FixtureRequest) -> str:
    return request.param


async def test_a_game_from_the_first_question_to_the_end(
    protocol: str, own_folders: Path, bell: Path, monkeypatch: pytest.MonkeyPatch
):
    with serving(fair) as server:
        configure(monkeypatch, server, protocol, own_folders)
        async with open_engine() as engine:
            session = await engine.create_session("silent_bell")
            started = session.started
            assert (started.referee, started.model, started.prompt_version) == (
                "model",
                "stub-1",
                "referee-5",
            )
            messages = [
                "Is it winter?",
                "Is there any snow?",
                "Why?",
                "/hint",
                "/recap",
                "/undo",
                "/answer The ringing would have loosed an avalanche.",
            ]
            events = await say(engine, session.session_id, *messages)
            kinds = [event.event for event in events]
            assert kinds == [
                "question_ruled",
                "question_ruled",
                "ruling_unavailable",
                "hint_given",
                "command_result",
                "turns_undone",
                "command_result",
                "hypothesis_judged",
                "solution_revealed",
                "session_ended",
            ]
            assert [(e.ruling, e.source, e.usage.model_calls, e.progress) for e in events[:2]] == [
                ("NO", "stub-1", 1, 0.0),
                ("YES", "stub-1", 1, 0.5),
            ]
            assert len(server.asked) == 3
            entries = engine.storage.event_log.read(session.session_id)
            [row] = costs_of(entries, {"stub-1": (1.0, 2.0)})
            assert (row.source, row.model_calls) == ("stub-1", 3)
            assert row.cost == pytest.approx((row.prompt_tokens + 2 * row.completion_tokens) / 1e6)
    async with open_engine() as engine:  # the server is gone, and a replay does not miss it
        assert (await replay(engine, session.session_id)).differences == []


async def test_a_failing_model_costs_nothing_and_the_game_goes_on(
    protocol: str, own_folders: Path, bell: Path, monkeypatch: pytest.MonkeyPatch
):
    faults: list[Say | str] = [Say(status=500), "no JSON at all", Say(fair.__name__, cut=True), Say(raw=b"")]
    with serving(lambda asked: "") as server:
        configure(monkeypatch, server, protocol, own_folders)
        monkeypatch.setenv("ECHOES__MODELS__STRUCTURED", "plain")
        async with open_engine() as engine:
            session = (await engine.create_session("silent_bell")).session_id
            for fault in faults:
                server.answer = lambda asked, fault=fault: fault
                [event] = await say(engine, session, "Is there any snow?")
                assert (event.event, event.charged) == ("ruling_unavailable", False)
                [judged] = await say(engine, session, "/answer It was the snow, an avalanche.")
                assert judged.event == "ruling_unavailable"
            server.answer = fair
            [ruled] = await say(engine, session, "Is there any snow?")
            assert (ruled.event, ruled.ruling, ruled.turn) == ("question_ruled", "YES", 1)
            [status] = await say(engine, session, "/status")
            assert "Questions: 1." in status.text


async def test_the_embedded_referee_takes_over_and_hands_back(
    own_folders: Path, bell: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("ECHOES__AGENTS__SITUATION_PUZZLE__REFEREE__FALLBACK", "embedded")
    with serving(lambda asked: Say(status=503)) as server:
        configure(monkeypatch, server, "api", own_folders)
        async with open_engine() as engine:
            session = (await engine.create_session("silent_bell")).session_id
            [ruled] = await say(engine, session, "Was the bell broken?")
            assert (ruled.source, ruled.ruling) == ("embedded", "NO")
            server.answer = fair
            [ruled] = await say(engine, session, "Is there any snow?")
            assert ruled.source == "stub-1"


async def test_a_session_has_its_budget(own_folders: Path, bell: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("ECHOES__AGENTS__SITUATION_PUZZLE__REFEREE__CALLS_PER_SESSION", "2")
    with serving(fair) as server:
        configure(monkeypatch, server, "api", own_folders)
        async with open_engine() as engine:
            session = (await engine.create_session("silent_bell")).session_id
            events = await say(
                engine, session, "Is it one?", "Is it two?", "Is it three?", "/answer avalanche", "/challenge"
            )
    assert [event.event for event in events] == [
        "question_ruled",
        "question_ruled",
        "ruling_unavailable",
        "ruling_unavailable",
        "command_result",
    ]
    assert len(server.asked) == 2


async def test_an_overturned_ruling_is_put_right_openly(
    own_folders: Path, bell: Path, monkeypatch: pytest.MonkeyPatch
):
    with serving(fair) as server:
        configure(monkeypatch, server, "api", own_folders)
        async with open_engine() as engine:
            session = (await engine.create_session("silent_bell")).session_id
            [wrong] = await say(engine, session, "Is the slope white?")
            server.answer = lambda asked: json.dumps(
                {"ruling": "YES", "facts": ["zzfactid2"], "confidence": 1}
            )
            [event] = await say(engine, session, "/challenge")
            assert (wrong.ruling, event.outcome, event.new_ruling, event.progress) == (
                "NO",
                "overturned",
                "YES",
                0.5,
            )
            assert event.remark.startswith("You were right to ask: the answer is YES.")
            [recap] = await say(engine, session, "/recap")
            assert "YES: Is the slope white?" in recap.text
            [again] = await say(engine, session, "Is the slope white?")
            assert (again.ruling, again.usage.model_calls) == ("YES", 0)


async def test_what_looks_like_an_answer_is_asked_back_without_a_call(
    own_folders: Path, bell: Path, monkeypatch: pytest.MonkeyPatch
):
    with serving(fair) as server:
        configure(monkeypatch, server, "api", own_folders)
        async with open_engine() as engine:
            session = (await engine.create_session("silent_bell")).session_id
            [asked] = await say(engine, session, "Snow lay up there. He was wise.")
            assert (asked.event, len(server.asked)) == ("clarification_asked", 0)
            [ruled] = await say(engine, session, "2")
            assert (ruled.event, ruled.ruling) == ("question_ruled", "YES")


async def test_many_sessions_at_once_lose_no_turn(
    own_folders: Path, bell: Path, monkeypatch: pytest.MonkeyPatch
):
    with serving(lambda asked: Say(str(fair(asked)), wait_s=0.05)) as server:
        configure(monkeypatch, server, "api", own_folders)
        async with open_engine() as engine:
            sessions = [(await engine.create_session("silent_bell")).session_id for _ in range(20)]
            questions = [f"Is number {n} in it?" for n in range(5)]
            await asyncio.gather(*(say(engine, session, *questions) for session in sessions))
            turns = [engine.get_session_state(session).turns for session in sessions]
    assert turns == [5] * 20
    assert len(server.asked) == 100


HINTED = "Think about what a loud noise does in the mountains."


@pytest.mark.parametrize(
    ("hint", "shown"),
    [
        (HINTED, True),
        ("Think of the season zzhintone.", False),
        ("The ringing would have loosed an avalanche zzfactone.", False),
        ("", False),
        ("A sexton climbs the tower and does not ring the bell.", False),
        ("[hints]\n- Think of something else entirely, dear player.", False),
        ('{"ruling": "NO", "facts": [], "kind": "question"}', False),
    ],
)
async def test_a_further_hint_knows_no_secret_and_gives_none_away(
    hint: str, shown: bool, own_folders: Path, bell: Path, monkeypatch: pytest.MonkeyPatch
):
    def answer(asked: Asked) -> Say | str:
        return hint if "[established]" in asked.last else fair(asked)

    with serving(answer) as server:
        configure(monkeypatch, server, "api", own_folders)
        async with open_engine() as engine:
            session = (await engine.create_session("silent_bell")).session_id
            *_, status = await say(engine, session, "Is it winter?", "/hint", "/hint", "/status")
            assert "Hints used: 2, left: 2." in status.text
            [event] = await say(engine, session, "/hint")
            assert (event.event == "hint_given") is shown
            writing = [asked.system + asked.last for asked in server.asked if "[established]" in asked.last]
            assert "zzhintone" in writing[0]  # it knows the ladder, and nothing of the secret
            assert "zzfact" not in writing[0] and "zzanswer" not in writing[0]
            if shown:
                assert (event.text, event.level, event.remaining) == (HINTED, 3, 1)
                [again] = await say(engine, session, "/hint")
                assert again.event == "command_result"
            assert (await replay(engine, session)).differences == []
    monkeypatch.setenv("ECHOES__MODELS__PROVIDER", "embedded")
    async with open_engine() as engine:  # what a session may do stands in its log, not in today's settings
        assert (await replay(engine, session)).differences == []


async def test_a_further_hint_that_can_t_be_looked_at_is_not_shown(
    own_folders: Path, bell: Path, monkeypatch: pytest.MonkeyPatch
):
    def answer(asked: Asked) -> Say | str:
        return Say(status=500) if judges(asked) else HINTED if "[established]" in asked.last else fair(asked)

    with serving(answer) as server:
        configure(monkeypatch, server, "api", own_folders)
        async with open_engine() as engine:
            session = (await engine.create_session("silent_bell")).session_id
            *_, event = await say(engine, session, "/hint", "/hint", "/hint")
    assert event.event == "command_result"


async def test_of_a_long_solution_the_passage_that_a_question_is_about_is_shown(
    own_folders: Path, monkeypatch: pytest.MonkeyPatch
):
    """A solution that does not fit is looked up, and the right part of it is found."""
    chapters = [
        f"In year {n} the miller counted {n} sacks of flour and went to bed content." for n in range(400)
    ]
    chapters[217] = "The lighthouse keeper sold his green parrot to a sailor."
    puzzle = canary_puzzle(answer=" ".join(chapters), rulings=[])
    write_puzzle(own_folders / "data" / "situation_puzzles", puzzle)
    seen: list[str] = []

    def answer(asked: Asked) -> str:
        seen.append(asked.system + asked.last)
        return json.dumps({"ruling": "YES", "facts": [], "confidence": 1})

    with serving(answer) as server:
        configure(monkeypatch, server, "api", own_folders)
        async with open_engine() as engine:
            session = (await engine.create_session("silent_bell")).session_id
            await say(engine, session, "Was a parrot sold to a sailor?")
    assert "green parrot" in seen[-1]
    assert seen[-1].count("sacks of flour") < 100
