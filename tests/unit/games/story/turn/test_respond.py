"""The answer to one message: a move, a question back, a reply; and the author's words where models fail."""

from types import SimpleNamespace
from typing import Any

import pytest
from tests.unit.games.story.playing import story_in
from tests.unit.games.story.turn.context import Spoken, agents_of, context_of

from echoes.core.errors import ModelFailed
from echoes.games.story.agents.windows import INTERPRETER, JUDGEMENT, NARRATOR, VOICE
from echoes.games.story.events import (
    CharacterSpoke,
    PlayerActed,
    SceneTold,
    StoryAsked,
    StoryReplied,
    StoryTrace,
    SuggestionsOffered,
)
from echoes.games.story.opening import begun_story
from echoes.games.story.rules.play import StoryPlay
from echoes.games.story.state import StoryState
from echoes.games.story.turn.commands import StoryTurn
from echoes.games.story.turn.intent import StoryIntent
from echoes.games.story.turn.respond import absent_text, answer_in_story, make_story_move, respond_to

STORY = story_in("en")
START = begun_story(STORY)
NARRATION = "- | calm\n\nThe lamp turns over the water, and for a while nothing else moves."


async def answered(message: str, state: StoryState = START, agents: Any = None) -> StoryTurn:
    runtime: Any = SimpleNamespace(context=context_of(STORY, agents))
    return await answer_in_story({"game": state, "message": message}, runtime)


def events(turn: StoryTurn) -> list[Any]:
    return [entry.event for entry in turn.get("outbox", ())]


def meant(reading: StoryIntent) -> list[Any]:
    play = StoryPlay(STORY, START)
    respond_to(play, reading, "hm")
    return [*play.events()]


@pytest.mark.parametrize(
    ("message", "command"), [("", "empty"), ("  ", "empty"), ("a" * 300, "too_long"), ("/help", "help")]
)
async def test_what_is_no_turn_is_replied_to(message: str, command: str):
    [event] = events(await answered(message))
    assert isinstance(event, StoryReplied) and event.command == command


async def test_after_the_end_nothing_happens_any_more():
    [event] = events(await answered("go to the loft", {**START, "ended": "given_up"}))
    assert isinstance(event, StoryReplied) and event.command == "ended"


async def test_a_move_is_made_and_what_is_at_hand_is_offered_after_it():
    found = events(await answered("go to the loft"))
    assert isinstance(found[0], PlayerActed) and isinstance(found[-1], SuggestionsOffered)


def test_between_two_readings_the_player_is_asked_by_number():
    play = StoryPlay(STORY, START)
    respond_to(play, StoryIntent("choose", moves=("greet:doctor", "greet:sunniva")), "hello")
    [entry] = play.entries()
    assert isinstance(entry.event, StoryAsked)
    assert [option.n for option in entry.event.options] == [1, 2]
    assert entry.traced(StoryTrace).keys == ("greet:doctor", "greet:sunniva"), "keys are no player's business"
    assert play.state["asked"] == ["greet:doctor", "greet:sunniva"]


@pytest.mark.parametrize(
    ("moves", "prompt"),
    [(("greet:doctor",), "Did you mean this?"), (("greet:doctor", "greet:sunniva"), "Which do you mean?")],
)
def test_of_one_reading_nobody_is_asked_which(moves: tuple[str, ...], prompt: str):
    [asked] = meant(StoryIntent("choose", moves=moves))
    assert asked.prompt == prompt


@pytest.mark.parametrize(
    ("kind", "command"),
    [
        ("absent", "absent"),
        ("here", "here"),
        ("alone", "alone"),
    ],
)
def test_what_cannot_be_is_said_so_and_takes_no_turn(kind: Any, command: str):
    [event] = meant(StoryIntent(kind, name="tove"))
    assert isinstance(event, StoryReplied) and event.command == command


def test_what_was_not_understood_says_what_is_at_hand():
    first, offered = meant(StoryIntent("unknown"))
    assert first.command == "unknown" and isinstance(offered, SuggestionsOffered)


@pytest.mark.parametrize("why", ["ask_absent", "absent_somewhere"])
def test_who_is_absent_is_looked_for_along_the_ways_that_are_open(why: str):
    text = absent_text(StoryPlay(STORY, START), StoryIntent("absent", "tove", why=why))
    assert STORY.cast["tove"].name in text and STORY.places["kitchen"].name in text


def test_the_way_to_who_is_spoken_to_and_elsewhere_is_asked_back_at_no_cost():
    play = StoryPlay(STORY, START)
    respond_to(play, StoryIntent("absent", "tove", moves=["go:kitchen"], why="ask_absent"), "ask Tove")
    [asked] = play.events()
    assert isinstance(asked, StoryAsked) and STORY.cast["tove"].name in asked.prompt
    assert (play.state["asked"], play.state["turns"]) == (["go:kitchen"], 0)


def test_what_else_was_wished_is_said_back():
    play = StoryPlay(STORY, START)
    make_story_move(play, "greet:doctor", "and then the boat")
    rest = [event for event in play.events() if isinstance(event, StoryReplied)]
    assert [event.command for event in rest] == ["rest"] and "and then the boat" in rest[0].text


def models(**replies: Any) -> Any:
    told = {INTERPRETER: {"act": "free", "character": "", "topic": ""}, NARRATOR: NARRATION,
            JUDGEMENT: {"line": 1, "manner": "dry"}, VOICE: "“That is how it is.”"} | replies  # fmt: skip
    return {role: Spoken(reply) for role, reply in told.items()}


async def test_a_turn_with_models_is_in_their_words_and_keeps_the_players():
    turn = await answered("greet the doctor", agents=agents_of(models()))
    told = [event.text for event in events(turn) if isinstance(event, SceneTold | CharacterSpoke)]
    assert "The lamp turns over the water, and for a while nothing else moves." in told
    assert "“That is how it is.”" in told
    first = next(iter(turn.get("outbox", ())))
    assert first.traced(StoryTrace).words == "greet the doctor"


async def test_where_a_narrator_fails_the_authors_words_go_on_and_it_is_said_once():
    agents = agents_of(models(**{NARRATOR: None}), fallback="embedded")
    turn = await answered("greet the doctor", agents=agents)
    assert [event.command for event in events(turn) if isinstance(event, StoryReplied)] == ["model_away"]
    noted = next(iter(turn.get("outbox", ()))).traced(StoryTrace)
    assert "nobody is there" in noted.failures["turn"]
    assert noted.usage and noted.usage.model_calls == sum(one.model_calls for one in agents.spent)
    author: Any = [{"to": "", "by_model": False, "lines": []}]
    again = await answered(
        "greet the doctor",
        {**START, "recent": author},
        agents_of(models(**{NARRATOR: None}), fallback="embedded"),
    )
    assert not [event for event in events(again) if isinstance(event, StoryReplied)], "it is known by now"


async def test_without_a_fallback_a_failure_is_one():
    with pytest.raises(ModelFailed, match="nobody is there"):
        await answered("greet the doctor", agents=agents_of(models(**{NARRATOR: None}), fallback="none"))


async def test_before_the_first_turn_there_is_nothing_to_try_again():
    [event] = events(await answered("/again", agents=agents_of(models())))
    assert isinstance(event, StoryReplied) and event.command == "again"
