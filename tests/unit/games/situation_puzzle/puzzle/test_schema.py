"""The schema that is printed is the schema that is read."""

import pytest
from tests.support import canary_puzzle

from echoes.games.situation_puzzle.puzzle.json_schema import puzzle_schema
from echoes.games.situation_puzzle.puzzle.schema import Puzzle

jsonschema = pytest.importorskip("jsonschema", reason="jsonschema comes with chromadb")


def test_the_schema_is_one():
    jsonschema.Draft202012Validator.check_schema(puzzle_schema())


def test_the_short_forms_of_hints_and_rulings_fit_the_schema():
    puzzle = canary_puzzle(hints=["plain"], rulings=[{"text": "Is it?", "ruling": "NO"}])
    jsonschema.Draft202012Validator(puzzle_schema()).validate(puzzle)
    assert Puzzle.model_validate(puzzle).hints[0].text == "plain"


def test_the_schema_refuses_what_the_reader_refuses():
    validator = jsonschema.Draft202012Validator(puzzle_schema())
    assert not validator.is_valid(canary_puzzle(difficulty=6))
    assert not validator.is_valid(canary_puzzle(rulings=[{"ruling": "NO"}]))
