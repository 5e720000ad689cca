"""Moves and what follows from them: who learns what, who reacts, how the story ends."""

import random
import re
from functools import reduce

import pytest
from tests.unit.games.story.playing import CONFESSION, HITCH, MEDICINE, SEAL, after, story_in, waited

from echoes.games.story.events import (
    CharacterSpoke,
    PlaceEntered,
    PlayerActed,
    SceneTold,
    SecretLearned,
    StoryEnded,
)
from echoes.games.story.opening import begun_story
from echoes.games.story.pack.parts import StoryEffects
from echoes.games.story.reducer import story_after
from echoes.games.story.rules.acting import open_acts, perform
from echoes.games.story.rules.chapters import open_chapter
from echoes.games.story.rules.effects import apply_effects
from echoes.games.story.rules.play import StoryPlay
from echoes.games.story.rules.predicates import holds_in_story
from echoes.games.story.rules.speaking import find_line
from echoes.games.story.state import StoryState
from echoes.games.story.turn.moves import all_moves, suggested_moves

STORY = story_in("en")


def played(*keys: str, last: str) -> StoryPlay:
    """Return the play of the last of some moves."""
    play = StoryPlay(STORY, after(STORY, *keys))
    perform(play, last, last)
    return play


def test_what_somebody_says_is_learned_by_all_who_are_present_and_by_nobody_else():
    play = played(*SEAL, "go:parlour", last="ask:sunniva:knot")
    assert [one.secret for one in play.events() if isinstance(one, SecretLearned)] == ["ferry_hitch"]
    knows = play.state["knows"]
    assert "ferry_hitch" in knows["doctor"], "he sits beside them"
    assert "ferry_hitch" in knows["player"]
    before = after(STORY, *SEAL, "go:parlour")
    assert knows["tove"] == before["knows"]["tove"], "she is in the kitchen"


def test_telling_is_heard_by_whoever_is_in_the_room():
    state = after(STORY, *SEAL, "go:parlour", "tell:sunniva:missing_letter")
    assert "missing_letter" in state["knows"]["doctor"]
    assert "missing_letter" in state["knows"]["sunniva"]


def test_the_most_specific_fresh_line_comes_first_and_none_is_repeated_while_others_are_left():
    state, heard = after(STORY, *SEAL, "go:parlour"), []
    for _ in range(7):
        play = StoryPlay(STORY, state)
        perform(play, "ask:sunniva:knot", "-")
        heard.append(next(one.text for one in play.events() if isinstance(one, CharacterSpoke)))
        state = play.state
        if state["chapter"] != "evening":
            break
    sunniva = STORY.cast["sunniva"]
    assert heard[0] == sunniva.lines["knot_looked"].text
    assert len({*heard}) == len(heard)


def test_deflections_start_again_with_the_one_that_was_said_longest_ago():
    state, heard = begun_story(STORY), []
    for _ in range(8):
        play = StoryPlay(STORY, state)
        perform(play, "show:doctor:boat", "-")
        heard.append(next(one.text for one in play.events() if isinstance(one, CharacterSpoke)))
        state = play.state
    deflections = STORY.cast["doctor"].deflections
    said = [text for text in heard if text in deflections]
    assert said[: len(deflections)] == [*deflections]
    assert said[len(deflections)] == deflections[0]


def test_a_lie_is_found_out_when_the_truth_is_learned():
    state = after(STORY, "go:landing", "ask:eskil:mail_bag", *SEAL, "go:parlour")
    play = StoryPlay(STORY, state)
    perform(play, "ask:sunniva:knot", "-")
    [learned] = [one for one in play.events() if isinstance(one, SecretLearned)]
    assert learned.refutes == "eskil_slept"


def test_after_two_idle_turns_somebody_acts_unasked():
    state = after(STORY, "go:loft", "look:lamp_log")
    spoken = []
    for _ in range(2):
        play = StoryPlay(STORY, state)
        perform(play, "look:lamp_log", "-")
        spoken.append([one for one in play.events() if isinstance(one, CharacterSpoke) and one.unasked])
        state = play.state
    assert [len(one) for one in spoken] == [0, 1]


def test_who_is_not_with_the_player_talks_and_nothing_of_it_is_shown():
    state = after(STORY, *SEAL)
    before = state["knows"]["doctor"]
    away = {**state["at"], "doctor": "loft", "eskil": "loft"}
    play = StoryPlay(STORY, {**state, "at": away, "muted": ["doctor", "eskil"]})  # so neither comes
    perform(play, "wait:", "-")
    assert "last_run" in play.state["knows"]["doctor"]
    assert "last_run" not in before
    told = "".join(event.model_dump_json() for event in play.events())
    assert "last_run" not in told


@pytest.mark.parametrize(
    ("name", "chapter", "place"), [("last_ferry", "morning", "landing"), ("missing_lead", "nine", "stage")]
)
def test_the_last_chapter_finds_all_who_take_part_in_one_place(name: str, chapter: str, place: str):
    story = story_in("en", name)
    play = StoryPlay(story, begun_story(story))
    open_chapter(play, chapter)
    [entered] = [one for one in play.events() if isinstance(one, PlaceEntered)]
    present = {who for who, at in play.state["at"].items() if at == place}
    assert present == {*story.chapters[chapter].characters, "player"}
    assert {*entered.people} == present - {"player"}


def test_a_muted_character_neither_reacts_nor_acts_unasked():
    state = {**begun_story(STORY), "muted": ["sunniva", "doctor"]}
    for _ in range(4):
        play = StoryPlay(STORY, state)
        perform(play, "wait:", "-")
        speakers = {one.character for one in play.events() if isinstance(one, CharacterSpoke)}
        assert not speakers & {"sunniva", "doctor"}
        state = play.state


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize(
    ("told", "last", "ending", "epilogue"),
    [
        (("tell:eskil:crates_medicine",), "unload", "five", "winter_with"),
        ((), "name_doctor", "doctor_stays", "winter_with"),
        (("tell:eskil:ferry_hitch", "ask:eskil:sunniva"), "name_sunniva", "lamp", "winter_without"),
        ((), "name_tove", "tove_stays", "winter_without"),
        ((), "stay_yourself", "you_stay", "winter_without"),
    ],
)
def test_every_ending_follows_from_who_knows_what(
    language: str, told: tuple[str, ...], last: str, ending: str, epilogue: str
):
    story = story_in(language)
    state = after(story, *SEAL, *HITCH, *CONFESSION, *MEDICINE)
    state = after(story, "go:landing", *told, state=waited(story, state, "morning"))
    assert last in open_acts(StoryPlay(story, state))
    play = StoryPlay(story, state)
    perform(play, f"do:{last}", "-")
    [ended] = [one for one in play.events() if isinstance(one, StoryEnded)]
    assert (ended.details.ending, ended.status) == (ending, "COMPLETED")
    assert story.epilogues[epilogue].text in ended.details.text


ROBIN = ("do:check_props", "go:yard", "do:feel_saddle", "go:booth", "do:coil_cable", "ask:kid:crown_gone")
LOFT = ("ask:kid:wednesday", "go:wardrobe", "ask:auntie:flask", "do:climb", "do:read_page")


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize(
    ("found", "settled", "ending", "epilogue"),
    [
        (
            (*ROBIN, *LOFT, "show:lead:crown", "ask:lead:lead"),
            ("tell:director:cannot_read", "do:fetch_lead"),
            "full_house",
            "lessons",
        ),
        ((*ROBIN, *LOFT, "tell:lead:kid_king"), ("tell:kid:in_loft", "do:two_kings_on"), "two_kings", ""),
        ((*ROBIN, "ask:kid:kid_king"), ("do:put_kid_on",), "robin", "never_known"),
        (
            ("ask:director:tonight", "go:foyer", "do:compare_paper"),
            ("tell:director:letter_truth", "do:go_on"),
            "prompter",
            "kid_cleared",
        ),
        ((), ("do:call_off",), "called_off", "never_known"),
    ],
)
def test_who_is_king_tonight_follows_from_what_was_found_and_told(
    language: str, found: tuple[str, ...], settled: tuple[str, ...], ending: str, epilogue: str
):
    story = story_in(language, "missing_lead")
    state = waited(story, waited(story, after(story, *found), "search"), "nine")
    assert not after(story, *settled[:-1], state=state)["ended"]
    play = StoryPlay(story, after(story, *settled[:-1], state=state))
    perform(play, settled[-1], "-")
    [ended] = [one for one in play.events() if isinstance(one, StoryEnded)]
    assert (ended.details.ending, ended.status) == (ending, "COMPLETED")
    if epilogue:
        assert story.epilogues[epilogue].text in ended.details.text


@pytest.mark.parametrize("act", ["unload", "name_doctor"])
def test_nobody_can_tell_beforehand_that_an_act_will_be_refused(act: str):
    state = after(STORY, "go:landing", state=waited(STORY, after(STORY, *SEAL, *HITCH), "morning"))
    knows = {**state["knows"], "player": [*state["knows"]["player"], "crates_medicine"]}
    for who, ends in (("tove", False), ("eskil", True)):
        others = {} if who == "tove" else {one: [*STORY.secrets] for one in STORY.cast}
        play = StoryPlay(STORY, {**state, "knows": {**knows, **others}})
        assert act in open_acts(play)
        assert f"do:{act}" in suggested_moves(play)
        perform(play, f"do:{act}", "-")
        assert bool(play.state["ended"]) is ends
        [acted] = [one for one in play.events() if isinstance(one, PlayerActed)]
        assert acted.topic == act
        if not ends:
            assert f"do:{act}" not in suggested_moves(play), "once refused it is no longer offered"
            assert act in open_acts(play)


def test_who_is_asked_about_a_secret_has_heard_of_it():
    state = after(STORY, *SEAL, *HITCH, *MEDICINE, "go:kitchen", "ask:eskil:crates_medicine")
    assert "crates_medicine" in state["knows"]["eskil"]
    state = after(STORY, "go:landing", state=waited(STORY, state, "morning"))
    assert after(STORY, "do:unload", state=state)["ended"] == "five"


def test_what_is_at_hand_does_not_depend_on_what_others_know():
    state = after(STORY, *SEAL, "go:kitchen")
    everything = {who: [*STORY.secrets] for who in STORY.cast}
    informed: StoryState = {**state, "knows": {**everything, "player": state["knows"]["player"]}}
    assert suggested_moves(StoryPlay(STORY, state)) == suggested_moves(StoryPlay(STORY, informed))


@pytest.mark.parametrize("seed", range(3))
def test_the_state_follows_from_the_log_alone(seed: int):
    chance, live = random.Random(seed), begun_story(STORY)
    folded = live
    for _ in range(60):
        play = StoryPlay(STORY, live)
        perform(play, chance.choice([*all_moves(play)]), "-")
        live, folded = play.state, reduce(story_after, play.entries(), folded)
        assert folded == live
        if live["ended"]:
            break


def test_trust_that_changes_twice_in_one_trace_is_the_same_when_it_is_read_again():
    state: StoryState = {**begun_story(STORY), "trust": {"tove": 3}}
    play = StoryPlay(STORY, state)
    play.add(SceneTold(text="-"))
    for change in (2, -2):
        apply_effects(play, StoryEffects(trust={"tove": change}))
    assert play.state["trust"] == {"tove": 1}
    assert reduce(story_after, play.entries(), state)["trust"] == {"tove": 1}


def test_an_evening_that_ends_by_itself_claims_nothing_and_a_bag_that_stays_delivers_nothing():
    state: StoryState = {**begun_story(STORY), "done": ["put_back"], "holds": {"letter": "nobody"}}
    state = waited(STORY, waited(STORY, waited(STORY, state, "night"), "morning"), "")
    assert state["ended"] == "you_stay"
    assert not holds_in_story(STORY.epilogues["letter_delivered"].when, state)
    assert "seal" not in state["chapters"][0]["summary"]


@pytest.mark.parametrize("language", ["en", "zh"])
def test_nobody_speaks_of_a_second_run_once_the_ice_is_there(language: str):
    story = story_in(language)
    state = waited(story, waited(story, begun_story(story), "night"), "morning")
    play = StoryPlay(story, state)
    for who in story.cast:
        for topic in ("boat", "last_run"):
            line = story.cast[who].lines[find_line(play, who, "ask", topic)].text
            assert not re.search(r"second run|shuts tomorrow|the one night|还有一趟|明天|一夜", line)
    assert not re.search("tomorrow|明天", story.secrets["last_run"].text)


@pytest.mark.parametrize(("place", "line"), [("kitchen", "letter_given"), ("landing", "letter_fetched")])
def test_tove_gives_the_letter_wherever_she_is(place: str, line: str):
    state = after(STORY, *SEAL, *HITCH, *CONFESSION)
    play = StoryPlay(
        STORY, {**state, "at": {**state["at"], "tove": place, "player": place, "doctor": "loft"}}
    )
    assert find_line(play, "tove", "ask", "letter") == line


def test_a_story_that_nobody_moves_ends_by_itself():
    state = waited(STORY, waited(STORY, waited(STORY, begun_story(STORY), "night"), "morning"), "")
    assert state["ended"] == "you_stay"
    assert [one["chapter"] for one in state["chapters"]] == ["evening", "night", "morning"]
