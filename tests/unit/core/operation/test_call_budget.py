"""No call is started beyond a player's budget, and all that was spent is counted."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from echoes.core.errors import ModelFailed
from echoes.core.operation.call_budget import CALL_BUDGET, CallBudget, capped_calls, metered_calls
from echoes.core.operation.usage import Usage


@given(st.integers(0, 5), st.integers(0, 12))
def test_exactly_as_many_calls_as_allowed_are_made(allowed: int, wanted: int):
    budget, made = CallBudget(calls=allowed), 0
    for _ in range(wanted):
        try:
            budget.begin()
        except ModelFailed as error:
            assert error.kind == "budget" and budget.exhausted
            break
        made += 1
    assert made == budget.used.model_calls == min(allowed, wanted)


def test_tokens_are_counted_once_they_are_known_and_no_call_follows_then():
    budget = CallBudget(tokens=100)
    budget.begin()
    budget.end(Usage(prompt_tokens=90, completion_tokens=40))
    with pytest.raises(ModelFailed):
        budget.begin()
    assert (budget.used.prompt_tokens, budget.used.completion_tokens) == (90, 40)


def test_a_server_that_counts_backwards_gives_nothing_back():
    budget = CallBudget(tokens=100)
    budget.end(Usage(prompt_tokens=-500, completion_tokens=-1))
    assert budget.used.prompt_tokens == budget.used.completion_tokens == 0


def test_the_last_call_is_known():
    budget = CallBudget(calls=2)
    assert not budget.is_last
    budget.begin()
    assert budget.is_last
    assert not CallBudget().is_last


def test_a_cap_within_a_budget_counts_in_both():
    with metered_calls() as whole:
        with capped_calls(1) as capped:
            assert CALL_BUDGET.get() is capped
            capped.begin()
            with pytest.raises(ModelFailed):
                capped.begin()
        assert CALL_BUDGET.get() is whole
    assert whole.used.model_calls == 1


@pytest.mark.parametrize("whole", [CallBudget(calls=0), CallBudget(tokens=9, used=Usage(prompt_tokens=9))])
def test_a_cap_allows_no_more_than_the_budget_around_it(whole: CallBudget):
    running = CALL_BUDGET.set(whole)
    try:
        with capped_calls(None) as capped, pytest.raises(ModelFailed):
            capped.begin()
    finally:
        CALL_BUDGET.reset(running)
    assert whole.exhausted and capped.used.model_calls == 0


def test_a_cap_that_is_reached_leaves_the_budget_around_it_open():
    with metered_calls() as whole:
        with capped_calls(0) as capped, pytest.raises(ModelFailed):
            capped.begin()
        assert capped.exhausted and not whole.exhausted
