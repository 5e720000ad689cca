"""Open moves: all that can be made, in words, and the few that are offered, of which none is unheard."""

import random
from collections import Counter

import pytest
from tests.unit.games.story.playing import CONFESSION, HITCH, SEAL, after, story_in, waited

from echoes.games.story.opening import begun_story
from echoes.games.story.rules.play import StoryPlay
from echoes.games.story.state import StoryState, refusal_mark
from echoes.games.story.turn.moves import (
    all_moves,
    heard_topics,
    move_text,
    offer_suggestions,
    places_to_go,
    suggested_moves,
)

STORY = story_in("en")
START = begun_story(STORY)


def at(state: StoryState) -> StoryPlay:
    return StoryPlay(STORY, state)


def test_what_was_learned_last_is_spoken_of_first():
    state: StoryState = {**START, "knows": {**START["knows"], "player": ["seal_cut", "ferry_hitch"]}}
    topics = heard_topics(at(state))
    assert topics[:2] == ["ferry_hitch", "seal_cut"]
    assert not {*topics} & {*STORY.places}, "a place is gone to, not spoken of"


@pytest.mark.parametrize(
    ("key", "said"),
    [
        ("ask:doctor:mail_bag", ("Doctor Rask", "the mail bag")),
        ("greet:sunniva", ("Sunniva",)),
        ("go:loft", (STORY.places["loft"].name,)),
        ("look:doctor", ("Doctor Rask",)),
        ("take:knife", ("the gutting knife",)),
        ("do:carry_wood", (STORY.acts["carry_wood"].label,)),
    ],
)
def test_a_move_is_put_as_the_player_would_say_it(key: str, said: tuple[str, ...]):
    text = move_text(at(START), key)
    assert all(part in text for part in said)


def test_asking_somebody_about_themselves_has_words_of_its_own():
    asked = move_text(at(START), "ask:doctor:doctor")
    assert asked.count("Doctor") == 1


def test_every_move_is_with_who_is_here_and_of_what_was_heard():
    moves = [*all_moves(at(after(STORY, *SEAL, "go:parlour")))]
    assert len(moves) == len({*moves})
    people = {move.split(":")[1] for move in moves if move.startswith(("ask:", "tell:", "greet:", "show:"))}
    assert people == {"doctor", "sunniva"}
    told = {move.split(":")[2] for move in moves if move.startswith("tell:")}
    assert told == {"seal_cut", "missing_letter"}, "only what one knows can be told"
    assert moves[-1] == "wait:"


def test_only_what_can_be_carried_and_was_not_moved_can_be_taken():
    kitchen: StoryState = {**START, "at": {**START["at"], "player": "kitchen"}}
    assert "take:knife" in [*all_moves(at(kitchen))]
    held = [*all_moves(at({**kitchen, "holds": {"knife": "player"}}))]
    assert "take:knife" not in held and "look:knife" in held


def test_as_many_moves_are_offered_as_the_pace_says_each_once():
    for turns in range(6):
        moves = suggested_moves(at({**START, "turns": turns}))
        assert len(moves) == len({*moves}) == STORY.pace.offers
        assert {*moves} <= {*all_moves(at(START))}


def test_where_little_is_open_waiting_is():
    loft: StoryState = {**START, "at": {**START["at"], "player": "loft"}, "told": ["look:lamp_log"]}
    assert "wait:" in suggested_moves(at({**loft, "done": [refusal_mark("read_log"), "read_log"]}))


def test_a_deed_that_was_refused_is_offered_again_once_it_can_succeed():
    state = waited(STORY, waited(STORY, after(STORY, *SEAL), "night"), "morning")
    state = after(STORY, "do:unload", state=state)
    assert refusal_mark("unload") in state["done"]
    assert "do:unload" not in suggested_moves(at(state)), "nothing has changed"
    told = {**state["knows"], **{who: ["crates_medicine"] for who in ("player", "eskil")}}
    assert "do:unload" in suggested_moves(at({**state, "knows": told}))


@pytest.mark.parametrize("language", ["en", "zh"])
def test_nobody_is_offered_to_be_told_what_is_of_themselves(language: str):
    story = story_in(language, "missing_lead")
    moves = ("go:yard", "do:feel_saddle", "go:wardrobe", "ask:auntie:flask", "do:climb")
    found = after(story, *moves)
    state: StoryState = {**found, "knows": {**found["knows"], "player": ["not_home"]}}
    offered = [
        key for turn in range(6) for key in suggested_moves(StoryPlay(story, {**state, "turns": turn}))
    ]
    assert "tell:lead:not_home" not in offered
    assert "tell:lead:not_home" in all_moves(StoryPlay(story, state)), "it can be said all the same"


def test_new_places_are_offered_before_those_where_one_has_been():
    state: StoryState = {**START, "visited": ["parlour", "sorting_room", "kitchen", "landing"], "turns": 2}
    ways = [move for move in suggested_moves(at(state)) if move.startswith("go:")]
    assert ways[:1] == ["go:loft"]


@pytest.mark.parametrize("language", ["en", "zh"])
def test_in_the_last_chapter_the_way_to_where_all_are_is_offered_first(language: str):
    story = story_in(language)
    visited = after(story, *SEAL, "go:loft", "go:kitchen")
    state = waited(story, waited(story, visited, "night"), "morning")
    for _ in range(3):
        state = after(story, "go:sorting_room", state=state)
        ways = [move for move in suggested_moves(StoryPlay(story, state)) if move.startswith("go:")]
        assert ways[0] == "go:landing"


@pytest.mark.parametrize(
    ("name", "chapter", "place", "settled_at"),
    [
        ("last_ferry", "morning", "sorting_room", "landing"),
        ("missing_lead", "nine", "foyer", "stage"),
    ],
)
def test_in_the_last_chapter_the_way_to_where_all_are_is_before_places_that_are_new(
    name: str, chapter: str, place: str, settled_at: str
):
    story = story_in("en", name)
    for turns in range(6):
        state: StoryState = {**begun_story(story), "chapter": chapter, "turns": turns}
        at = {**dict.fromkeys(state["at"], settled_at), "player": place}
        play = StoryPlay(story, {**state, "at": at, "visited": [place, settled_at]})
        ways = [move for move in suggested_moves(play) if move.startswith("go:")]
        assert ways[:1] == [f"go:{settled_at}"]


@pytest.mark.parametrize("name", ["last_ferry", "missing_lead"])
def test_who_only_picks_options_is_shown_the_way_to_everybody_in_each_chapter(name: str):
    story = story_in("en", name)
    for seed in range(8):
        chance, state, chapter = random.Random(seed), begun_story(story), ""
        shown: set[str] = set()
        waited_for = Counter[str]()
        while not state["ended"]:
            if state["chapter"] != chapter:
                chapter, shown, waited_for = state["chapter"], set[str](), Counter[str]()
            moves = suggested_moves(StoryPlay(story, state))
            shown |= {state["at"]["player"], *(move[3:] for move in moves if move.startswith("go:"))}
            ways = places_to_go(StoryPlay(story, state))
            waited_for.update(place for place in {*state["at"].values()} & {*ways} if place not in shown)
            assert not [place for place, turns in waited_for.items() if turns > 12], (seed, chapter)
            state = after(story, chance.choice(moves), state=state)


def test_nobody_is_to_be_told_what_they_told():
    confessed = after(STORY, *SEAL, *HITCH, *CONFESSION)
    for _ in range(6):
        moves = suggested_moves(at(confessed))
        assert not {"tell:tove:tove_cut", "tell:tove:board_report"} & {*moves}
        confessed = after(STORY, "wait:", state=confessed)
    assert "tell:tove:tove_cut" in all_moves(at(confessed)), "who insists may"


def test_nobody_muted_is_offered_to_be_asked():
    state: StoryState = {**START, "muted": [*STORY.cast]}
    assert not [move for move in suggested_moves(at(state)) if move.startswith("ask:")]


def test_offers_are_numbered_and_say_their_keys():
    offered = offer_suggestions(at(START))
    assert [option.n for option in offered.options] == [*range(1, len(offered.options) + 1)]
    assert [option.key for option in offered.options] == START["asked"]
    assert {*places_to_go(at(START))} == {"sorting_room", "kitchen", "loft", "landing"}
