"""Names that guests may take."""

import pytest

from echoes.core.errors import BadInput
from echoes.interfaces.web.visitors import LONGEST_NAME, guest_name


@pytest.mark.parametrize(
    "name",
    [
        *(
            "Referee",
            "the referee",
            "R e f e r e e",
            "Referee 2",
            "R\N{CYRILLIC SMALL LETTER IE}feree",
            "H0st",
        ),
        *("System", "Ana (host)", "AI player", "[АI Player 3]", "Ref\N{ZERO WIDTH SPACE}eree"),
        *("裁判", "裁 判", "小明（房主）", "AI 玩家", "系统", "旁白"),
    ],
)
def test_nobody_is_called_like_the_referee_or_anybody_else_who_is_no_guest(name: str):
    with pytest.raises(BadInput):
        guest_name(name)


@pytest.mark.parametrize("name", ["Ghost", "Ai", "Theo Hostetler", "访客 233", "小红", "Ana-Lena", "🐱"])
def test_other_names_are_free(name: str):
    assert guest_name(f" {name} ") == name


def test_what_can_not_be_seen_is_no_name():
    assert guest_name("\N{HANGUL FILLER}\N{ZERO WIDTH SPACE}") == ""
    assert len(guest_name("x" * 100)) == LONGEST_NAME
