"""A compound English question is taken apart only where each part stands by itself."""

import pytest

from echoes.language.english.compounds import alternatives_of, parts_of, pieces_of
from echoes.language.english.morphology import is_noun, is_verb, shortest_lemma


def parts(body: str) -> list[str]:
    return parts_of(body, shortest_lemma, is_verb)


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("was @a ill and did @b know it", ["was @a ill", "did @b know it"]),
        ("did @a take the umbrella and leave", ["did @a take the umbrella", "did @a leave"]),
        ("did @a and @b know it", ["did @a know it", "did @b know it"]),
        ("were @a and @b asleep", ["was @a asleep", "was @b asleep"]),
        (
            "did @a lie, and did @b know it, and was @c there",
            ["did @a lie", "did @b know it", "was @c there"],
        ),
    ],
)
def test_parts_are_sentences_of_their_own(body: str, expected: list[str]):
    assert parts(body) == expected


@pytest.mark.parametrize(
    "body",
    [
        "did @a and @b meet",  # one thing that two do together
        "did @a want to take it and leave",  # the second is part of the wish
        "did @a leave",
        "did @a go and did @b go and did @c go and did @d go",
    ],
)
def test_what_belongs_together_stays_together(body: str):
    assert parts(body) == []


@pytest.mark.parametrize(
    "body", ["did @a leave because it rained and he was late", "if it rained and he left"]
)
def test_a_cause_or_a_condition_is_not_taken_apart(body: str):
    assert pieces_of(body) == []


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("was it a cat or a dog", ["was it a cat", "was it a dog"]),
        ("did @a sell it or give it away", ["did @a sell it", "did @a give it away"]),
        ("did @a leave", []),
    ],
)
def test_an_or_joins_questions(body: str, expected: list[str]):
    assert alternatives_of(body, shortest_lemma, is_verb, is_noun) == expected
