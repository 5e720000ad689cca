"""Names of persons in Chinese."""

import pytest

from echoes.language.chinese.names import person_names


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("你见过沃尔特吗", ["沃尔特"]),
        ("小郝在吗", ["小郝"]),
        ("王小明在哪", ["王小明"]),
        ("你见过海豹吗", []),
    ],
)
def test_names_are_found_with_the_word_before_a_surname(text: str, names: list[str]):
    assert person_names(text) == names
