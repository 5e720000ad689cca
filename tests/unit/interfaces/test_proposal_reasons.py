"""Reasons for a proposal, in words."""

from typing import Any, cast

import pytest

from echoes.engine.players.proposals import Proposal
from echoes.interfaces.proposal_reasons import reason_text


def proposal(reason: str, liked: tuple[str, ...] = ()) -> Proposal:
    return Proposal(cast("Any", None), 3, cast("Any", reason), None, liked=liked)


@pytest.mark.parametrize(
    ("reason", "liked", "lang", "said"),
    [
        ("open", (), "en", "you have begun it"),
        ("new", (), "en", ""),
        ("fitting", ("sea", "fog"), "en", "suits your level; like others you have solved (sea, fog)"),
        ("played", ("sea",), "en", "you have finished it before"),
        ("step_up", ("海", "雾"), "zh", "比你的水平难一级；和你解开过的题相似（海、雾）"),
        ("easier", (), "fr", "easier than your level"),
    ],
)
def test_a_reason_is_told_with_what_was_liked(reason: str, liked: tuple[str, ...], lang: str, said: str):
    assert reason_text(proposal(reason, liked), lang) == said
