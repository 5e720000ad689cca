"""Conditions, and what each takes from a character."""

from typing import Any, get_args

import pytest

from echoes.games.party.rules.impairments import IMPAIRMENTS, ConditionName, can_act, impairments
from echoes.games.party.view.condition_words import CONDITION_WORDS


@pytest.mark.parametrize(
    ("names", "acts"),
    [
        ((), True),
        (("poisoned", "prone"), True),
        (("incapacitated",), False),
        (("unconscious",), False),
        (("charmed", "stunned"), False),
    ],
)
def test_who_can_act(names: Any, acts: bool):
    assert can_act(names) == acts


def test_who_lies_there_is_struck_where_it_hurts():
    down = {name for name, one in IMPAIRMENTS.items() if one.struck}
    assert down == {"paralyzed", "unconscious"}


def test_effects_come_in_one_order_whatever_that_of_the_names():
    assert (
        impairments(["prone", "blinded"])
        == impairments({"blinded", "prone"})
        == [
            IMPAIRMENTS["blinded"],
            IMPAIRMENTS["prone"],
        ]
    )


def test_each_condition_has_effects_and_words_in_both_languages():
    names = {*get_args(ConditionName)}
    assert names == {*IMPAIRMENTS}
    assert all(names <= {*words} for words in CONDITION_WORDS.values())
