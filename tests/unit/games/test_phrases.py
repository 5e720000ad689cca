"""Phrases of a game: one file, every language, English where a language is not there."""

from pathlib import Path

import pytest

from echoes.games.phrases import PhraseBook

TEXT = """
en: {greeting: "Good evening, {name}.", moods: {calm: calm}, go_cues: [walk, leave], cues: {go: [walk]}, forms: []}
zh: {greeting: "{name}，晚上好。", moods: {calm: 平静}, go_cues: [走], cues: {go: [走]}, forms: [[吗, 是, 不是]]}
"""


@pytest.fixture
def book(tmp_path: Path) -> PhraseBook:
    (tmp_path / "phrases.yaml").write_text(TEXT, "utf-8")
    return PhraseBook(tmp_path / "phrases.yaml")


def test_values_are_filled_in(book: PhraseBook):
    assert book.phrase("zh", "greeting", name="安") == "安，晚上好。"


def test_a_language_that_is_not_there_speaks_english(book: PhraseBook):
    assert book.phrase("fr", "greeting", name="Ann") == "Good evening, Ann."


def test_a_name_that_is_not_there_is_its_key(book: PhraseBook):
    assert [book.name_of("zh", "moods", mood) for mood in ("calm", "grim")] == ["平静", "grim"]


def test_phrases_are_sorted_by_their_form(book: PhraseBook):
    english, chinese = book.of_language("en"), book.of_language("zh")
    assert english.lists["go_cues"] == ["walk", "leave"] and chinese.list_groups == {"cues": {"go": ["走"]}}
    assert chinese.rows == {"forms": [["吗", "是", "不是"]]}
    assert chinese.names.keys() == {"moods"} and chinese.texts.keys() == {"greeting"}


def test_an_empty_list_has_each_form_that_a_list_may_have(book: PhraseBook):
    english = book.of_language("en")
    assert english.lists["forms"] == english.rows["forms"] == []
