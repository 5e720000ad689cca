"""Confessions: whoever has confessed, or whose secret is known, no longer plays innocent, and is not left without words."""

import re

import pytest
from tests.unit.games.story.playing import CONFESSION, HITCH, SEAL, after, story_in, story_intent

from echoes.games.story.opening import begun_story
from echoes.games.story.pack.schema import StoryPack
from echoes.games.story.rules.play import StoryPlay
from echoes.games.story.rules.speaking import is_open_line, line_key, open_lines
from echoes.games.story.state import StoryState
from echoes.games.story.turn.moves import heard_topics

EVASIONS = {
    "last_ferry": {
        ("tove", "tove_cut"): "wax night bag knot knife lamp letter seal hitch light slept told_missing hums",
        ("tove", "sunniva_forgets"): "sunniva",
        ("sunniva", "sunniva_letter"): "forgets_more",
        ("sunniva", "tove_cut"): "seal",
        ("sunniva", "seal_cut"): "bag",
        ("eskil", "ferry_hitch"): "bag seal slept light night culprit",
        ("eskil", "tove_cut"): "bag seal slept light night slept_caught",
        ("eskil", "last_run"): "boat",
        ("eskil", "crates_medicine"): "crates_more on_specimens",
        ("doctor", "crates_medicine"): "crates specimens shown_crates",
        ("doctor", "missing_letter"): "bag seal",
        ("doctor", "tove_cut"): "seal letter_worried",
    },
    "missing_lead": {
        ("director", "not_home"): "hello lead",
        ("director", "letter_truth"): "kid_suspect letter letter_lie",
        ("director", "kid_king"): "crown kid",
        ("director", "in_loft"): "rings",
        ("auntie", "in_loft"): "lead lead_more hello_late flask flask_two not_home cold",
        ("auntie", "kid_king"): "crown props",
        ("auntie", "reads_to_him"): "tape",
        ("auntie", "own_words"): "old_speech",
        ("auntie", "not_home"): "on_cold",
        ("kid", "kid_king"): "self props crown fuse",
        ("veteran", "letter_truth"): "letter letter_lie notes tonight on_letter",
        ("veteran", "cannot_read"): "lead",
    },
}
"""The lines that play innocent, by who says them and the secret that ends them."""
CASES = [
    (name, who, secret, line)
    for name, people in EVASIONS.items()
    for (who, secret), lines in people.items()
    for line in lines.split()
]


def aware(story: StoryPack, *secrets: str) -> StoryState:
    """Return the state in which everybody knows some secrets."""
    state = begun_story(story)
    everybody = ("player", *story.cast)
    return {**state, "knows": {who: [*state["knows"].get(who, ()), *secrets] for who in everybody}}


def is_asked_of_player(story: StoryPack, state: StoryState, topic: str) -> bool:
    """Return whether the player can ask about a topic: a question closes once its answer is known."""
    return topic in heard_topics(StoryPlay(story, state)) or topic not in story.questions


@pytest.mark.parametrize(("name", "who", "secret", "line"), CASES)
def test_no_evasion_is_open_once_its_secret_is_out(name: str, who: str, secret: str, line: str):
    story = story_in("en", name)
    play = StoryPlay(story, aware(story, secret))
    spoken = story.cast[who].lines[line]
    assert not is_open_line(play, spoken)


@pytest.mark.parametrize(("name", "who", "secret", "line"), CASES)
def test_who_is_asked_then_has_something_else_to_say(name: str, who: str, secret: str, line: str):
    story = story_in("en", name)
    state = aware(story, secret)
    asked = story.cast[who].lines[line]
    for topic in asked.about if "ask" in asked.acts else ():
        if is_asked_of_player(story, state, topic):
            lines = open_lines(StoryPlay(story, state), who, "ask", topic)
            assert any(topic in story.cast[who].lines[one].about for one in lines), topic


@pytest.mark.parametrize("language", ["en", "zh"])
def test_after_her_confession_tove_says_no_word_of_denial_whatever_she_is_asked(language: str):
    story = story_in(language)
    state = after(story, *SEAL, *HITCH, *CONFESSION)
    assert "tove_cut" in state["knows"]["player"]
    before = {*state["told"]}
    topics = heard_topics(StoryPlay(story, state))
    assert "culprit" not in topics, "nobody asks it any more"
    state = after(story, *(f"ask:tove:{topic}" for topic in [*topics, *topics]), state=state)
    evasions = {line_key("tove", line) for line in EVASIONS["last_ferry"]["tove", "tove_cut"].split()}
    assert not evasions & ({*state["told"]} - before)
    assert line_key("tove", "night_known") in state["told"]


@pytest.mark.parametrize(
    ("language", "message"),
    [
        ("en", "who did it?"), ("en", "Tove, was it you?"), ("en", "ask tove about the culprit"),
        ("zh", "是谁动的手？"), ("zh", "托薇，是不是你"), ("zh", "是你动的手吗"),
    ],
)  # fmt: skip
def test_after_the_confession_the_question_who_did_it_is_about_what_is_known(language: str, message: str):
    story = story_in(language)
    play = StoryPlay(story, after(story, *SEAL, *HITCH, *CONFESSION))
    assert story_intent(play, message).name == "ask:tove:tove_cut"


def test_nobody_confesses_the_same_thing_twice():
    story = story_in("en")
    state = aware(story, "seal_cut", "light_at_two", "tove_copied", "ferry_hitch")
    alone: StoryState = {**state, "at": {**state["at"], "player": "kitchen"}}
    for first, second in (("knife_shown", "seal_cornered"), ("seal_cornered", "knife_shown")):
        lines = story.cast["tove"].lines
        assert is_open_line(StoryPlay(story, alone), lines[first])
        told: StoryState = {
            **alone,
            "knows": {**alone["knows"], "player": [*alone["knows"]["player"], "tove_cut"]},
        }
        assert not is_open_line(StoryPlay(story, told), lines[second])


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize(
    ("name", "who", "secret"),
    [
        ("missing_lead", "director", "kid_king"),
        ("missing_lead", "director", "letter_truth"),
        ("missing_lead", "director", "in_loft"),
        ("missing_lead", "kid", "letter_lie"),
        ("missing_lead", "kid", "cannot_read"),
        ("missing_lead", "kid", "in_loft"),
        ("missing_lead", "lead", "order"),
        ("missing_lead", "lead", "cold"),
    ],
)
def test_what_somebody_may_have_been_told_they_do_not_take_up_with_a_question(
    language: str, name: str, who: str, secret: str
):
    line = story_in(language, name).cast[who].lines[secret].text
    first_mark = re.search("[.?!。？！]", line)
    assert first_mark and first_mark[0] not in "?？", "whoever was told it before has no need to ask"


@pytest.mark.parametrize(
    ("name", "event", "who"), [("last_ferry", "supper", "tove"), ("missing_lead", "board_creaks", "auntie")]
)
def test_whoever_an_event_is_of_is_there(name: str, event: str, who: str):
    when = story_in("en", name).acts[event].when
    assert when and ("with", who) in [*when.atoms()]
