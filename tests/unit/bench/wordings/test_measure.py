"""The bench of free words: the bundled suites stay within the bound, and a message is judged as a person would."""

from collections import Counter
from itertools import product
from pathlib import Path

import pytest
from tests.support import ROOT
from tests.unit.games.story.playing import story_in

from echoes.bench.wordings.measure import count_readings, is_within_bound, judged
from echoes.bench.wordings.situations import WordsRead
from echoes.bench.wordings.suites import Suite
from echoes.games.reading.reader import WordReader
from echoes.models.providers.embedded import EmbeddedEmbeddings

SUITES = ROOT / "data" / "wordings"


def suite_of(folder: Path, name: str, language: str) -> Suite:
    return Suite(folder, "story", story_in(language, name))


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("name", ["last_ferry", "missing_lead"])
async def test_what_is_taken_directly_is_right(name: str, language: str):
    counted, wrong = await count_readings(suite_of(SUITES, name, language))
    assert is_within_bound(counted), wrong
    assert counted["right"] + counted["offered"] >= 0.85 * (counted.total() - counted["quiet"])


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("name", ["last_ferry", "missing_lead"])
async def test_what_strangers_say_is_taken_or_asked_back(name: str, language: str):
    suite = suite_of(SUITES / "blind_2026_11", name, language)
    counted, wrong = await count_readings(suite, "development")
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
    counted, taken = await count_readings(suite_of(SUITES / "blind_2026_11_e", name, language), half)
    assert counted.total() == 98
    assert counted["wrong"] <= (measured if half == "untouched" else 0), taken
    assert counted["right"] + counted["offered"] >= 0.55 * (counted.total() - counted["quiet"])


async def test_words_that_nobody_has_looked_at_are_taken_rightly_but_for_two_in_a_hundred():
    counted, reader = Counter[str](), WordReader(EmbeddedEmbeddings)
    parts = product(("last_ferry", "missing_lead"), ("en", "zh"), ("development", "untouched"))
    for name, language, half in parts:
        suite = suite_of(SUITES / "blind_2026_11_f", name, language)
        counted += (await count_readings(suite, half, reader))[0]
    assert counted.total() == 880
    assert is_within_bound(counted), f"{counted['wrong']} of {counted['wrong'] + counted['right']}"
    assert counted["right"] + counted["offered"] >= 0.88 * (counted.total() - counted["quiet"])


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("name", ["last_ferry", "missing_lead"])
async def test_plain_words_are_followed(name: str, language: str):
    counted, wrong = await count_readings(suite_of(SUITES / "plain_2026_11", name, language))
    assert not wrong
    assert counted["silent"] <= 1


@pytest.mark.parametrize(
    ("reading", "means", "kind"),
    [
        (WordsRead("go:loft"), ["go:loft"], "right"),
        (WordsRead("go:loft"), [], "wrong"),
        (WordsRead(offered=("go:loft", "go:yard")), ["go:yard"], "offered"),
        (WordsRead(), ["go:yard"], "silent"),
        (WordsRead(command="help"), ["/help"], "right"),
        (WordsRead(command="look"), ["go:yard"], "wrong"),
        (WordsRead(command="look"), [], "wrong"),
        (WordsRead(), [], "quiet"),
    ],
)
def test_a_reading_is_judged(reading: WordsRead, means: list[str], kind: str):
    assert judged(reading, means) == kind


@pytest.mark.parametrize(("means", "kind"), [([], "quiet"), (["go:yard"], "silent")])
def test_in_a_suite_that_labels_no_commands_none_is_judged(means: list[str], kind: str):
    assert judged(WordsRead(command="look"), means, may_be_commands=False) == kind
