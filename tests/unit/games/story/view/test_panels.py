"""Panels of a story."""

import pytest
from tests.unit.games.story.playing import story_in

from echoes.core.panels import Listing
from echoes.games.story.opening import begun_story
from echoes.games.story.rules.play import StoryPlay
from echoes.games.story.state import StoryState
from echoes.games.story.turn.commands import who_text
from echoes.games.story.view.panels import panels_of_story


@pytest.mark.parametrize(
    ("language", "shown", "listed"),
    [
        ("en", "Doctor Rask (keeps out of it)", "fifty-five (keeps out of it)"),
        ("zh", "拉斯克医生（先不插话）", "五十五岁（先不插话）"),
    ],
)
def test_who_is_muted_is_marked(language: str, shown: str, listed: str):
    story = story_in(language)
    state: StoryState = {**begun_story(story), "muted": ["doctor"]}
    lists = [panel.items for panel in panels_of_story(story, state) if isinstance(panel, Listing)]
    assert any(shown in items for items in lists)
    assert listed in who_text(StoryPlay(story, state))
