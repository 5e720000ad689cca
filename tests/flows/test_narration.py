"""Who tells, how, and how much: by templates, or by a model that knows no secret."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.flows.test_model_games import fair
from tests.leaks.test_hostile_models import configure
from tests.support import CANARY, canary_puzzle, say, write_puzzle

from echoes.app import open_engine
from echoes.core.errors import BadSetting
from echoes.core.log.events import Trace, event_to_json
from echoes.engine.engine import GameEngine
from echoes.engine.log.replay import replay
from echoes.engine.operation.costs import costs_of
from echoes.engine.turns.narration import OnNarrationPiece
from echoes.interfaces.transcript import markdown
from echoes.testing import Asked, ModelServer, Say, serving

NARRATION = "ECHOES__AGENTS__SITUATION_PUZZLE__NARRATION__"


def narrates(asked: Asked) -> bool:
    return "You narrate" in asked.system or "旁白" in asked.system


def with_a_narrator(asked: Asked) -> Say | str:
    return "The mountain listens." if narrates(asked) else fair(asked)


@pytest.fixture
def server(own_folders: Path, bell: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ModelServer]:
    with serving(with_a_narrator) as running:
        configure(monkeypatch, running, "api", own_folders)
        monkeypatch.setenv(f"{NARRATION}BY", "model")
        monkeypatch.setenv(f"{NARRATION}VERBOSITY", "full")
        yield running


def hear(heard: list[str]) -> OnNarrationPiece:
    return lambda piece: heard.append(piece.text)


async def begun(engine: GameEngine) -> str:
    return (await engine.create_session("silent_bell")).session_id


async def test_the_ruling_comes_first_and_the_narrator_is_heard_as_it_speaks(server: ModelServer):
    async with open_engine() as engine:
        session = await begun(engine)
        seen: list[str] = []
        async for event in engine.handle_message(
            session, "Is there any snow?", lambda piece: seen.append(piece.text)
        ):
            seen.append(event.event)
        assert seen == ["question_ruled", "The ", "mountain ", "listens.", "narrated"]
        entries = engine.storage.event_log.read(session)
        [row] = costs_of(entries, {})
        assert (row.model_calls, row.completion_tokens) == (2, 14)
        assert "> The mountain listens." in markdown(entries, engine.games)


async def test_the_narrator_sees_no_secret(server: ModelServer):
    async with open_engine() as engine:
        session = await begun(engine)
        await say(engine, session, "Is there any snow?", "/hint", "Was it cold?", "/answer It was cold.")
    told = [asked for asked in server.asked if narrates(asked)]
    hint = "Think of the season zzhintone."
    assert len(told) == 4
    assert not any(CANARY.search((asked.system + asked.last).replace(hint, "")) for asked in told)
    assert "Is there any snow? — YES" in told[-1].last


async def test_a_game_that_was_narrated_goes_on_and_is_replayed(
    server: ModelServer, caplog: pytest.LogCaptureFixture
):
    async with open_engine() as engine:
        session = await begun(engine)
        await say(engine, session, "Is there any snow?", "Was it cold?", "/undo", "Is it old?")
        result = await replay(engine, session)
        assert (result.differences, result.given, result.messages) == ([], 0, 4)
        ours = [record.message for record in caplog.records if record.name.startswith("echoes")]
        assert ours == [], "nothing had to be mended on the way"
    async with open_engine() as engine:
        assert await engine.reconcile(session) == []
        [status] = await say(engine, session, "/status")
        assert "Questions: 2." in status.text


async def test_a_narrator_that_fails_costs_no_ruling(server: ModelServer):
    server.answer = lambda asked: Say(status=400, text="zz") if narrates(asked) else fair(asked)
    async with open_engine() as engine:
        session = await begun(engine)
        ruled, narrated = await say(engine, session, "Is there any snow?")
        assert (ruled.ruling, narrated.text) == ("YES", "")
        assert "gave no reply" in engine.storage.event_log.read(session)[-1].traced(Trace).cause


async def test_what_a_narrator_says_is_harmless_and_not_endless(server: ModelServer):
    server.answer = lambda asked: "\x1b[31mred\u202e " + "word " * 500 if narrates(asked) else fair(asked)
    async with open_engine() as engine:
        session = await begun(engine)
        heard: list[str] = []
        async for event in engine.handle_message(session, "Is there any snow?", hear(heard)):
            last = event
    assert event_to_json(last)["text"] == "".join(heard).strip()
    assert len("".join(heard)) <= 400
    assert not {"\x1b", "\u202e"} & {*"".join(heard)}


@pytest.mark.parametrize(
    ("verbosity", "told"),
    [("brief", []), ("usual", ["Is there any snow?"]), ("full", ["Is there any snow?", "Is it old?"])],
)
async def test_how_much_is_told(
    server: ModelServer, verbosity: str, told: list[str], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv(f"{NARRATION}VERBOSITY", verbosity)
    async with open_engine() as engine:
        await say(engine, await begun(engine), "Is there any snow?", "Is it old?", "/status")
    said = [asked.last.rsplit("\n\n", 2)[1] for asked in server.asked if narrates(asked)]
    assert [text.splitlines()[1] for text in said] == told


async def test_nothing_is_told_of_the_end(server: ModelServer):
    async with open_engine() as engine:
        session = await begun(engine)
        events = await say(engine, session, "/answer The ringing would have loosed an avalanche.")
    assert [event.event for event in events] == ["hypothesis_judged", "solution_revealed", "session_ended"]
    assert not any(narrates(asked) for asked in server.asked)


async def test_without_a_model_a_persona_speaks_by_its_templates(
    own_engine: GameEngine, own_folders: Path, bell: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv(f"{NARRATION}PERSONA", "storyteller")
    monkeypatch.setenv(f"{NARRATION}VERBOSITY", "full")
    async with open_engine() as engine:
        session = await begun(engine)
        events = await say(
            engine, session, "Is the sexton old?", "Was the bell broken?", "Did the sexton fear the sound?"
        )
    assert [event.remark for event in events] == [
        "The wind has blown on, with that or without.",
        "That path ends at a wall.",
        "The fog lifts a little.",
    ]


@pytest.mark.parametrize(
    ("setting", "value", "problem"),
    [
        ("NARRATION__PERSONA", "nobody", "no 'nobody'; known: host, storyteller"),
        ("NARRATION__VERBOSITY", "loud", "Input should be 'brief', 'usual' or 'full'"),
        ("PERSONAS__STRANGER", json.dumps({"tone": {"en": "x"}}), "no words for 'zh'"),
        (
            "PERSONAS__HOST",
            json.dumps({"tone": {"en": "x", "zh": "x"}, "phrases": {"en": {"solved": "{answer}"}}}),
            "unknown variable 'answer'",
        ),
    ],
)
async def test_a_persona_that_can_t_speak_is_refused_at_the_start(
    setting: str, value: str, problem: str, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv(f"ECHOES__AGENTS__SITUATION_PUZZLE__{setting}", value)
    with pytest.raises(BadSetting) as refused:
        open_engine()
    said: Any = str(refused.value)
    assert problem in said
    assert "\n" not in said


async def test_what_no_keyboard_types_reaches_no_narrator_and_raises_nothing(server: ModelServer):
    async with open_engine() as engine:
        session = await begun(engine)
        ruled, narrated = await say(engine, session, "Is there any\x1b \u202esnow?\udcff")
    assert (ruled.event, narrated.event) == ("question_ruled", "narrated")
    [told] = [asked for asked in server.asked if narrates(asked)]
    assert "Is there any snow?" in told.last


async def test_a_story_that_the_narrator_can_t_be_shown_is_refused_before_the_game(
    server: ModelServer, own_folders: Path
):
    puzzle = canary_puzzle(id="long_bell", statement="The sexton climbs the tower and waits. " * 200)
    write_puzzle(own_folders / "data" / "situation_puzzles", puzzle)
    async with open_engine() as engine:
        with pytest.raises(BadSetting, match="the narrator needs"):
            await engine.create_session("long_bell")
        assert engine.storage.event_log.sessions() == []


@pytest.mark.parametrize("meanwhile", ["/undo", "/giveup"])
async def test_words_about_a_turn_that_no_longer_counts_are_not_shown(server: ModelServer, meanwhile: str):
    async with open_engine() as engine:
        session = await begun(engine)
        turn = engine.handle_message(session, "Is there any snow?")
        first = await anext(turn)
        await say(engine, session, meanwhile)
        [narrated] = [event async for event in turn]
        assert (first.event, narrated.event) == ("question_ruled", "narrated")
        assert getattr(narrated, "text", None) == ""
        assert (await replay(engine, session)).differences == []


async def test_thinking_that_no_tag_begins_is_not_heard_twice(server: ModelServer):
    thinks = "I must be careful.</think>The mountain listens."
    server.answer = lambda asked: thinks if narrates(asked) else fair(asked)
    async with open_engine() as engine:
        session = await begun(engine)
        heard: list[list[str]] = []
        for question in ("Is there any snow?", "Was it cold?"):
            heard.append([])
            async for event in engine.handle_message(session, question, hear(heard[-1])):
                last = event
            assert event_to_json(last)["text"] == "The mountain listens."
    assert "".join(heard[1]) == "The mountain listens."


async def test_a_flood_of_words_is_left_off(server: ModelServer):
    server.answer = lambda asked: "x" * 40 + " " + "word " * 20_000 if narrates(asked) else fair(asked)
    async with open_engine() as engine:
        session = await begun(engine)
        heard: list[str] = []
        async for event in engine.handle_message(session, "Is there any snow?", hear(heard)):
            last = event
    assert len("".join(heard)) == 400
    assert len(heard) < 200
    assert event_to_json(last)["event"] == "narrated"
