"""The raw call counts against the budget of the task that makes it."""

from collections.abc import Iterator

import pytest
from tests.unit.models.fakes import FakeCompletion, outcome_of

from echoes.core.operation.call_budget import CALL_BUDGET, CallBudget
from echoes.core.operation.usage import Usage
from echoes.models.completion import Reply
from echoes.models.wrappers.call_budget import BudgetedCompletion


@pytest.fixture
def budget() -> Iterator[CallBudget]:
    budget = CallBudget(calls=2)
    token = CALL_BUDGET.set(budget)
    yield budget
    CALL_BUDGET.reset(token)


async def test_no_call_is_made_beyond_the_budget(budget: CallBudget):
    inner = FakeCompletion()
    outcomes = [await outcome_of(BudgetedCompletion(inner)) for _ in range(3)]
    assert (outcomes, inner.calls, budget.exhausted) == (["fine", "fine", "budget"], 2, True)


async def test_without_a_budget_nothing_is_refused():
    inner = FakeCompletion()
    assert [await outcome_of(BudgetedCompletion(inner)) for _ in range(3)] == ["fine"] * 3


async def test_reported_tokens_are_counted(budget: CallBudget):
    reply = Reply("fine", usage=Usage(model_calls=1, prompt_tokens=30, completion_tokens=4, elapsed_ms=5))
    await outcome_of(BudgetedCompletion(FakeCompletion(reply)))
    assert budget.used == Usage(model_calls=1, prompt_tokens=30, completion_tokens=4, elapsed_ms=5)


async def test_a_failure_that_cost_tokens_is_counted(budget: CallBudget):
    inner = FakeCompletion("unreadable", spent=Usage(model_calls=1, prompt_tokens=30))
    await outcome_of(BudgetedCompletion(inner))
    assert (budget.used.model_calls, budget.used.prompt_tokens) == (1, 30)
