"""Names: Robin and Peg are who they are however they are written, though robin and peg are words as well."""

from collections.abc import Callable

import pytest
from tests.unit.games.story.playing import SEAL, after, story_in

from echoes.games.story.rules.play import StoryPlay
from echoes.games.story.turn.interpret import story_intent


@pytest.mark.parametrize("said", [str.lower, str.title, str.upper])
@pytest.mark.parametrize(
    ("name", "moves", "message"),
    [
        ("missing_lead", ("do:check_props", "go:booth"), "Ask Robin about the crown"),
        ("missing_lead", ("do:check_props", "go:booth"), "Robin, where is Peg?"),
        ("missing_lead", ("do:check_props", "go:booth"), "Tell Robin about the crown"),
        ("missing_lead", ("do:check_props", "go:booth"), "Help Robin"),
        ("missing_lead", (), "Is Peg here?"),
        ("missing_lead", (), "Go to Peg"),
        ("last_ferry", (*SEAL, "go:kitchen"), "Tove, did you sleep?"),
        ("last_ferry", (*SEAL, "go:kitchen"), "Show Tove the knife"),
    ],
)
def test_a_name_that_is_a_word_as_well_is_a_name_without_a_capital(
    name: str, moves: tuple[str, ...], message: str, said: Callable[[str], str]
):
    story = story_in("en", name)
    play = StoryPlay(story, after(story, *moves))
    assert story_intent(play, said(message)) == story_intent(play, message)
