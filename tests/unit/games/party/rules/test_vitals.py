"""Life at the table: hit points stay within their bounds, and three saves decide."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from echoes.games.party.rules.vitals import (
    Vitals,
    death_save,
    heal,
    hurt,
    in_full_health,
    is_down,
    is_dying,
    shield,
    stabilize,
)

STEPS = st.one_of(
    st.tuples(st.just(hurt), st.integers(-3, 40)),
    st.tuples(st.just(heal), st.integers(-3, 40)),
    st.tuples(st.just(shield), st.integers(0, 10)),
    st.tuples(st.just(death_save), st.integers(1, 20)),
)


@given(st.integers(1, 30), st.lists(STEPS, max_size=30))
def test_whatever_happens_hit_points_stay_within_their_bounds(most: int, steps: list[tuple[object, int]]):
    vitals = in_full_health(most)
    for step, value in steps:
        before, vitals = vitals, step(vitals, value)  # pyright: ignore
        assert 0 <= vitals["hit_points"] <= most
        assert 0 <= vitals["successes"] < 3 and 0 <= vitals["failures"] <= 3
        assert vitals["dead"] == (vitals["failures"] == 3) or vitals["dead"]
        assert not before["dead"] or vitals["dead"], "nobody comes back from the dead"
        assert not (vitals["dead"] and vitals["hit_points"])


def after(*faces: int) -> Vitals:
    vitals = hurt(in_full_health(10), 12)
    for face in faces:
        vitals = death_save(vitals, face)
    return vitals


def test_who_falls_is_dying_and_three_successes_end_the_danger():
    assert is_dying(after()) and is_dying(after(10, 11))
    assert after(10, 11, 12)["stable"] and not is_dying(after(10, 11, 12))
    assert is_down(after(10, 11, 12)), "stable, and still down"


def test_three_failures_are_the_end_and_a_1_counts_twice():
    assert not after(9, 9)["dead"]
    assert after(9, 9, 2)["dead"] and after(1, 9)["dead"]


def test_a_20_gets_up_with_one_hit_point():
    vitals = after(9, 9, 20)
    assert (vitals["hit_points"], vitals["failures"]) == (1, 0)


def test_a_blow_to_who_lies_there_is_a_failed_save_and_a_critical_one_two():
    assert hurt(after(), 1)["failures"] == 1 and hurt(after(), 1, critical=True)["failures"] == 2
    assert hurt(after(10, 11, 12), 1)["stable"] is False, "and who was stable is in danger again"


@pytest.mark.parametrize(("damage", "dead"), [(19, False), (20, True)])
def test_a_blow_with_the_whole_maximum_left_over_kills_at_once(damage: int, dead: bool):
    assert hurt(in_full_health(10), damage)["dead"] is dead


def test_temporary_hit_points_are_lost_first_and_do_not_add_up():
    vitals = shield(shield(in_full_health(10), 5), 3)
    assert hurt(vitals, 4) == {**in_full_health(10), "temporary": 1}
    assert hurt(vitals, 7)["hit_points"] == 8


def test_healing_gets_up_who_is_down_and_never_goes_over_the_maximum():
    assert heal(after(9), 4)["hit_points"] == 4 and not is_dying(heal(after(9), 4))
    assert heal(in_full_health(10), 4)["hit_points"] == 10


def test_only_who_is_dying_can_be_stabilized():
    assert stabilize(after(9))["stable"]
    assert stabilize(in_full_health(10)) == in_full_health(10)
