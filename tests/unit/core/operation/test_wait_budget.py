"""The calls of a turn share one time to wait: many slow ones do not add up beyond twice the limit."""

import asyncio

from echoes.core.operation.wait_budget import WaitBudget, current_wait_budget, shared_wait_budget


def test_a_single_call_may_take_the_limit_and_all_together_no_more():
    budget = WaitBudget()
    assert budget.left_s(5) == 5
    budget.waited_s = 3
    assert budget.left_s(5) == 2
    budget.waited_s = 5.5
    assert budget.left_s(5) < 0


def test_the_write_has_as_much_time_again_and_what_follows_has_what_is_left_of_it():
    budget = WaitBudget(waited_s=4.5, writes=True)
    assert budget.left_s(5) == 5
    budget.waited_s = 9.5
    assert budget.left_s(5) == 0.5


def test_calls_outside_of_a_turn_share_nothing():
    current_wait_budget().waited_s = 100
    assert current_wait_budget().waited_s == 0


async def test_what_a_turn_begins_shares_its_time_and_what_outlasts_it_does_not():
    begun, ended = asyncio.Event(), asyncio.Event()
    seen = list[float]()

    async def work() -> None:
        seen.append(current_wait_budget().waited_s)
        begun.set()
        await ended.wait()
        seen.append(current_wait_budget().waited_s)

    with shared_wait_budget() as budget, shared_wait_budget() as within:
        assert within is budget
        budget.waited_s = 7
        working = asyncio.create_task(work())
        await begun.wait()
    assert current_wait_budget() is not budget
    ended.set()
    await working
    assert seen == [7, 0]
