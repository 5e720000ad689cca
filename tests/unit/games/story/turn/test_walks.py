"""Walks that name no place: to somebody whom one can meet, and back. Nobody is found by asking the way."""

import pytest
from tests.unit.games.story.playing import after, read_after, story_in

from echoes.games.story.rules.play import StoryPlay
from echoes.games.story.state import StoryState
from echoes.games.story.turn.intent import StoryIntent
from echoes.games.story.turn.interpret import story_intent

KITCHEN = ("go:sorting_room", "go:kitchen")
UNDER_THE_LOFT = ("go:yard", "do:feel_saddle", "go:wardrobe", "ask:auntie:flask")
"""Moves of *The King Is Not at Home* after which one knows where Walter is."""


@pytest.mark.parametrize(
    ("language", "message", "way"),
    [
        ("en", "go to the doctor", "go:parlour"),
        ("en", "let's visit Eskil", "go:landing"),
        ("en", "I'd like to go and see Mrs Holm", "go:parlour"),
        ("en", "find the ferryman", "go:landing"),
        ("zh", "去找医生", "go:parlour"),
        ("zh", "再去见医生", "go:parlour"),
        ("zh", "去埃斯克那儿", "go:landing"),
        ("zh", "我想去看看苏妮娃", "go:parlour"),
        ("zh", "去找船夫聊聊", "go:landing"),
    ],
)
def test_a_walk_to_somebody_is_the_way_to_where_they_can_be_met(language: str, message: str, way: str):
    assert read_after(language, message, *KITCHEN) == StoryIntent("move", way)


@pytest.mark.parametrize(
    ("language", "message"), [("en", "go to Tove"), ("en", "find the girl"), ("zh", "去找托薇")]
)
def test_a_walk_to_somebody_who_is_there_is_a_word_with_them(language: str, message: str):
    assert read_after(language, message, *KITCHEN) == StoryIntent("move", "greet:tove")


@pytest.mark.parametrize(
    ("language", "message"),
    [
        ("en", "ask Eskil about the boat"),
        ("en", "talk to Eskil"),
        ("zh", "问埃斯克船的事"),
        ("zh", "找船夫聊聊"),
    ],
)
def test_words_to_who_is_elsewhere_offer_the_way_to_them(language: str, message: str):
    reading = read_after(language, message, *KITCHEN)
    assert (reading.kind, reading.name, [*reading.moves]) == ("absent", "eskil", ["go:landing"])


@pytest.mark.parametrize(("language", "message"), [("en", "look at the doctor"), ("zh", "看看医生")])
def test_a_look_at_who_is_elsewhere_offers_the_way_to_them(language: str, message: str):
    for moves in (KITCHEN, ["go:sorting_room"]):  # where Tove is, and where nobody is
        reading = read_after(language, message, *moves)
        assert (reading.kind, reading.name, reading.moves[0]) == ("absent", "doctor", "go:parlour")


@pytest.mark.parametrize(
    ("language", "message"), [("en", "find Eskil"), ("en", "ask Eskil"), ("zh", "找船夫")]
)
def test_no_way_leads_to_who_is_unheard_of(language: str, message: str):
    story = story_in(language)
    state = after(story, *KITCHEN)
    unheard: StoryState = {**state, "heard": [one for one in state["heard"] if one != "eskil"]}
    reading = story_intent(StoryPlay(story, unheard), message)
    assert not reading.moves and not reading.name.startswith("go:")


@pytest.mark.parametrize(("language", "message"), [("zh", "回去" * 99 + "吗"), ("en", "back " * 99 + "?")])
def test_a_message_of_many_walks_is_none(language: str, message: str):
    assert read_after(language, message, *KITCHEN) == StoryIntent("unknown")


@pytest.mark.parametrize(
    ("at", "kind", "name"), [("landing", "move", "go:landing"), ("kitchen", "absent", "eskil")]
)
def test_who_takes_no_part_is_found_where_they_were_met_and_nowhere_that_nobody_told(
    at: str, kind: str, name: str
):
    story = story_in("en")
    chapters = {key: one.model_copy(update={"characters": ()}) for key, one in story.chapters.items()}
    state = after(story, "go:kitchen", "go:sorting_room", "go:landing", "go:sorting_room")
    moved: StoryState = {**state, "at": {**state["at"], "eskil": at}}
    reading = story_intent(StoryPlay(story.model_copy(update={"chapters": chapters}), moved), "find Eskil")
    assert (reading.kind, reading.name) == (kind, name)


@pytest.mark.parametrize(("language", "message"), [("en", "find Walter"), ("zh", "去找老罗")])
def test_who_hides_is_not_found_by_asking_the_way(language: str, message: str):
    reading = read_after(language, message, name="missing_lead")
    assert (reading.kind, reading.name, [*reading.moves]) == ("absent", "lead", [])


@pytest.mark.parametrize(("language", "message"), [("en", "find Walter"), ("zh", "去找老罗")])
def test_a_deed_that_leads_to_somebody_is_offered_once_it_can_be_done(language: str, message: str):
    reading = read_after(language, message, *UNDER_THE_LOFT, name="missing_lead")
    assert (reading.kind, [*reading.moves]) == ("choose", ["do:climb"])
    further = read_after(language, message, *UNDER_THE_LOFT, "go:stage", name="missing_lead")
    assert (further.kind, [*further.moves]) == ("elsewhere", ["go:wardrobe"])


@pytest.mark.parametrize(
    ("language", "message"),
    [("en", "back"), ("en", "let's go back"), ("en", "return."), ("zh", "回去"), ("zh", "往回走吧")],
)
def test_back_is_where_one_came_from(language: str, message: str):
    assert read_after(language, message, *KITCHEN) == StoryIntent("move", "go:sorting_room")
    looked = read_after(language, message, *KITCHEN, "do:dry_pots")
    assert looked == StoryIntent("move", "go:sorting_room")


@pytest.mark.parametrize(("language", "message"), [("en", "go back"), ("zh", "回去")])
def test_who_came_from_nowhere_is_asked_where_to(language: str, message: str):
    assert read_after(language, message) == StoryIntent("command", "go")


@pytest.mark.parametrize("message", ["go back inside", "go back down"])
def test_back_in_some_direction_is_asked_back(message: str):
    reading = read_after("en", message, "go:loft", "go:landing")
    assert (reading.kind, [*reading.moves]) == ("choose", ["go:loft"])


def test_a_place_that_is_named_is_gone_to_rather_than_one_that_is_named_alike():
    message = "back to the stove room"
    assert read_after("en", message, *KITCHEN) == StoryIntent("move", "go:parlour")


@pytest.mark.parametrize("place", ["the room above the stove room", "the room opposite the stove room"])
def test_a_place_that_is_said_to_be_beside_another_is_not_that_one(place: str):
    assert read_after("en", f"go to {place}", *KITCHEN).kind == "choose"


def test_a_walk_with_which_a_message_begins_is_made_and_the_rest_said_back():
    reading = read_after("en", "go to the doctor and ask him about the crates", *KITCHEN)
    assert reading == StoryIntent("move", "go:parlour", rest="ask him about the crates")


@pytest.mark.parametrize(
    ("language", "message"),
    [
        ("en", "don't go to the doctor"),
        ("en", "should I go back?"),
        ("en", "should I go back"),
        ("en", "I see the doctor"),
        ("en", "I can see the doctor"),
        ("en", "I can just see Eskil"),
        ("en", "can I see the doctor?"),
        ("en", "could I find the doctor"),
        ("en", "can I go to the doctor and ask him about the crates?"),
        ("en", "may I go back and look at the crates?"),
        ("en", "go back to sleep"),
        ("en", "step back"),
        ("en", "move back"),
        ("en", "who went to the landing?"),
        ("zh", "别回去"),
        ("zh", "要不要回去"),
        ("zh", "谁去码头了"),
        ("zh", "他去灯阁了"),
        ("zh", "再见医生"),
        ("zh", "回见，埃斯克"),
        ("zh", "我能去找医生，问他箱子的事吗？"),
    ],
)
def test_what_is_denied_asked_or_said_of_others_moves_nobody(language: str, message: str):
    assert not read_after(language, message, *KITCHEN).name.startswith("go:")
