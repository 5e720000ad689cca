"""Each kind of finding has words in both languages, with the same arguments."""

import string
from typing import Any

import pytest

from echoes.games.situation_puzzle.authoring import finding_texts
from echoes.games.situation_puzzle.authoring.finding_texts import finding

KINDS: dict[str, Any] = vars(finding_texts)["_KINDS"]


def names(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


@pytest.mark.parametrize("kind", KINDS)
def test_a_kind_is_told_in_both_languages_with_a_remedy(kind: str):
    english, chinese = (KINDS[kind].words[language] for language in ("en", "zh"))
    assert all(english) and all(chinese)
    assert any("\u4e00" <= char <= "\u9fff" for char in chinese[0])
    assert names("".join(chinese)) <= names("".join(english)) | {"count", "part"}


@pytest.mark.parametrize(
    ("kind", "told", "english", "chinese"),
    [
        ("few_of_a_kind", {"few": {"YES": 1, "NO": 0}}, "YES 1, NO 0", "是 1、不是 0"),
        ("holes", {"holes": {"who": 2}}, "who (2)", "who (2)"),
        ("unknown_place", {"place": "x", "known": ["who", "where"]}, "who, where", "who、where"),
        (
            "contradicts_puzzle",
            {"first": 1, "ruling": "NO", "text": "a", "other": "b"},
            "ruling 1 (NO)",
            "第 1 条裁定（不是）",
        ),
        ("language", {"field": "title", "language": "zh"}, "in 'zh'", "不是中文写的"),
    ],
)
def test_arguments_are_put_into_the_words_of_each_language(kind: str, told: Any, english: str, chinese: str):
    one = finding(kind, "rulings[1]", **told)
    assert english in one.worded("en").message
    assert chinese in one.worded("zh").message


def test_another_language_is_told_in_english():
    assert finding("no_hints").worded("fr") == finding("no_hints").worded("en")
