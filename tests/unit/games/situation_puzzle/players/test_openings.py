"""Opening questions fit every puzzle: they can be ruled on, and none stands twice."""

import pytest

from echoes.games.situation_puzzle.players.openings import ABOUT, OPENINGS
from echoes.language.reader import Form
from echoes.language.readers import reader_for


@pytest.mark.parametrize("language", ["en", "zh"])
def test_yes_or_no_can_answer_each_and_each_says_something_else(language: str):
    reader = reader_for(language)
    thing = {"en": "bell", "zh": "钟"}[language]
    asked = [*OPENINGS[language], *(text.format(thing) for text in ABOUT[language])]
    for text in asked:
        [clause] = reader.clauses(text)
        assert clause.form not in (Form.OPEN, Form.CHOICE) and clause.rulable, text
    assert len({reader.normalize(text) for text in asked}) == len(asked)


def test_both_languages_have_enough_for_a_game():
    assert min(map(len, OPENINGS.values())) >= 60 and OPENINGS.keys() == ABOUT.keys() == {"en", "zh"}
