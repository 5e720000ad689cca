"""Events of a story as blocks, in both languages."""

import pytest
from tests.unit.games.story.playing import SEAL, story_in

from echoes.core.views.blocks import Choices, Ending, Line, Sheet
from echoes.games.story.events import CharacterSpoke, PlayerActed, StoryDetails, StoryEnded, TurnSettled
from echoes.games.story.opening import begun_story, story_opening
from echoes.games.story.rules.acting import perform
from echoes.games.story.rules.play import StoryPlay
from echoes.games.story.view.blocks import blocks_of_story


@pytest.mark.parametrize("language", ["en", "zh"])
def test_an_opening_shows_the_chapter_and_one_that_is_resumed_only_who_you_are(language: str):
    started, _ = story_opening(story_in(language), "story")
    shown = blocks_of_story(started, language) or ()
    assert [type(block) for block in shown] == [Line, Sheet, Line, Choices]
    resumed = blocks_of_story(started.model_copy(update={"resumed": True}), language)
    assert resumed == [shown[0]]


@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_event_of_a_few_turns_reads_whole(language: str):
    state, seen = begun_story(story_in(language)), ""
    for key in SEAL:
        play = StoryPlay(story_in(language), state)
        perform(play, key, key)
        state = play.state
        for entry in play.entries():
            blocks = blocks_of_story(entry.event, language)
            assert blocks is not None, type(entry.event)
            seen += "".join(block.plain() for block in blocks)
    assert "{" not in seen and "None" not in seen


def test_a_name_stands_before_words_that_do_not_begin_with_it():
    spoke = CharacterSpoke(character="tove", name="Tove", text="‘Four seats.’")
    narrated = spoke.model_copy(update={"text": "Tove says nothing."})
    [before], [without] = (blocks_of_story(event, "en") or () for event in (spoke, narrated))
    assert isinstance(before, Line) and isinstance(without, Line)
    assert (before.speaker, without.speaker) == ("Tove", "")


def test_words_of_the_player_are_not_said_twice_and_follow_up_work_is_not_shown():
    said = PlayerActed(act="say", text="Hello")
    assert blocks_of_story(said, "en") == []
    assert blocks_of_story(said.model_copy(update={"act": "look"}), "en") == [Line("Hello", "quiet")]
    assert blocks_of_story(TurnSettled(), "en") == []


def test_an_ending_without_a_text_has_no_page():
    details = StoryDetails(ending="", title="Given up", text="", turns=3, learned=1, secrets=9, chapters=0)
    ended = StoryEnded(status="ABORTED", details=details)
    [end] = blocks_of_story(ended, "en") or ()
    assert isinstance(end, Ending) and "3" in end.plain() and "9" in end.plain()
    told = ended.model_copy(update={"details": details.model_copy(update={"text": "The ice came."})})
    assert [type(block) for block in blocks_of_story(told, "en") or ()] == [Sheet, Ending]
