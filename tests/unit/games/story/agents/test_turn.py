"""A turn with models: code decides what happens; who fails to speak says nothing, and nothing follows from it."""

from typing import Any

import pytest
from tests.unit.games.story.playing import story_in
from tests.unit.games.story.turn.context import Spoken, agents_of

from echoes.core.errors import ModelFailed
from echoes.games.story.agents.calls import Agents
from echoes.games.story.agents.turn import MOST_SPEAKERS, TurnWriter, read_move
from echoes.games.story.agents.windows import INTERPRETER, JUDGEMENT, NARRATOR, VOICE
from echoes.games.story.opening import begun_story
from echoes.games.story.rules.play import StoryPlay
from echoes.games.story.rules.speaking import line_key
from echoes.games.story.state import StoryState

STORY = story_in("en")
START = begun_story(STORY)
TOLD = "The lamp turns over the water, and for a while nothing else moves."
NARRATION = f"- | calm\n\n{TOLD}"


def agents(**replies: Any) -> Agents:
    told = {
        NARRATOR: NARRATION,
        JUDGEMENT: {"line": 1, "manner": "dry"},
        VOICE: "“That is how it is.”",
    } | replies
    return agents_of({role: Spoken(reply) for role, reply in told.items()})


def writer(
    key: str, by: Agents | None = None, state: StoryState = START, message: str = "hello"
) -> TurnWriter:
    return TurnWriter(by or agents(), StoryPlay(STORY, state), key, message, message)


async def test_whoever_is_spoken_to_says_the_line_that_their_judgement_chose_in_words_of_their_own():
    turn = writer("greet:doctor")
    script = await turn.write()
    assert script.narration is not None and script.narration.text == TOLD
    [(key, words)] = script.words.items()
    assert key == line_key("doctor", script.chosen["doctor"])
    assert words.text == "“That is how it is.”"


async def test_a_line_that_is_not_on_the_list_is_not_chosen():
    script = await writer("greet:doctor", agents(**{JUDGEMENT: {"line": 99, "manner": "dry"}})).write()
    assert script.chosen == {}


async def test_a_judgement_that_fails_leaves_the_choice_to_the_author():
    script = await writer("greet:doctor", agents(**{JUDGEMENT: None})).write()
    assert script.chosen == {} and "decide" in script.failures
    assert script.words, "the author's first line is said nevertheless"


async def test_a_narrator_that_fails_fails_the_turn():
    with pytest.raises(ModelFailed, match="nobody is there"):
        await writer("greet:doctor", agents(**{NARRATOR: None})).write()


async def test_whoever_fails_to_speak_is_silent():
    script = await writer("greet:doctor", agents(**{VOICE: None})).write()
    assert script.silent == {"doctor"} and script.words == {}
    assert "speak:doctor" in script.failures


async def test_those_whom_the_narrator_names_answer_in_their_order_if_they_are_there():
    by = agents(**{NARRATOR: f"Sunniva, Tove, Doctor Rask | calm\n\n{TOLD}"})
    script = await writer("try:", by, message="I sing").write()
    assert [who for who, _ in (*script.first, *script.then)] == ["sunniva", "doctor"], "Tove is elsewhere"
    assert len(script.first) + len(script.then) <= MOST_SPEAKERS


async def test_whoever_is_muted_does_not_answer_unless_they_are_spoken_to():
    muted: StoryState = {**START, "muted": ["doctor", "sunniva"]}
    by = agents(**{NARRATOR: f"Sunniva, Doctor Rask | calm\n\n{TOLD}"})
    script = await writer("say:doctor", by, muted).write()
    assert [who for who, _ in (*script.first, *script.then)] == ["doctor"]


async def test_only_the_judgement_of_whoever_is_spoken_to_sees_what_they_want_and_no_voice_does():
    models = {
        NARRATOR: Spoken(NARRATION),
        JUDGEMENT: Spoken({"line": 1, "manner": "dry"}),
        VOICE: Spoken("“Well.”"),
    }
    await writer("greet:doctor", agents_of(models)).write()
    wants = {who: one.private.wants for who, one in STORY.cast.items()}
    seen = {
        role: {who for who, text in wants.items() if text in "".join(one.shown)}
        for role, one in models.items()
    }
    assert seen == {NARRATOR: set(), JUDGEMENT: {"doctor"}, VOICE: set()}


async def test_all_that_was_spent_is_in_the_script():
    by = agents(**{NARRATOR: f"Sunniva | calm\n\n{TOLD}"})
    script = await writer("greet:doctor", by).write()
    spent = [
        script.usage,
        *(one.usage for one in script.words.values()),
        *(w.usage for _, w in (*script.first, *script.then)),
    ]
    assert script.narration is not None
    calls = sum(one.model_calls for one in [*spent, script.narration.usage])
    assert calls == sum(one.model_calls for one in by.spent)


@pytest.mark.parametrize(
    ("reply", "key"),
    [
        ({"act": "ask", "character": "doctor", "topic": "mail_bag"}, "ask:doctor:mail_bag"),
        ({"act": "go", "character": "", "topic": "loft"}, "go:loft"),
        ({"act": "greet", "character": "doctor", "topic": ""}, "greet:doctor"),
        ({"act": "ask", "character": "doctor", "topic": "seal_cut"}, "say:doctor"),
        ({"act": "ask", "character": "tove", "topic": "mail_bag"}, "say:doctor"),
        ({"act": "free", "character": "", "topic": ""}, "try:"),
    ],
)
async def test_a_reading_is_an_open_move_or_free_words_to_somebody_who_is_here(reply: Any, key: str):
    by = agents_of({INTERPRETER: Spoken(reply)})
    found, spent = await read_move(by, StoryPlay(STORY, START), "hm")
    assert (found, spent.model_calls) == (key, 1)


async def test_a_reading_that_fails_fails_the_turn():
    with pytest.raises(ModelFailed):
        await read_move(agents_of({INTERPRETER: Spoken(None)}), StoryPlay(STORY, START), "hm")
