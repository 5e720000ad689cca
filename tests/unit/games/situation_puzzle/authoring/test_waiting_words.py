"""Words on what waits: both languages say the same things, with the same gaps."""

import string

from echoes.games.situation_puzzle.authoring.waiting_words import WAITING_WORDS


def gaps(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


def test_both_languages_have_the_same_keys_and_the_same_gaps():
    english, chinese = WAITING_WORDS["en"], WAITING_WORDS["zh"]
    assert english.keys() == chinese.keys()
    assert {key: gaps(text) for key, text in english.items()} == {
        key: gaps(text) for key, text in chinese.items()
    }


def test_headings_are_not_mixed_up():
    for words in WAITING_WORDS.values():
        headings = [text for key, text in words.items() if key.startswith("group_")]
        assert len({*headings}) == len(headings)
