"""Jobs run a bounded number at a time, and none that has a row is run again."""

import asyncio

import pytest

from echoes.bench.runs.jobs import Execution, run_bounded, run_jobs, with_unique_keys


@pytest.mark.parametrize("count", [1, 3, 50])
async def test_never_more_than_allowed_run_at_once_and_all_run_in_their_order(count: int):
    running, most, begun = 0, 0, list[int]()

    async def work(job: int) -> None:
        nonlocal running, most
        begun.append(job)
        running += 1
        most = max(most, running)
        await asyncio.sleep(0)
        running -= 1

    await run_bounded(count, range(10), work)
    assert begun == [*range(10)]
    assert most == min(count, 10)


async def test_the_first_error_stops_all_and_is_raised():
    done = list[int]()

    async def work(job: int) -> None:
        await asyncio.sleep(0)
        if job == 2:
            raise KeyError(job)
        done.append(job)

    with pytest.raises(KeyError):
        await run_bounded(1, range(10), work)
    assert done == [0, 1]


async def test_what_has_a_row_is_not_run_again_and_rows_come_in_order():
    class Kept:
        def __init__(self) -> None:
            self.rows = {"b": "old b"}

        def add(self, key: str, row: str) -> None:
            self.rows[key] = row

    kept, ran = Kept(), list[str]()

    async def work(job: str) -> str:
        ran.append(job)
        return f"new {job}"

    told = list[tuple[int, int]]()
    execution = Execution(kept, 2, lambda done, count: told.append((done, count)))  # type: ignore[arg-type]
    assert await run_jobs({key: key for key in "cba"}, work, execution) == ["new c", "old b", "new a"]
    assert sorted(ran) == ["a", "c"] and kept.rows.keys() == {*"abc"}
    assert told[0] == (1, 3) and told[-1] == (3, 3)


def test_jobs_of_one_key_are_numbered():
    assert with_unique_keys(["a", "b", "a", "a"], str.upper).keys() == {"A", "B", "A | 2", "A | 3"}
