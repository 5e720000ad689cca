"""The usual ways to ask whether something exists or matters are recognised, whatever it is."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from echoes.language.english.frames import match_frame

THINGS = st.sampled_from(["a crime", "the weather", "money", "another person", "the colour of the boat"])


@given(
    THINGS,
    st.sampled_from(
        [
            "is there {}",
            "is {} involved",
            "does the story involve {}",
            "is it about {}",
            "was {} part of the story",
        ]
    ),
)
def test_whether_something_exists(thing: str, asked: str):
    assert match_frame(asked.format(thing)) == ("exist", thing)


@given(
    THINGS,
    st.sampled_from(
        ["is {} important", "does {} matter", "does {} play a role", "does {} have anything to do with it"]
    ),
)
def test_whether_something_matters(thing: str, asked: str):
    assert match_frame(asked.format(thing)) == ("matter", thing)


def test_whether_it_matters_that_something_is_so():
    assert match_frame("does it matter that he was late") == ("matter that", "he was late")
    assert match_frame("is it really important that he was late") == ("matter that", "he was late")
    assert match_frame("is it really raining") == ("", "is it really raining")


@pytest.mark.parametrize(
    ("asked", "plain"),
    [
        ("did he do it on purpose", "did he do it deliberately"),
        ("was it by mistake", "was it accidentally"),
        ("was it @a who took it", "did @a took it"),
        ("was @a the one who took it", "did @a took it"),
        ("is @a the one who spoke", "is @a the one who spoke"),
    ],
)
def test_other_questions_are_only_brought_into_one_form(asked: str, plain: str):
    assert match_frame(asked) == ("", plain)
