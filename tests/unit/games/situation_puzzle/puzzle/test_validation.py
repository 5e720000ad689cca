"""A finding of the schema is one line: the field as an author counts, and the reason."""

from typing import Any

import pytest
from pydantic import ValidationError
from tests.support import canary_puzzle

from echoes.games.situation_puzzle.puzzle.schema import MAX_STATEMENT, Puzzle
from echoes.games.situation_puzzle.puzzle.validation import first_finding


def finding(notes: tuple[str, ...] = (), language: str = "en", **wrong: Any) -> str:
    data = {key: value for key, value in {**canary_puzzle(), **wrong}.items() if value is not ...}
    with pytest.raises(ValidationError) as raised:
        Puzzle.model_validate(data)
    return first_finding(raised.value, notes, language)


def test_a_field_that_is_missing_is_named():
    assert finding(statement=...) == "field 'statement': is missing"


def test_a_note_says_why_it_is_missing():
    held = "'story': holds a number, which is no text"
    assert finding((held,), statement=...) == held


def test_a_finding_is_said_in_chinese_too():
    assert finding(language="zh", statement=..., answer=...) == "“汤面”没有填（另外还有 1 处）"
    assert finding(language="zh", hints=[{"text": ""}]).startswith("“提示[1].文字”")


def test_entries_are_counted_from_one():
    assert finding(hints=["", ""]).startswith("field 'hints[1]")


def test_how_long_a_text_is_and_may_be_is_said():
    said = finding(statement="x" * (MAX_STATEMENT + 1))
    assert f"is too long: {MAX_STATEMENT + 1} characters, at most {MAX_STATEMENT}" in said


def test_how_many_more_there_are_is_said():
    assert finding(statement=..., answer=...).endswith("(and 1 more)")


def test_what_an_id_may_hold_is_said_in_words():
    said = finding(id="a bell!")
    assert "letters" in said and "^" not in said
