"""Names at the beginning of a text: the longest counts, whole, and one that two share counts for nobody."""

import pytest

from echoes.games.party.turn.addressing import addressed

NAMES = {
    "tobit": ("Brother Tobit", "Brother", "tobit"),
    "marek": ("Brother Marek", "Brother", "marek"),
    "pip": ("Pip Larkin", "Pip", "pip"),
    "yisha": ("伊莎", "yisha"),
    "master": ("the master", "master"),
}


@pytest.mark.parametrize(
    ("text", "who", "rest"),
    [
        ("Brother Marek I did it", "marek", "I did it"),
        ("brother tobit: I did it", "tobit", "I did it"),
        ("Brother I did it", "", ""),
        ("Pip, hello", "pip", "hello"),
        ("Pippin hello", "", ""),
        ("Pip's a liar", "", ""),
        ("masterfully done", "", ""),
        ("伊莎我看见了", "yisha", "我看见了"),
        ("Pip你好", "pip", "你好"),
        ("nobody at all", "", ""),
    ],
)
def test_who_is_addressed(text: str, who: str, rest: str):
    assert addressed(text, NAMES) == (who, rest)
