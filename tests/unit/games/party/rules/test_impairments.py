"""Conditions, and what each takes from a character."""

from typing import Any, get_args

import pytest

from echoes.games.party.rules.impairments import IMPAIRMENTS, ConditionName, can_act, can_move, impairments
from echoes.games.party.view.condition_words import CONDITION_WORDS


@pytest.mark.parametrize(
    ("names", "acts", "moves"),
    [
        ((), True, True),
        (("poisoned", "prone"), True, True),
        (("grappled",), True, False),
        (("incapacitated",), False, True),
        (("unconscious",), False, False),
        (("charmed", "stunned"), False, False),
    ],
)
def test_who_can_act_and_who_can_move(names: Any, acts: bool, moves: bool):
    assert (can_act(names), can_move(names)) == (acts, moves)


def test_who_lies_there_is_struck_where_it_hurts_and_saves_nothing():
    down = {name for name, one in IMPAIRMENTS.items() if one.struck}
    assert down == {"paralyzed", "unconscious"}
    assert all(IMPAIRMENTS[name].failed_saves == ("strength", "dexterity") for name in down)  # type: ignore[index]


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
