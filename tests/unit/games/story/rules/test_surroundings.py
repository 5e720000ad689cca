"""Surroundings: what is told of ways, of people and of hiding places agrees with what can be done."""

import pytest
from tests.unit.games.story.playing import after, story_in

from echoes.core.views.blocks import Line
from echoes.games.story.events import CharacterSpoke, PlaceEntered
from echoes.games.story.opening import begun_story, story_opening
from echoes.games.story.rules.acting import perform
from echoes.games.story.rules.play import StoryPlay
from echoes.games.story.turn.moves import places_to_go
from echoes.games.story.view.blocks import blocks_of_story


def entered(play: StoryPlay) -> PlaceEntered:
    return next(one for one in play.events() if isinstance(one, PlaceEntered))


@pytest.mark.parametrize("name", ["last_ferry", "missing_lead"])
def test_the_ways_that_are_told_are_the_ways_that_are_open(name: str):
    story = story_in("en", name)
    state = begun_story(story)
    for place in [*places_to_go(StoryPlay(story, state))]:
        play = StoryPlay(story, state)
        perform(play, f"go:{place}", "-")
        assert [*entered(play).exits] == places_to_go(play)
        state = play.state


def test_who_is_met_first_is_introduced_and_not_again():
    story = story_in("en")
    play = StoryPlay(story, begun_story(story))
    perform(play, "go:kitchen", "-")
    assert entered(play).introduced == {"tove": "Tove Lind, help at the post house, nineteen"}
    again = StoryPlay(story, after(story, "go:loft", state=play.state))
    perform(again, "go:kitchen", "-")
    assert entered(again).introduced == {}
    assert "Mrs Sunniva Holm" in repr(blocks_of_story(story_opening(story, "story")[0], "en"))


def test_a_name_that_the_words_begin_with_does_not_stand_before_them_again():
    said = CharacterSpoke(character="tove", name="Tove", text="Tove drops a cup.")
    [line] = blocks_of_story(said, "en") or []
    assert isinstance(line, Line)
    assert line.speaker == ""


def test_nobody_comes_to_a_hiding_place():
    story = story_in("en", "missing_lead")
    state = after(story, "go:yard", "do:feel_saddle", "go:wardrobe", "ask:auntie:flask", "do:climb")
    state = after(story, *["wait:"] * 9, state=state)
    assert [who for who in story.cast if state["at"][who] == "loft"] == ["lead"]
