"""Stories through the engine: words, undo, fork, resume, replay, export, AI players, secrets."""

import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from tests.support import ROOT, say

from echoes.app import open_engine
from echoes.engine.ai_players.autoplay import Autoplay
from echoes.engine.engine import GameEngine
from echoes.engine.log.replay import replay
from echoes.engine.scenarios.ingest import ingest
from echoes.engine.sessions.queries import read_entries
from echoes.games.player import PlayerLimits
from echoes.games.story.events import StoryEnded
from echoes.interfaces.transcript import markdown

SEAL = ["go to the sorting room", "examine the seal", "count the letters"]
SEAL_ZH = ["去分拣间", "检查封口", "数信"]


@pytest.fixture
async def table() -> AsyncIterator[GameEngine]:
    async with open_engine() as engine:
        yield engine


async def begun(engine: GameEngine, *messages: str, lang: str = "en") -> str:
    session = (await engine.create_session("last_ferry", lang=lang)).session_id
    if messages:
        await say(engine, session, *messages)
    return session


async def state_of(engine: GameEngine, session: str) -> Any:
    return await (await engine.open_session(session)).state()


def kinds(events: list[Any]) -> list[str]:
    return [event.event for event in events]


@pytest.mark.parametrize(("lang", "messages"), [("en", SEAL), ("zh", SEAL_ZH)])
async def test_what_is_found_is_learned_and_can_be_spoken_of(
    table: GameEngine, lang: str, messages: list[str]
):
    session = await begun(table, *messages, lang=lang)
    assert (await state_of(table, session))["knows"]["player"] == ["seal_cut", "missing_letter"]
    words = {
        "en": ("go to the kitchen", "ask Tove about the cut seal"),
        "zh": ("去厨房", "托薇，谁割开了封口？"),
    }
    events = await say(table, session, *words[lang])
    spoke = next(event for event in events if event.event == "character_spoke")
    assert spoke.character == "tove"
    assert (await replay(table, session)).differences == []


async def test_undo_takes_back_what_everybody_learned_across_a_chapter(table: GameEngine):
    session = await begun(table, *SEAL, "go to the parlour")
    before = await state_of(table, session)
    events = await say(table, session, "show Sunniva the knot", "ask Sunniva about the knot")
    assert "chapter_opened" in kinds(events)
    after = await state_of(table, session)
    assert after["chapter"] == "night"
    assert "ferry_hitch" in after["knows"]["doctor"]
    turns = after["turns"] - before["turns"]
    await say(table, session, f"/undo {turns}")
    again = await state_of(table, session)
    assert {**again, "asked": []} == {**before, "asked": []}
    assert (await replay(table, session)).differences == []


async def test_a_fork_goes_its_own_way_and_the_first_stays(table: GameEngine):
    session = await begun(table, *SEAL)
    forked = await table.fork(session, at=2)
    assert (await state_of(table, forked))["knows"]["player"] == ["seal_cut"]
    await say(table, forked, "go to the kitchen")
    assert (await state_of(table, session))["at"]["player"] == "sorting_room"
    assert (await replay(table, forked)).differences == []


async def test_commands_cost_no_turn_and_speak_both_languages(table: GameEngine):
    english, chinese = await begun(table, *SEAL), await begun(table, *SEAL_ZH, lang="zh")
    for session, commands in (
        (english, ("/recap", "/notebook", "/who", "/status", "/look", "/help", "/again", "/nonsense", "99")),
        (chinese, ("/回顾", "/笔记", "/谁", "/状态", "/四周", "/帮助", "/重来", "/胡说", "99")),
    ):
        for command in commands:
            events = await say(table, session, command)
            assert {*kinds(events)} <= {"command_result", "suggestions_offered"}
            assert events[0].text
        assert read_entries(table, session)[-1].event.turn == 3
    [notes] = await say(table, english, "/notebook")
    assert "Twenty-four" in notes.text


async def test_who_is_addressed_answers_and_who_is_muted_keeps_out(table: GameEngine):
    session = await begun(table)
    [turned] = await say(table, session, "/address doctor")
    assert turned.event == "addressee_chosen"
    events = await say(table, session, "what about the mail bag?")
    assert [one.character for one in events if one.event == "character_spoke"] == ["doctor"]
    [muted] = await say(table, session, "/mute Mrs Holm")
    assert (muted.event, muted.muted) == ("character_muted", True)
    [nobody] = await say(table, session, "/mute Holmes")
    assert nobody.event == "command_result", "a part of a name is none"


async def test_whoever_comes_back_sees_what_the_numbers_stand_for(table: GameEngine):
    session = await begun(table)
    for message in (
        "",
        "/mute doctor",
        "/address Sunniva",
        "look at the stars",
        "/undo",
        "what about the boat?",
    ):
        if message:
            await say(table, session, message)
        opened = await table.open_session(session)
        entries, state = read_entries(table, session), await opened.state()
        shown = table.games["story"].open_choice(state, entries)
        texts = [one.text for one in getattr(shown, "options", ())]
        assert len(texts) == len(state["asked"]) > 0, message


async def test_a_question_back_is_answered_by_number(table: GameEngine):
    session = await begun(table)
    [asked] = await say(table, session, "what about the boat?")
    assert asked.event == "clarification_asked"
    assert len(asked.options) == 2
    events = await say(table, session, "2")
    assert kinds(events)[:2] == ["player_acted", "character_spoke"]


@pytest.mark.parametrize("lang", ["en", "zh"])
async def test_an_ai_player_comes_to_an_ending_that_replays_and_reads_well(table: GameEngine, lang: str):
    session = await begun(table, lang=lang)
    async for _ in Autoplay(table, session, "curious", PlayerLimits(200), seed=3).steps():
        pass
    entries = read_entries(table, session)
    ended = entries[-1].event
    assert isinstance(ended, StoryEnded)
    assert ended.status == "COMPLETED"
    assert (await replay(table, session)).differences == []
    assert ended.details.title in markdown(entries, table.games)


async def test_what_is_hidden_shows_nowhere_before_it_is_learned(table: GameEngine):
    session = await begun(table, *SEAL, "go to the kitchen", "hello Tove", "/who", "/recap", "/look")
    entries = read_entries(table, session)
    public = "".join(json.dumps(entry.event.model_dump(mode="json")) for entry in entries)
    story = (await table.open_session(session)).scenario
    unheard = [key for key in story.secrets if key not in ("seal_cut", "missing_letter")]
    hidden = [story.secrets[key].text for key in unheard]
    hidden += [one.private.wants for one in story.cast.values()]
    hidden += [one.title for one in story.endings.values()]
    hidden += [one.title for key, one in story.chapters.items() if key != "evening"]
    told = {entry.event.text for entry in entries if entry.event.event == "character_spoke"}
    hidden += [
        line.text for one in story.cast.values() for line in one.lines.values() if line.text not in told
    ]
    for secret in hidden:
        assert json.dumps(secret)[1:-1] not in public
    assert not [key for key in unheard if f'"{key}"' in public]


async def test_a_pack_is_taken_in_and_played(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    monkeypatch.setenv("ECHOES__PATHS__DATA", str(tmp_path / "own"))
    async with open_engine() as table:
        source = ROOT / "data" / "stories" / "last_ferry"
        results = await ingest(table, [source], "story")
        assert [(one.status, one.language) for one in results] == [("ingested", "en"), ("ingested", "zh")]
        assert [one.status for one in await ingest(table, [source], "story")] == ["unchanged", "unchanged"]
        session = await begun(table, lang="zh")
        assert kinds(await say(table, session, "去厨房"))[0] == "player_acted"


@pytest.mark.parametrize(
    "message", ["", " ", "x" * 3000, "\x00\x1b[31m", "/undo zero", "/undo 99", "/go", "/go moon", "0"]
)
async def test_junk_changes_nothing(table: GameEngine, message: str):
    session = await begun(table)
    before = await state_of(table, session)
    await say(table, session, message)
    after = await state_of(table, session)
    assert after == {**before, **{key: after[key] for key in ("asked", "doubted")}}
    assert (await replay(table, session)).differences == []
