"""Text from outside is made harmless, and its words stay."""

import unicodedata

from hypothesis import given
from hypothesis import strategies as st

from echoes.core.text.plain_text import clean, hidden_characters


@given(st.text())
def test_nothing_invisible_is_left(text: str):
    kept = clean(text)
    assert all(c in "\n\t" or unicodedata.category(c)[0] != "C" for c in kept)
    assert clean(kept) == kept


def test_direction_overrides_are_named():
    assert clean("a\u202eb\x00c") == "abc"
    assert "RIGHT-TO-LEFT OVERRIDE" in hidden_characters("a\u202eb")


def test_what_keys_and_pasting_send_to_a_terminal_goes_as_a_whole():
    assert clean("\x1b[200~was it\x1b[A stolen?\x1b[201~\x1b[1;5C") == "was it stolen?"
    assert clean("[A] \x1b and [200~") == "[A]  and [200~"


@given(st.text(alphabet="abc 是不?？é"))
def test_words_stay_as_typed(text: str):
    assert clean(text) == text.strip()
