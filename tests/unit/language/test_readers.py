"""What holds for the readers of all languages."""

import pytest

from echoes.language.readers import reader_for


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "is she a cop? \U0001f693"),
        ("en", "is she a cop?❤️ \U0001f46e\U0001f3fd‍♀️"),
        ("zh", "她是警察吗？\U0001f693"),
    ],
)
def test_an_emoji_behind_a_question_makes_it_no_second_one(language: str, said: str):
    reader, asked = reader_for(language), said[: said.index("?" if language == "en" else "？") + 1]
    assert reader.clauses(said) == reader.clauses(asked)
    assert reader.normalize(said) == reader.normalize(asked)


def test_an_emoji_within_a_question_is_a_word_of_it():
    reader = reader_for("en")
    assert reader.clauses("Is it a \U0001f693?") != reader.clauses("Is it a?")


@pytest.mark.parametrize(
    ("text", "gives_back"), [("他要她还钱吗？", True), ("他还了钱吗？", True), ("他还有钱吗？", False)]
)
def test_a_character_that_is_read_in_two_ways_is_a_verb_before_what_is_given_back(
    text: str, gives_back: bool
):
    [clause] = reader_for("zh").clauses(text)
    assert clause.keyword_form and ("还" in clause.keyword_form.words) == gives_back
