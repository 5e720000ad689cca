"""So many jobs at once, and no more; and what a run has done already is not done again."""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from typing import TypeVar

from echoes.bench.runs.folder import Rows, RowT

OnItem = Callable[[int, int], None]
"""Is told how many are done, and of how many."""
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


def named(jobs: Sequence[Job], name: Callable[[Job], str]) -> dict[str, Job]:
    """Jobs by their names; what stands several times is numbered."""
    found: dict[str, Job] = {}
    seen: Counter[str] = Counter()
    for job in jobs:
        own = name(job)
        seen[own] += 1
        found[own if seen[own] == 1 else f"{own} | {seen[own]}"] = job
    return found


async def carry_out(
    jobs: Mapping[str, Job],
    work: Callable[[Job], Awaitable[RowT]],
    run: Rows[RowT] | None = None,
    concurrency: int = 1,
    on_item: OnItem = lambda done, of: None,
) -> list[RowT]:
    """Do what a run does not hold yet.

    Args:
        jobs: what is to be done, by the keys under which a run keeps it.
        work: does one of them.
        run: keeps each row, and has those of before; None keeps none.
        concurrency: jobs at once.
        on_item: is told of each.
    Returns:
        A row for each job, in their order.
    """
    before: Mapping[str, RowT] = run.rows if run else {}
    rows = {key: before[key] for key in jobs if key in before}
    todo = [(key, job) for key, job in jobs.items() if key not in rows]
    on_item(len(rows), len(jobs))

    async def one(job: tuple[str, Job]) -> None:
        row = await work(job[1])
        rows[job[0]] = row
        if run:
            run.add(job[0], row)
        on_item(len(rows), len(jobs))

    await at_most(concurrency, todo, one)
    return [rows[key] for key in jobs]
