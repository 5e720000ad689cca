"""Whatever the importer has to say, it says in both languages."""

import re
from pathlib import Path
from typing import Any

import pytest
from tests.unit.games.situation_puzzle.importing.library import BELLS, KITE, opened, written

from echoes.core.text.bilingual import in_language

PUZZLE: dict[str, Any] = {"statement": BELLS[0], "answer": BELLS[1]}
FILES: dict[str, Any] = {
    "odd.json": [
        {**PUZZLE, "mood": "blue", "difficulty": "brutal", "hints": [{"text": "x", "facts": ["f9"]}]},
        {"statement": KITE[0]},
        "a bare value",
        {**PUZZLE, "statement": f"{KITE[0]}\u202e", "facts": [{"statement": "x", "colour": 1}]},
        {**PUZZLE, "title": "x" * 5000},
    ],
    "twice.json": '{"statement": "a", "statement": "b", "answer": "c", "title": NaN}',
    "broken.yaml": "a: [b",
    "nothing.json": {"a": 1},
    "story.json": {"story": KITE[1], "question": KITE[0]},
}


@pytest.mark.parametrize("name", FILES)
def test_each_note_and_error_is_there_in_chinese(tmp_path: Path, name: str):
    said = [
        one
        for report in opened(written(tmp_path, name, FILES[name])).reports
        for one in (*report.notes, *filter(None, [report.error]))
    ]
    assert said
    assert [one for one in said if not re.search("[一-鿿]", in_language(one, "zh"))] == []
    assert [one for one in said if re.search("[一-鿿]", one)] == [], "and the text itself is the English one"
