"""A question that was answered YES, said as a claim."""

import pytest

from echoes.games.situation_puzzle.players.claims import as_claim


@pytest.mark.parametrize(
    ("language", "question", "claim"),
    [
        ("en", "Did he ring the bell?", "He ring the bell."),
        ("en", "Was the bell broken?", "The bell was broken."),
        ("en", "Is the man in the tower deaf?", "The man in the tower is deaf."),
        ("en", "Was she afraid of anything?", "She was afraid of something."),
        ("en", "He was deaf", "He was deaf."),
        ("en", "Why", "Why."),
        ("zh", "他是不是聋了？", "他是聋了。"),
        ("zh", "钟是坏的吗？", "钟是坏的。"),
        ("zh", "有没有人听见？", "有人听见。"),
    ],
)
def test_a_question_becomes_the_claim_that_yes_confirms(language: str, question: str, claim: str):
    assert as_claim(question, language) == claim
