"""So many jobs at once, and no more."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Sequence
from typing import TypeVar

Job = TypeVar("Job")


async def at_most(count: int, jobs: Sequence[Job], work: Callable[[Job], Awaitable[None]]) -> None:
    """Work on so many at once, in their order; the first error stops all, and is raised.

    Args:
        count: how many at once.
        jobs: what is to be done.
        work: does one of them.
    """
    waiting: Iterator[Job] = iter(jobs)

    async def worker() -> None:
        for job in waiting:
            await work(job)

    tasks = [asyncio.ensure_future(worker()) for _ in range(min(count, len(jobs)))]
    try:
        await asyncio.gather(*tasks)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
