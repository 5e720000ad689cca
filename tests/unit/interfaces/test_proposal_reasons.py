"""Reasons for a proposal, in words."""

from typing import Any, cast

import pytest

from echoes.engine.proposals import Proposal
from echoes.interfaces.proposal_reasons import reason_text


def proposal(reason: str, liked: tuple[str, ...] = ()) -> Proposal:
    return Proposal(cast("Any", None), 3, cast("Any", reason), None, liked=liked)


@pytest.mark.parametrize(
    ("reason", "liked", "lang", "said"),
    [
        ("open", (), "en", "you have begun it"),
        ("new", (), "en", ""),
        ("fitting", ("sea", "fog"), "en", "the level that suits you now; you have solved: sea, fog"),
        ("played", ("sea",), "en", "you have finished it before"),
        ("step_up", (), "zh", "比你解开过的难一级"),
        ("easier", (), "fr", "easier than your level"),
    ],
)
def test_a_reason_is_told_with_what_was_liked(reason: str, liked: tuple[str, ...], lang: str, said: str):
    assert reason_text(proposal(reason, liked), lang) == said
