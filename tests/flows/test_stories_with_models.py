"""Stories played by models, scripted ones: who is asked what, in which order, and what comes of it."""

import json
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.leaks.test_hostile_models import configure
from tests.storytellers import Storyteller
from tests.support import say

from echoes.app import open_engine
from echoes.engine.engine import GameEngine
from echoes.engine.log.replay import replay
from echoes.engine.sessions.queries import read_entries
from echoes.engine.turns.narration import NarrationPiece
from echoes.games.context_window import estimate_tokens
from echoes.interfaces.transcript import markdown
from echoes.testing import Say, serving


@pytest.fixture
def teller(own_folders: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Storyteller]:
    teller = Storyteller()
    with serving(teller) as running:
        configure(monkeypatch, running, "api", own_folders)
        monkeypatch.delenv("ECHOES__PATHS__DATA")
        yield teller


@pytest.fixture
async def table(teller: Storyteller) -> AsyncIterator[GameEngine]:
    async with open_engine() as engine:
        yield engine


async def begun(engine: GameEngine, *messages: str, lang: str = "en") -> str:
    session = (await engine.create_session("last_ferry", lang=lang)).session_id
    for message in messages:
        await say(engine, session, message)
        await engine.settled(session)
    return session


async def state_of(engine: GameEngine, session: str) -> Any:
    return await (await engine.open_session(session)).state()


def spoken(events: list[Any]) -> list[tuple[str, str]]:
    return [(one.character, one.text) for one in events if one.event == "character_spoke"]


async def test_a_turn_asks_two_and_n_before_the_player_reads_on_and_n_and_one_behind(
    table: GameEngine, teller: Storyteller
):
    session = await begun(table, "go to the kitchen")
    teller.tasks()
    teller.told |= {
        "narrate": "Tove | tense\n\nSteam, and a knife that stops in the dough.",
        "speak:Tove": "“Two knots,” she says, and none of it to you.",
    }
    pieces: list[NarrationPiece] = []
    seen = [
        one async for one in table.handle_message(session, "Tove, what about the mail bag?", pieces.append)
    ]
    before = teller.tasks()
    assert sorted(before[:2]) == ["decide:Tove", "narrate"]
    assert before[2:] == ["speak:Tove"]
    told = next(one for one in seen if one.event == "scene_told")
    assert (told.text, told.source) == ("Steam, and a knife that stops in the dough.", "stub-1")
    assert spoken(seen) == [("tove", "“Two knots,” she says, and none of it to you.")]
    assert [one.mood for one in seen if one.event == "mood_set"] == ["tense"]
    heard = {who: "".join(one.text for one in pieces if one.speaker == who) for who in ("", "Tove")}
    assert heard == {"": told.text, "Tove": spoken(seen)[0][1]}
    assert {one.turn for one in pieces} == {seen[0].turn}
    await table.settled(session)
    assert sorted(teller.tasks()) == ["check", "memory:Tove"]
    assert (await replay(table, session)).differences == []
    assert "Two knots" in markdown(read_entries(table, session), table.games)


async def test_names_in_the_header_are_taken_for_ids_and_each_sees_what_was_said_before(
    table: GameEngine, teller: Storyteller
):
    teller.told |= {
        "narrate": "Dr Rask, Mrs Holm | humorous\n\nThe clock is wound for the third time.",
        "speak:Doctor Rask": "“Again?” he asks the clock.",
    }
    session = await begun(table)
    events = await say(table, session, "I hum a tune that my grandmother knew")
    assert [who for who, _ in spoken(events)] == ["doctor", "sunniva"]
    assert (events[0].act, events[0].text) == ("try", "I hum a tune that my grandmother knew")
    assert "“Again?” he asks the clock." in teller.shown("speak:Sunniva")
    assert "“Again?” he asks the clock." not in teller.shown("speak:Doctor Rask")
    await table.settled(session)
    assert (await replay(table, session)).differences == []


async def test_a_header_that_can_not_be_read_lets_whoever_was_named_answer(
    table: GameEngine, teller: Storyteller
):
    teller.told["narrate"] = "The stove ticks, and the doctor folds his paper."
    session = await begun(table)
    events = await say(table, session, "doctor, what about the mail bag?")
    assert [who for who, _ in spoken(events)] == ["doctor"]
    assert next(one for one in events if one.event == "scene_told").text == teller.told["narrate"]


async def test_code_decides_what_is_given_away_and_the_voice_only_how(table: GameEngine, teller: Storyteller):
    """A line is the author's, with its consequences; nobody's own part reaches a prompt whose words are read."""
    session = await begun(table, "go to the kitchen")
    story = (await table.open_session(session)).scenario
    await say(table, session, "Tove, what about Dr Rask?")
    state = await state_of(table, session)
    assert "tove_copied" in state["knows"]["player"], "the line that gives it away was said"
    tove = story.cast["tove"]
    judged, voiced = teller.shown("decide:Tove"), teller.shown("speak:Tove")
    assert tove.lines["doctor"].text in voiced
    for own in (tove.private.wants, tove.private.fears, story.secrets["tove_cut"].text):
        assert own in judged
        assert own not in voiced + teller.shown("narrate")


@pytest.mark.parametrize("task", ["narrate", "speak"])
async def test_words_for_the_player_are_caught_and_asked_for_once_more(
    table: GameEngine, teller: Storyteller, task: str
):
    bad = "You say, “I did it.” The rope creaks."
    header = "- | calm\n\n" if task == "narrate" else ""
    teller.told[task] = header + bad
    session = await begun(table)
    pieces: list[NarrationPiece] = []
    events = [one async for one in table.handle_message(session, "hello Mrs Holm", pieces.append)]
    asked = [key for key, _ in teller.asked if key.startswith(task)]
    assert len(asked) == 2
    texts = [one.text for one in events if one.event in ("scene_told", "character_spoke")]
    assert "The rope creaks." in texts
    assert not any("I did it" in text for text in texts)
    speaker = "" if task == "narrate" else "Sunniva"
    assert [one.text for one in pieces if one.speaker == speaker].count("") == 2, (
        "what was heard is withdrawn"
    )


async def test_a_character_that_fails_is_silent_and_the_turn_stands(table: GameEngine, teller: Storyteller):
    session = await begun(table, "go to the kitchen")
    teller.told["speak:Tove"] = Say(status=500)
    events = await say(table, session, "Tove, what about Dr Rask?")
    assert [one.event for one in events if one.event in ("character_spoke", "secret_learned")] == []
    assert events[0].event == "player_acted"
    assert "tove_copied" not in (await state_of(table, session))["knows"]["player"]
    await table.settled(session)
    del teller.told["speak:Tove"]
    events = await say(table, session, "Tove, what about Dr Rask?")
    assert spoken(events), "the line is still fresh"
    assert (await replay(table, session)).differences == []


async def test_a_narrator_that_fails_costs_nothing_and_withdraws_what_was_heard(
    table: GameEngine, teller: Storyteller
):
    session = await begun(table)
    before = await state_of(table, session)
    teller.told["narrate"] = Say("- | calm\n\nThe lamp turns and turns and turns and turns.", cut=True)
    pieces: list[NarrationPiece] = []
    events = [one async for one in table.handle_message(session, "hello Mrs Holm", pieces.append)]
    assert [(one.event, one.charged) for one in events] == [("turn_failed", False)]
    assert not pieces or pieces[-1].text == ""
    assert await state_of(table, session) == before
    del teller.told["narrate"]
    assert (await say(table, session, "hello Mrs Holm"))[0].turn == 1
    assert (await replay(table, session)).differences == []


@pytest.mark.parametrize("junk", ["", '{"narration": "x"}', "<html>", "...", "- | calm"])
async def test_junk_is_asked_for_once_more_then_left(table: GameEngine, teller: Storyteller, junk: str):
    session = await begun(table)
    teller.told |= {"speak": junk}
    events = await say(table, session, "hello Mrs Holm")
    assert spoken(events) == []
    times = 2 if junk else 1  # an empty reply is the client's to repeat, as often as `models.retries` says
    assert [key for key, _ in teller.asked].count("speak:Sunniva") == times
    teller.told |= {"narrate": junk}
    assert [one.event for one in await say(table, session, "hello Mrs Holm")] == ["turn_failed"]


async def test_an_endless_reply_is_cut(table: GameEngine, teller: Storyteller):
    teller.told |= {"speak": "on and on " * 20_000, "narrate": "- | calm\n\n" + "and then " * 20_000}
    session = await begun(table)
    events = await say(table, session, "hello Mrs Holm")
    assert all(len(one.text) <= 3600 for one in events if one.event in ("scene_told", "character_spoke"))
    assert {len(spoken(events))} == {1}
    narrator = next(asked for key, asked in teller.asked if key == "narrate")
    assert narrator.body["max_tokens"] == 600
    decided = next(asked for key, asked in teller.asked if key.startswith("decide"))
    assert decided.body["max_tokens"] == 100


@pytest.mark.parametrize(
    ("lang", "endless", "wait"), [("en", "on and on ", "wait"), ("zh", "走了又走，", "等一等")]
)
async def test_endless_replies_and_summaries_are_cut_and_stop_no_later_turn(
    table: GameEngine, teller: Storyteller, lang: str, endless: str, wait: str
):
    teller.told |= dict.fromkeys(("speak", "chapter", "summary"), endless * 4000)
    teller.told |= {
        "narrate": f"sunniva, doctor | calm\n\n{endless * 4000}",
        "check": {"chapter_complete": True},
    }
    session = await begun(table, wait, lang=lang)
    teller.told.pop("check")
    for _ in range(5):
        assert "turn_failed" not in {one.event for one in await say(table, session, wait)}
        await table.settled(session)
    state = await state_of(table, session)
    for summary in (state["chapters"][0]["summary"], state["summary"]):
        assert 100 < estimate_tokens(summary) <= 300, summary[:40]


async def test_a_number_is_shown_to_agents_as_what_was_picked(table: GameEngine, teller: Storyteller):
    session = await begun(table)
    started = read_entries(table, session)[0].event
    picked = started.options[0].text
    await say(table, session, "1")
    await table.settled(session)
    await say(table, session, "/again")
    told = [asked.last for key, asked in teller.asked if key == "narrate"]
    assert len(told) == 2
    assert all(f"\n{picked}\n" in one and "\n1\n" not in one for one in told)


async def test_the_authors_words_go_on_in_mid_story_where_the_model_is_lost(
    teller: Storyteller, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("ECHOES__AGENTS__STORY__FALLBACK", "embedded")
    async with open_engine() as table:
        session = await begun(table, "go to the kitchen")
        teller.told |= {"narrate": Say(status=500), "read": Say(status=500)}
        events = await say(table, session, "Tove, what about Dr Rask?")
        story = (await table.open_session(session)).scenario
        assert spoken(events) == [("tove", story.cast["tove"].lines["doctor"].text)]
        assert events[-1].command == "model_away"
        assert "model_away" not in [
            getattr(one, "command", "") for one in await say(table, session, "Tove, what about the mail bag?")
        ], "it is said once"
        await table.settled(session)
        [acted] = [
            one for one in read_entries(table, session) if one.event.turn == 2 and one.event.makes_turn
        ]
        assert acted.trace.usage.model_calls > 0, "what the lost turn cost is kept"
        teller.told.clear()
        events = await say(table, session, "hello Tove")
        assert spoken(events)[0][1] != story.cast["tove"].lines["hello"].text
        assert (await replay(table, session)).differences == []


async def test_a_fork_goes_its_own_way_and_both_replay_whatever_models_there_are_today(
    teller: Storyteller, monkeypatch: pytest.MonkeyPatch
):
    teller.told["check"] = {"chapter_complete": True}
    async with open_engine() as table:
        session = await begun(table, "hello Mrs Holm", "wait")
        assert (await state_of(table, session))["chapter"] == "morning"
        teller.told["check"] = {"chapter_complete": False}
        forked = await table.fork(session, at=1)
        teller.told["speak"] = "“Another evening,” she says."
        await say(table, forked, "hello Tove")
        await table.settled(forked)
        await say(table, session, "give up my seat")
        there, here = await state_of(table, forked), await state_of(table, session)
        assert (there["chapter"], here["ended"]) == ("night", "you_stay")
        assert [one["chapter"] for one in here["chapters"]] == ["evening", "night", "morning"]
    for name, value in {"LLM_MODEL_NAME": "stub-2", "PROVIDER": "embedded"}.items():
        monkeypatch.setenv(f"ECHOES__MODELS__{name}", value)
        async with open_engine() as table:
            for one in (session, forked):
                assert (await replay(table, one)).differences == [], value


async def test_memories_hold_what_was_witnessed_and_go_with_undo(table: GameEngine, teller: Storyteller):
    session = await begun(table)
    teller.told |= {"memory:Sunniva": {"add": ["The carrier hums."], "summary": "She wound the clock."}}
    await say(table, session, "hello Mrs Holm")
    await table.settled(session)
    memories = (await state_of(table, session))["memories"]
    assert memories["sunniva"] == {"summary": "She wound the clock.", "facts": ["The carrier hums."]}
    assert memories["doctor"]["facts"], "a silent witness remembers too"
    assert not {"tove", "eskil"} & {*memories}, "who was not there remembers nothing"
    await say(table, session, "hello Mrs Holm")
    assert "The carrier hums." in teller.shown("speak:Sunniva")
    assert "The carrier hums." not in teller.shown("narrate") + teller.shown("speak:Doctor Rask")
    await table.settled(session)
    await say(table, session, "/undo 2")
    assert (await state_of(table, session))["memories"] == {}
    assert (await replay(table, session)).differences == []


async def test_a_failed_memory_or_check_changes_nothing_and_is_noted(table: GameEngine, teller: Storyteller):
    session = await begun(table)
    teller.told |= {"memory": Say(status=500), "check": "no form at all"}
    await say(table, session, "hello Mrs Holm")
    await table.settled(session)
    state = await state_of(table, session)
    assert not state["unsettled"]
    assert "sunniva" not in state["memories"]
    settled = read_entries(table, session)[-1]
    assert (settled.event.event, {*settled.trace.failures}) == ("turn_settled", {"memory:sunniva", "check"})
    assert (await replay(table, session)).differences == []


async def test_a_check_reaches_judged_beats_of_the_chapter_only_and_closes_it(
    table: GameEngine, teller: Storyteller
):
    session = await begun(table)
    teller.told["check"] = {"chapter_complete": True, "reason": "x", "new_beats": ["found", "decided", "zz"]}
    await say(table, session, "hello Mrs Holm")
    news = await table.settled(session)
    state = await state_of(table, session)
    assert [one.event for one in news if one.event.startswith("chapter")] == [
        "chapter_closed",
        "chapter_opened",
    ]
    assert (state["chapter"], state["past_beats"]) == ("night", []), "neither invented nor unjudged beats"
    assert state["chapters"][0]["summary"] == "You asked about a seal, and somebody answered."
    teller.told["narrate"] = Say(status=500)
    await say(table, session, "/who", "hello Tove")
    teller.told.pop("narrate")
    teller.told["check"] = {"chapter_complete": False}
    teller.tasks()
    await say(table, session, "wait")
    assert "A new chapter begins" in teller.shown("narrate"), "a failure does not lose it"
    await table.settled(session)
    teller.tasks()
    await say(table, session, "wait")
    assert "A new chapter begins" not in teller.shown("narrate"), "and it is told once"
    await table.settled(session)
    await say(table, session, "/undo 3")
    assert (await state_of(table, session))["chapter"] == "evening"
    assert (await replay(table, session)).differences == []


async def test_no_check_ends_the_game_in_place_of_the_player_and_nothing_is_checked_after_the_end(
    table: GameEngine, teller: Storyteller
):
    session = await begun(table)
    teller.told["check"] = {"chapter_complete": True}
    for _ in range(3):
        await say(table, session, "wait")
        await table.settled(session)
    state = await state_of(table, session)
    assert (state["chapter"], state["ended"]) == ("morning", ""), "no ending fits yet"
    await say(table, session, "give up my seat")
    await table.settled(session)
    assert (await state_of(table, session))["ended"]
    teller.tasks()
    await say(table, session, "wait")
    await table.settled(session)
    assert teller.tasks() == []
    assert (await replay(table, session)).differences == []


async def test_another_try_at_a_turn_leaves_no_trace_of_the_rejected_one(
    table: GameEngine, teller: Storyteller
):
    session = await begun(table)
    teller.told["speak:Sunniva"] = "“Rejected,” she says."
    await say(table, session, "hello Mrs Holm")
    await table.settled(session)
    teller.told["speak:Sunniva"] = "“Kept,” she says."
    teller.tasks()
    events = await say(table, session, "/again")
    assert [one.event for one in events][:2] == ["turns_undone", "command_result"]
    assert spoken(events) == [("sunniva", "“Kept,” she says.")]
    await table.settled(session)
    await say(table, session, "hello Dr Rask")
    assert "Rejected" not in "".join(asked.system + asked.last for _, asked in teller.asked)
    assert "Rejected" not in json.dumps(await state_of(table, session))
    assert (await replay(table, session)).differences == []


async def test_another_try_keeps_who_is_out_of_it_and_who_is_spoken_to(
    table: GameEngine, teller: Storyteller
):
    teller.told["narrate"] = "sunniva, doctor | tense\n\nThe clock."
    session = await begun(table, "I hum a tune that my grandmother knew")
    await say(table, session, "/mute Mrs Holm", "/address Dr Rask")
    for _ in range(2):
        events = await say(table, session, "/again")
        assert [who for who, _ in spoken(events)] == ["doctor"]
        await table.settled(session)
        state = await state_of(table, session)
        assert (state["muted"], state["addressee"]) == (["sunniva"], "doctor")
    assert (await replay(table, session)).differences == []


async def test_another_try_at_a_reply_keeps_the_others(table: GameEngine, teller: Storyteller):
    session = await begun(table)
    teller.told |= {
        "narrate": "sunniva, doctor | tense\n\nThe clock.",
        "speak:Sunniva": "“Rejected,” she says.",
        "speak:Doctor Rask": "“Quite,” he says.",
    }
    await say(table, session, "I hum a tune that my grandmother knew")
    await table.settled(session)
    teller.told["speak:Sunniva"] = "“Kept,” she says."
    teller.tasks()
    events = await say(table, session, "/again Mrs Holm")
    assert teller.tasks() == ["speak:Sunniva"]
    assert spoken(events) == [("sunniva", "“Kept,” she says."), ("doctor", "“Quite,” he says.")]
    assert next(one for one in events if one.event == "scene_told").text == "The clock."
    await table.settled(session)
    assert "Rejected" not in json.dumps(await state_of(table, session))
    assert (await say(table, session, "/again Eskil"))[0].event == "command_result"
    teller.told["speak:Doctor Rask"] = Say(status=500)
    assert [one.event for one in await say(table, session, "/again Dr Rask")] == ["turn_failed"]
    assert (await replay(table, session)).differences == []


async def test_whoever_is_muted_is_not_asked_and_a_chinese_story_is_played_in_chinese(
    table: GameEngine, teller: Storyteller
):
    session = await begun(table, lang="zh")
    names = {who: one.name for who, one in (await table.open_session(session)).scenario.cast.items()}
    teller.told |= {
        "narrate": f"{names['doctor']}，sunniva | tense\n\n炉子响了一声。",
        "speak": "她耸了耸肩。“就这样。”",
    }
    await say(table, session, f"/安静 {names['doctor']}")
    events = await say(table, session, "我哼起奶奶会的一支曲子")
    assert [who for who, _ in spoken(events)] == ["sunniva"]
    assert "你来读懂" in teller.shown("read")
