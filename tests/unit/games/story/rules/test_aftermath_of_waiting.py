"""Waiting: whoever only waits is told something, wherever they are, learns nothing, and is warned before the end."""

from collections.abc import Iterator

import pytest
from tests.unit.games.story.playing import STORIES, after, story_in, waited

from echoes.core.log.events import Event
from echoes.games.story.opening import begun_story
from echoes.games.story.pack.schema import STORY_FILES
from echoes.games.story.rules.acting import perform
from echoes.games.story.rules.play import StoryPlay
from echoes.games.story.rules.surroundings import reachable_places
from echoes.games.story.state import StoryState

NAMES = sorted(path.parent.name for path in STORY_FILES.find(STORIES))
CHAPTERS = [
    (name, chapter, place)
    for name in NAMES
    for story in [story_in("en", name)]
    for chapter in story.chapters
    for place in [story.start, *reachable_places(story, story.start, story.places)]
]
MOST_SILENT = 3
"""The most waits in a row in which nothing is said and nothing happens."""


def waits(name: str, chapter: str, place: str) -> Iterator[tuple[StoryState, list[Event], StoryState]]:
    """Yield the state before each wait of a chapter, what happens, and the state after it."""
    story = story_in("en", name)
    state = waited(story, begun_story(story), chapter)
    if state["at"]["player"] != place:
        state = after(story, f"go:{place}", state=state)
    while state["chapter"] == chapter and not state["ended"]:
        play = StoryPlay(story, state)
        perform(play, "wait:", "-")
        yield state, [*play.events()][2:], play.state
        state = play.state


@pytest.mark.parametrize(("name", "chapter", "place"), CHAPTERS)
def test_no_long_wait_is_empty_and_none_gives_a_secret_away(name: str, chapter: str, place: str):
    silent = 0
    for before, events, later in waits(name, chapter, place):
        told = [event for event in events if event.event in ("scene_told", "character_spoke")]
        silent = 0 if told or later["chapter"] != chapter or later["ended"] else silent + 1
        assert silent <= MOST_SILENT, f"turn {later['chapter_turns']}"
        if later["chapter"] == chapter:
            assert later["knows"]["player"] == before["knows"]["player"]


@pytest.mark.parametrize(("name", "chapter", "place"), CHAPTERS)
def test_no_chapter_that_time_ends_ends_without_a_warning(name: str, chapter: str, place: str):
    story = story_in("en", name)
    shown = [(before["chapter_turns"], events) for before, events, _ in waits(name, chapter, place)]
    last, _ = shown[-1]
    warned = [turn for turn, events in shown for event in events if event.event == "scene_told"]
    assert last - max(turn for turn in warned if turn < last) - 1 <= MOST_SILENT
    urgent = {act.text for act in story.acts.values() if act.kind == "event" and act.mood == "urgent"}
    if not story.chapters[chapter].next:
        assert any(getattr(event, "text", "") in urgent for _, events in shown[-4:] for event in events)
