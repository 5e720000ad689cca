"""The bench of free words: the bundled suites stay within the bound, and a message is judged as a person would."""

from collections import Counter
from itertools import product

import pytest
from tests.support import ROOT
from tests.unit.games.story.playing import story_in

from echoes.bench.story.wordings import count_readings, is_within_bound, judged
from echoes.games.reading.reader import WordReader
from echoes.games.story.turn.intent import StoryIntent
from echoes.models.providers.embedded import EmbeddedEmbeddings

SUITES = ROOT / "data" / "story_wordings"


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("name", ["last_ferry", "missing_lead"])
async def test_what_is_taken_directly_is_right(name: str, language: str):
    counted, wrong = await count_readings(story_in(language, name), SUITES)
    assert is_within_bound(counted), wrong
    assert counted["right"] + counted["offered"] >= 0.85 * (counted.total() - counted["quiet"])


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("name", ["last_ferry", "missing_lead"])
async def test_what_strangers_say_is_taken_or_asked_back(name: str, language: str):
    story, suite = story_in(language, name), SUITES / "blind_2026_11"
    counted, wrong = await count_readings(story, suite, "development")
    assert counted.total() == 100
    assert is_within_bound(counted), wrong
    assert counted["right"] + counted["offered"] >= 0.6 * (counted.total() - counted["quiet"])


@pytest.mark.parametrize("half", ["development", "untouched"])
@pytest.mark.parametrize(
    ("name", "language", "measured"),
    [("last_ferry", "en", 1), ("last_ferry", "zh", 1), ("missing_lead", "en", 0), ("missing_lead", "zh", 0)],
)
async def test_each_half_of_a_set_is_read_no_worse_than_when_it_was_measured(
    name: str, language: str, measured: int, half: str
):
    counted, taken = await count_readings(story_in(language, name), SUITES / "blind_2026_11_e", half)
    assert counted.total() == 98
    assert counted["wrong"] <= (measured if half == "untouched" else 0), taken
    assert counted["right"] + counted["offered"] >= 0.55 * (counted.total() - counted["quiet"])


async def test_words_that_nobody_has_looked_at_are_taken_rightly_but_for_two_in_a_hundred():
    counted, nearest = Counter[str](), WordReader(EmbeddedEmbeddings)
    parts = product(("last_ferry", "missing_lead"), ("en", "zh"), ("development", "untouched"))
    for name, language, half in parts:
        story, suite = story_in(language, name), SUITES / "blind_2026_11_f"
        counted += (await count_readings(story, suite, half, nearest))[0]
    assert counted.total() == 880
    assert is_within_bound(counted), f"{counted['wrong']} of {counted['wrong'] + counted['right']}"
    assert counted["right"] + counted["offered"] >= 0.88 * (counted.total() - counted["quiet"])


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("name", ["last_ferry", "missing_lead"])
async def test_plain_words_are_followed(name: str, language: str):
    counted, wrong = await count_readings(story_in(language, name), SUITES / "plain_2026_11")
    assert not wrong
    assert counted["silent"] <= 1


@pytest.mark.parametrize(
    ("reading", "means", "kind"),
    [
        (StoryIntent("move", "go:loft"), ["go:loft"], "right"),
        (StoryIntent("move", "go:loft"), [], "wrong"),
        (StoryIntent("choose", moves=["go:loft", "go:yard"]), ["go:yard"], "offered"),
        (StoryIntent("unknown"), ["go:yard"], "silent"),
        (StoryIntent("command", "help"), ["/help"], "right"),
        (StoryIntent("command", "look"), ["go:yard"], "wrong"),
        (StoryIntent("command", "look"), [], "wrong"),
        (StoryIntent("unknown"), [], "quiet"),
    ],
)
def test_a_reading_is_judged(reading: StoryIntent, means: list[str], kind: str):
    assert judged(reading, means) == kind


@pytest.mark.parametrize(("means", "kind"), [([], "quiet"), (["go:yard"], "silent")])
def test_in_a_suite_that_labels_no_commands_none_is_judged(means: list[str], kind: str):
    assert judged(StoryIntent("command", "look"), means, may_be_commands=False) == kind
