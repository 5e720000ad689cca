"""Panels of a story."""

from typing import Any

import pytest
from tests.unit.games.story.playing import story_in

from echoes.core.views.panels import Listing, panel_text
from echoes.games.story.opening import begun_story
from echoes.games.story.rules.play import StoryPlay
from echoes.games.story.state import StoryState
from echoes.games.story.turn.commands import who_text
from echoes.games.story.view.panels import composer_of_story, panels_of_story


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


@pytest.mark.parametrize("language", ["en", "zh"])
def test_each_note_has_a_line_of_its_own(language: str):
    story = story_in(language)
    state: StoryState = {**begun_story(story), "knows": {"player": ["seal_cut", "missing_letter"]}}
    notebook = panels_of_story(story, state)[-1]
    assert isinstance(notebook, Listing)
    assert [*notebook.items] == [story.secrets[key].text for key in ("seal_cut", "missing_letter")]
    title, *lines = panel_text(notebook).splitlines()
    assert (title, lines) == (notebook.title, [f"– {item}" for item in notebook.items])


@pytest.mark.parametrize(
    ("state", "commands"),
    [
        ({}, ["/recap", "(/undo)", "/giveup"]),
        ({"turns": 1}, ["/recap", "/undo", "/giveup"]),
        (
            {"turns": 1, "recent": [{"to": "", "by_model": True, "lines": []}]},
            ["/recap", "/again", "/undo", "/giveup"],
        ),
    ],
)
def test_commands_that_are_of_use_have_buttons(state: dict[str, Any], commands: list[str]):
    begun: Any = {**begun_story(story_in("en")), **state}
    for language in ("en", "zh"):
        [mode] = composer_of_story(language, begun)
        assert [one.command if one.enabled else f"({one.command})" for one in mode.shortcuts] == commands
        assert all(one.label for one in mode.shortcuts)
