"""The end of a chapter: what a check of a model may lead to, and that it ends no story in the wrong way."""

import pytest
from tests.unit.games.story.playing import story_in

from echoes.games.story.opening import begun_story
from echoes.games.story.rules.chapters import open_chapter, settle_chapter
from echoes.games.story.rules.play import StoryPlay


def in_chapter(key: str, *done: str) -> StoryPlay:
    """Return a play in a chapter of *The King Is Not at Home*, acts done."""
    story = story_in("en", "missing_lead")
    opened = StoryPlay(story, begun_story(story))
    open_chapter(opened, key)
    return StoryPlay(story, {**opened.state, "done": [*opened.state["done"], *done]})


@pytest.mark.parametrize(
    ("chapter", "done", "becomes"),
    [
        ("half", (), {"chapter": "search", "ended": ""}),
        ("nine", (), {"chapter": "nine", "ended": ""}),
        ("nine", ("go_on",), {"chapter": "nine", "ended": "prompter"}),
    ],
)
def test_a_check_turns_the_page_and_ends_a_story_only_where_an_ending_fits(
    chapter: str, done: tuple[str, ...], becomes: dict[str, str]
):
    play = in_chapter(chapter, *done)
    settle_chapter(play, complete=True)
    assert {key: play.state[key] for key in becomes} == becomes


@pytest.mark.parametrize(
    ("name", "chapter", "beat"), [("missing_lead", "nine", "settled"), ("last_ferry", "morning", "decided")]
)
def test_what_ends_a_story_is_settled_by_what_the_player_does_alone(name: str, chapter: str, beat: str):
    assert not story_in("en", name).chapters[chapter].beats[beat].judged
