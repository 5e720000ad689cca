"""A name is what is left of the words by which it is given; few words are pronouns."""

import pytest

from echoes.language.given_names import are_pronouns, given_name


@pytest.mark.parametrize(
    ("said", "name"),
    [
        ("Call her Mirabel Tack", "Mirabel Tack"),
        ("my name is Will Sable.", "Will Sable"),
        ("I’m “Sable”, please", "Sable"),
        ("Callum Imre", "Callum Imre"),
        ("叫我沈三更吧", "沈三更"),
        ("沈三更", "沈三更"),
    ],
)
def test_a_name_is_kept_without_the_words_around_it(said: str, name: str):
    assert given_name(said) == name


def test_pronouns_are_short_and_perhaps_between_slashes():
    assert all(map(are_pronouns, ("she", "they/them", "he / him", "她", "ta们")))
    assert not any(map(are_pronouns, ("look at me", "阿潮", "")))
