"""No option names a person to that person."""

import pytest
from tests.unit.games.story.playing import story_in

from echoes.games.story.rules.naming import topic_said_to

STORIES = [(name, language) for name in ("last_ferry", "missing_lead") for language in ("en", "zh")]


@pytest.mark.parametrize(("name", "language"), STORIES)
def test_nobody_is_named_in_what_they_are_asked_about(name: str, language: str):
    story, renamed = story_in(language, name), 0
    for who, member in story.cast.items():
        for topic in (*story.secrets, *story.things, *story.questions):
            said = topic_said_to(story, who, topic)
            assert member.name not in said
            renamed += said != story.title_of(topic)
            others = [one.name for key, one in story.cast.items() if key != who]
            assert all((one in said) == (one in story.title_of(topic)) for one in others)
    assert renamed > 1


@pytest.mark.parametrize(
    ("title", "said"),
    [
        ("Tove's letter", "her letter"),
        ("what Tove saw", "what she saw"),
        ("the letter about Tove", "the letter about her"),
        ("Tovelund", "Tovelund"),
    ],
)
def test_a_name_becomes_the_pronoun_that_fits(title: str, said: str):
    story = story_in("en")
    secret = next(iter(story.secrets))
    changed = story.secrets[secret].model_copy(update={"title": title})
    story = story.model_copy(update={"secrets": {**story.secrets, secret: changed}})
    assert topic_said_to(story, "tove", secret) == said
    nameless = story.cast["tove"].model_copy(update={"pronoun": None})
    story = story.model_copy(update={"cast": {**story.cast, "tove": nameless}})
    assert topic_said_to(story, "tove", secret) == title
