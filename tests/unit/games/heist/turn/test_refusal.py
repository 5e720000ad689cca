"""Refusals say nothing else."""

import pytest

from echoes.games.heist.turn.refusal import refuses


@pytest.mark.parametrize(
    ("language", "plain", "refused"),
    [("en", "no", True), ("en", "no thanks", True), ("en", "no, the grate", False), ("en", "know", False),
     ("zh", "不要", True), ("zh", "不要，翻墙过去", False)],
)  # fmt: skip
def test_a_refusal_says_nothing_else(language: str, plain: str, refused: bool):
    assert refuses(language, plain) is refused


def test_too_many_noes_may_mean_anything():
    assert refuses("en", "no no no")
    assert not refuses("en", "no no no no")
