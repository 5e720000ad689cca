"""Lead-ins and tags around an English question go; words that mean something stay."""

import pytest

from echoes.language.english.lead_ins import without_lead_ins


@pytest.mark.parametrize(
    "asked",
    [
        "so, did he swap the umbrellas",
        "okay, my theory is that did he swap the umbrellas",
        "let me guess: did he swap the umbrellas",
        "did he swap the umbrellas, right?",
        "did he swap the umbrellas, yes or no?",
        "did he swap the umbrellas, please?",
        "well, did he swap the umbrellas or not?",
        "is it possible that did he swap the umbrellas",
    ],
)
def test_what_adds_nothing_goes(asked: str):
    assert without_lead_ins(asked) == "did he swap the umbrellas"


@pytest.mark.parametrize(
    "asked",
    [
        "did he turn right?",
        "did he get it right?",
        "did the soup please?",
        "so",
        "or not",
        "was it the right one",
    ],
)
def test_what_means_something_stays(asked: str):
    assert without_lead_ins(asked) == asked


def test_frames_fall_off_one_after_the_other():
    assert (
        without_lead_ins("ok, so i think that maybe he swapped the umbrellas") == "he swapped the umbrellas"
    )
