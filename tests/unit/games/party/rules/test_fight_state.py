"""Fights: everybody acts once a round, and every fight ends."""

from hypothesis import given
from hypothesis import strategies as st

from echoes.games.party.rules.fight_state import (
    MOST_ROUNDS,
    Fight,
    Fighter,
    Side,
    begin_fight,
    come_back,
    current_fighter,
    fight_outcome,
    has_lost_heart,
    leave_fight,
    next_turn,
    still_standing,
)


def fighter(side: Side, initiative: int = 10, nimble: int = 10) -> Fighter:
    return {"side": side, "initiative": initiative, "nimble": nimble, "out": False, "fled": False}


def fight(foes: int = 2) -> Fight:
    some = {f"thug {n}": fighter("foes", 12 - n) for n in range(1, foes + 1)}
    return begin_fight("ford", {"wren": fighter("party", 15), "tam": fighter("party", 5), **some})


def test_the_order_is_that_of_the_rolls_and_ties_have_one_order():
    tied = {"b": fighter("foes"), "a": fighter("foes"), "c": fighter("party"), "d": fighter("foes", 10, 12)}
    assert begin_fight("x", tied)["order"] == ["d", "c", "a", "b"]
    assert fight()["order"] == ["wren", "thug 1", "thug 2", "tam"]


def test_everybody_who_is_in_it_acts_once_a_round():
    now = leave_fight(fight(), "thug 1")
    turns = [(now["round"], current_fighter(now))]
    for _ in range(4):
        now = next_turn(now)
        turns.append((now["round"], current_fighter(now)))
    assert turns == [(1, "wren"), (1, "thug 2"), (1, "tam"), (2, "wren"), (2, "thug 2")]


def test_it_is_won_lost_fled_or_talked_out():
    won = leave_fight(leave_fight(fight(), "thug 1"), "thug 2", fled=True)
    lost = leave_fight(leave_fight(fight(), "wren"), "tam")
    fled = leave_fight(leave_fight(fight(), "wren"), "tam", fled=True)
    assert (fight_outcome(won), fight_outcome(lost), fight_outcome(fled)) == ("won", "lost", "fled")
    assert fight_outcome({**fight(), "talked": True}) == "talked"
    assert fight_outcome(fight()) is None
    assert fight_outcome(come_back(lost, "tam")) is None


@given(st.integers(1, 3), st.integers(1, 50))
def test_no_fight_goes_on_for_ever(foes: int, rounds: int):
    now = begin_fight("x", fight(foes)["fighters"], rounds)
    turns = 0
    while fight_outcome(now) is None:
        now, turns = next_turn(now), turns + 1
    assert fight_outcome(now) == "broken_off"
    assert turns == min(rounds, MOST_ROUNDS) * len(now["order"])


def test_foes_run_when_few_enough_are_left_but_never_before_the_first_is_gone():
    assert not has_lost_heart(fight(1), 1.0)
    assert has_lost_heart(leave_fight(fight(2), "thug 1"), 0.5)
    assert not has_lost_heart(leave_fight(fight(3), "thug 1"), 0.5)
    assert still_standing(leave_fight(fight(3), "thug 1"), "foes") == ["thug 2", "thug 3"]
