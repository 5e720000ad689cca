"""The bench of free words: the bundled suites stay within the bound, and a message is judged as a person would."""

from collections import Counter
from itertools import product
from pathlib import Path

import pytest
from tests.support import ROOT
from tests.unit.games.story.playing import story_in

from echoes.bench.wordings.measure import count_readings, judged
from echoes.bench.wordings.situations import WordsRead
from echoes.bench.wordings.suites import Suite
from echoes.games.reading.reader import WordReader
from echoes.models.providers.embedded import EmbeddedEmbeddings

SUITES = ROOT / "data" / "wordings"


def suite_of(folder: Path, name: str, language: str) -> Suite:
    return Suite(folder, "story", story_in(language, name))


@pytest.mark.parametrize(
    ("name", "messages", "wrong", "reach"),
    [
        (".", 405, 0.02, 0.95),
        ("plain_2026_11", 91, 0.0, 0.94),
        ("blind_2026_11", 800, 0.085, 0.82),
        ("blind_2026_11_e", 784, 0.05, 0.89),
        ("blind_2026_11_f", 880, 0.02, 0.94),
    ],
)
async def test_sets_are_read_as_they_were_measured(name: str, messages: int, wrong: float, reach: float):
    """Of what is taken directly, a share may be wrong; of what has a meaning, most is right or asked back."""
    counted, taken, reader = Counter[str](), list[tuple[str, str]](), WordReader(EmbeddedEmbeddings)
    for story, language in product(("last_ferry", "missing_lead"), ("en", "zh")):
        suite = suite_of(SUITES / name, story, language)
        for half in dict.fromkeys(row.half for row in suite.rows()):
            found, wrongly = await count_readings(suite, half, reader)
            counted, taken = counted + found, [*taken, *wrongly]
    assert counted.total() == messages
    assert counted["wrong"] <= wrong * (counted["wrong"] + counted["right"]), taken
    assert counted["right"] + counted["offered"] >= reach * (counted.total() - counted["quiet"]), counted


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
