"""Single words that make another question of one."""

import pytest

from echoes.games.situation_puzzle.referees.rules.word_differences import (
    adds_comparison,
    adds_manner,
    letters,
)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Is it the letter B?", {"B"}),
        ("Did I see a ship?", set[str]()),
        ("Was it A. B. Smith?", set[str]()),
        ("是字母A吗？", {"A"}),
    ],
)
def test_a_single_letter_is_named(text: str, found: set[str]):
    assert letters(text) == found


@pytest.mark.parametrize(
    ("text", "wording", "adds"),
    [
        ("Is there a lift?", "Is there more than one lift?", True),
        ("Are there more than two lifts?", "Is there more than one lift?", False),
        ("有电梯吗？", "电梯不止一部吗？", True),
        ("Is there more than one lift?", "Is there a lift?", False),
    ],
)
def test_a_number_that_only_the_wording_compares_is_added(text: str, wording: str, adds: bool):
    assert adds_comparison(text, wording) == adds


@pytest.mark.parametrize(
    ("text", "wording", "adds"),
    [
        ("Did he sink it?", "Did he sink it on purpose?", True),
        ("Did he intentionally sink it?", "Did he sink it on purpose?", False),
        ("他借给她了吗？", "他主动借给她的吗？", True),
        ("他是故意的吗？", "他是有意的吗？", False),
    ],
)
def test_a_manner_that_only_the_wording_tells_is_added(text: str, wording: str, adds: bool):
    assert adds_manner(text, wording) == adds
