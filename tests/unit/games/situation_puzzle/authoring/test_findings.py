"""Findings have a rule, a severity, a place and a remedy."""

import json
from typing import Any

import pytest
from tests.support import BUNDLED, canary_puzzle

from echoes.games.situation_puzzle.authoring.findings import puzzle_findings, repeated_stories
from echoes.games.situation_puzzle.puzzle.schema import Puzzle

STORY = {
    "id": "bell",
    "title": "Bell",
    "language": "en",
    "statement": "Every evening a man rings a bell that nobody hears.",
    "answer": "He is deaf and rings it for his dog. The dog comes home at once.",
    "facts": [{"id": "f1", "statement": "The man is deaf.", "core": True}],
    "hints": ["Think of his ears.", "Who comes home?"],
    "rulings": [{"text": "Is the man deaf?", "ruling": "YES", "facts": ["f1"]}],
}


def found(**changes: Any) -> dict[str, tuple[str, str]]:
    findings = puzzle_findings(Puzzle.model_validate({**STORY, **changes}))
    assert all(one.remedy and one.message for one in findings)
    return {one.rule: (one.severity, one.place) for one in findings}


@pytest.mark.parametrize(
    ("changes", "rule", "severity", "place"),
    [
        ({"facts": [{"id": "f1", "statement": "The queen poisoned a diplomat.", "core": True}]}, "unsupported-fact", "warning", "facts.f1"),
        ({"rulings": [{"text": "Is the man poor?", "ruling": "NO"}]}, "unreachable-fact", "error", "facts.f1"),
        ({"hints": ["The man is deaf.", "Think."]}, "hint-gives-away", "warning", "hints[1]"),
        ({"hints": ["想想他的耳朵。", "Think."]}, "language", "error", "hints[1]"),
        ({"rulings": [*STORY["rulings"], {"text": "Is the man deaf?", "ruling": "NO"}]}, "contradiction", "error", "rulings[2]"),
        ({"rulings": [{"text": "Is the man deaf?", "ruling": "NO", "facts": ["f1"]}]}, "contradiction", "error", "rulings[1]"),
        ({"statement": STORY["answer"] + " Why does he ring it every single evening?"}, "statement-gives-away", "warning", ""),
        ({"rulings": []}, "no-rulings", "warning", ""),
        ({"facts": [], "rulings": []}, "core-facts", "warning", ""),
        ({"proposals": ["Is he old?"]}, "unconfirmed", "note", "proposals"),
    ],
)  # fmt: skip
def test_what_an_author_can_get_wrong(changes: dict[str, Any], rule: str, severity: str, place: str):
    assert rule not in found()
    assert found(**changes)[rule] == (severity, place)


def test_no_bundled_puzzle_has_a_finding():
    paths = sorted(BUNDLED.glob("*.json"))[:8]
    for path in paths:
        assert puzzle_findings(Puzzle.model_validate_json(path.read_text("utf-8"))) == [], path.name


def test_a_story_that_is_told_twice_is_named():
    one, other = Puzzle.model_validate(STORY), Puzzle.model_validate({**STORY, "id": "other"})
    third = Puzzle.model_validate(canary_puzzle())
    [(puzzle, finding)] = repeated_stories([one, third, other])
    assert (
        puzzle is other
        and finding.rule == "duplicate-story"
        and "(bell) in the same words" in finding.message
    )
    assert json.dumps(finding.message)
