"""Free words, measured: `wordings_*.tsv` hold what players might say in the kitchen, and what they mean.

The patterns were mended after these wordings; a figure for players' words needs others that nobody saw.
"""

from pathlib import Path

import pytest
from tests.unit.games.story.turn.test_interpret import read

MOST_WRONG, LEAST_RIGHT = 0.02, 0.75


@pytest.mark.parametrize("language", ["en", "zh"])
def test_what_is_taken_directly_is_right(language: str):
    lines = (Path(__file__).parent / f"wordings_{language}.tsv").read_text("utf-8").splitlines()
    right, wrong = [], []
    for message, meant in (line.split("\t") for line in lines):
        reading = read(language, message, "kitchen", "tove", "eskil")
        if reading.kind == "move":
            (right if reading.name in meant.split(",") else wrong).append(message)
    asked = [line for line in lines if not line.endswith("\t-")]
    assert len(wrong) <= MOST_WRONG * (len(right) + len(wrong)), wrong
    assert len(right) >= LEAST_RIGHT * len(asked)
