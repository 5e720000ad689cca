"""Every bundled puzzle is complete, aligned between its languages, and without findings."""

import json
from collections import Counter
from pathlib import Path

import pytest
from tests.support import BUNDLED, ROOT

from echoes.games.situation_puzzle.authoring.findings import puzzle_findings
from echoes.games.situation_puzzle.authoring.lint import lint
from echoes.games.situation_puzzle.puzzle.json_schema import puzzle_schema
from echoes.games.situation_puzzle.puzzle.loader import GameDataLoader
from echoes.games.situation_puzzle.puzzle.question_map import ENOUGH_IN_A_PLACE, QUESTION_MAP
from echoes.games.situation_puzzle.puzzle.schema import Puzzle

IDS = sorted({path.stem[:-3] for path in BUNDLED.glob("*.json")})


def load(puzzle_id: str, language: str) -> Puzzle:
    [report] = GameDataLoader().read_file(BUNDLED / f"{puzzle_id}_{language}.json")
    assert report.error is None
    assert report.notes == []
    assert isinstance(report.scenario, Puzzle)
    return report.scenario


def test_there_are_sixteen_of_several_kinds_and_levels():
    assert len(IDS) >= 16
    assert {load(puzzle_id, "en").difficulty for puzzle_id in IDS} == {1, 2, 3, 4, 5}


@pytest.mark.parametrize("puzzle_id", IDS)
@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_puzzle_is_complete(puzzle_id: str, language: str):
    puzzle = load(puzzle_id, language)
    assert 5 <= len(puzzle.facts) <= 10
    assert 3 <= len(puzzle.hints) <= 5
    assert all(not set(hint.facts) & set(puzzle.core_facts) for hint in puzzle.hints[:-1])
    counts = Counter(ruling.ruling for ruling in puzzle.rulings)
    assert sum(counts.values()) >= 150
    assert min(counts["YES"], counts["NO"]) >= 45
    assert counts["YES AND NO"] >= 10
    assert counts["IRRELEVANT"] >= 18
    assert all(2 <= len(ruling.texts) <= 12 for ruling in puzzle.rulings)
    places = Counter(ruling.about for ruling in puzzle.rulings)
    assert min(places[place] for place in QUESTION_MAP) >= ENOUGH_IN_A_PLACE
    for fact in puzzle.core_facts:
        assert sum(fact in r.facts for r in puzzle.rulings if r.ruling == "YES") >= 3
    assert puzzle.provenance.licence == "MIT"
    assert lint(puzzle) == []


@pytest.mark.parametrize("puzzle_id", IDS)
def test_the_languages_are_aligned(puzzle_id: str):
    one, other = load(puzzle_id, "en"), load(puzzle_id, "zh")
    assert [(f.id, f.core) for f in one.facts] == [(f.id, f.core) for f in other.facts]
    assert [hint.facts for hint in one.hints] == [hint.facts for hint in other.hints]
    assert [(r.ruling, r.facts, r.open) for r in one.rulings] == [
        (r.ruling, r.facts, r.open) for r in other.rulings
    ]
    assert (one.difficulty, len(one.content_warnings)) == (other.difficulty, len(other.content_warnings))


@pytest.mark.parametrize("path", sorted((ROOT / "data" / "gold").glob("*.jsonl")), ids=lambda path: path.stem)
def test_gold_questions_fit_their_puzzle(path: Path):
    rows = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    assert len(rows) >= 40
    puzzle = load(path.stem[:-3], path.stem[-2:])
    for row in rows:
        assert (row["story"], row["lang"]) == (puzzle.id, puzzle.language)
        assert row["ruling"] in ("YES", "NO", "YES AND NO", "IRRELEVANT")
        assert set(row["facts"]) <= {fact.id for fact in puzzle.facts}
        for number in row.get("settled_by", []):
            assert puzzle.rulings[number - 1].ruling == row["ruling"], row["text"]


def test_every_puzzle_has_gold_questions_in_each_language():
    gold = {path.stem for path in (ROOT / "data" / "gold").glob("*.jsonl")}
    assert gold == {path.stem for path in BUNDLED.glob("*.json")}


def test_no_bundled_puzzle_has_a_finding():
    paths = sorted(BUNDLED.glob("*.json"))[:8]
    for path in paths:
        assert puzzle_findings(Puzzle.model_validate_json(path.read_text("utf-8"))) == [], path.name


def test_the_schema_is_valid_and_takes_every_bundled_puzzle():
    jsonschema = pytest.importorskip("jsonschema", reason="jsonschema comes with chromadb")
    jsonschema.Draft202012Validator.check_schema(puzzle_schema())
    validator = jsonschema.Draft202012Validator(puzzle_schema())
    for path in BUNDLED.glob("*.json"):
        validator.validate(json.loads(path.read_text("utf-8")))
