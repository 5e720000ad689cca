"""Findings have a rule, a severity, a place and a remedy."""

import json
import re
from typing import Any

import pytest
from tests.support import canary_puzzle

from echoes.games.situation_puzzle.authoring.findings import puzzle_findings, repeated_stories
from echoes.games.situation_puzzle.puzzle.schema import Puzzle

HAN = re.compile("[\u4e00-\u9fff]")
STORY: dict[str, Any] = {
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
    english, chinese = ([one.worded(language) for one in findings] for language in ("en", "zh"))
    assert all(one.remedy and one.message for one in english)
    assert all(HAN.search(one.message) and HAN.search(one.remedy) for one in chinese)
    assert not any("{" in one.message for one in [*english, *chinese])
    assert [one.rule for one in chinese] == [one.rule for one in english]
    return {one.rule: (one.severity, one.place) for one in english}


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


def test_all_that_waits_is_counted_in_the_singular_and_the_plural():
    waiting = {
        "facts": [{**STORY["facts"][0], "unconfirmed_wordings": ["He can't hear.", "He hears nothing."]}],
        "cast": [{"name": "the man", "unconfirmed": True}],
        "synonyms": [{"words": ["bell", "chime"], "unconfirmed": True}],
        "rulings": [*STORY["rulings"], {"text": "Is he old?", "ruling": "NO", "unconfirmed": True}],
    }
    findings = puzzle_findings(Puzzle.model_validate({**STORY, **waiting}))
    told = {
        one.worded(language).message
        for one in findings
        for language in ("en", "zh")
        if one.kind == "unconfirmed"
    }
    assert told == {
        "1 ruling waits for your confirmation",
        "1 cast member waits for your confirmation",
        "1 synonym group waits for your confirmation",
        "2 other wordings wait for your confirmation",
        "有 1 条裁定等你确认", "有 1 条人物等你确认", "有 1 条同义词等你确认", "有 2 条事实的其他说法等你确认",
    }  # fmt: skip


def test_a_story_that_is_told_twice_is_named():
    one, other = Puzzle.model_validate(STORY), Puzzle.model_validate({**STORY, "id": "other"})
    third = Puzzle.model_validate(canary_puzzle())
    [(puzzle, finding)] = repeated_stories([one, third, other])
    assert (
        puzzle is other
        and finding.worded().rule == "duplicate-story"
        and "(bell) in the same words" in finding.worded().message
    )
    assert json.dumps(finding.worded().message)


def test_what_is_counted_by_kind_is_told_in_the_words_of_the_author():
    rulings = [{"text": "Is the man deaf?", "ruling": "YES", "facts": ["f1"], "about": "who"}]
    found = puzzle_findings(Puzzle.model_validate({**STORY, "rulings": rulings}))
    told = {language: [one.worded(language).message for one in found] for language in ("en", "zh")}
    assert "few of a kind: YES 1, NO 0, YES AND NO 0, IRRELEVANT 0" in told["en"]
    assert "有几类裁定偏少：是 1、不是 0、是也不是 0、无关 0" in told["zh"]
    assert any(one.startswith("holes on the map: who (1), how_many (0)") for one in told["en"])
