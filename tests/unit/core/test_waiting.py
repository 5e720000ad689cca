"""The calls of a turn share one time to wait: many slow ones do not add up beyond twice the limit."""

import asyncio

from echoes.core.waiting import Waiting, current_waiting, shared_waiting


def test_a_single_call_may_take_the_limit_and_all_together_no_more():
    waiting = Waiting()
    assert waiting.left_s(5) == 5
    waiting.waited_s = 3
    assert waiting.left_s(5) == 2
    waiting.waited_s = 5.5
    assert waiting.left_s(5) < 0


def test_the_write_has_as_much_time_again_and_what_follows_has_what_is_left_of_it():
    waiting = Waiting(waited_s=4.5, writes=True)
    assert waiting.left_s(5) == 5
    waiting.waited_s = 9.5
    assert waiting.left_s(5) == 0.5


def test_calls_outside_of_a_turn_share_nothing():
    current_waiting().waited_s = 100
    assert current_waiting().waited_s == 0


async def test_what_a_turn_begins_shares_its_time_and_what_outlasts_it_does_not():
    begun, ended = asyncio.Event(), asyncio.Event()
    seen = list[float]()

    async def work() -> None:
        seen.append(current_waiting().waited_s)
        begun.set()
        await ended.wait()
        seen.append(current_waiting().waited_s)

    with shared_waiting() as waiting, shared_waiting() as within:
        assert within is waiting
        waiting.waited_s = 7
        working = asyncio.create_task(work())
        await begun.wait()
    assert current_waiting() is not waiting
    ended.set()
    await working
    assert seen == [7, 0]
