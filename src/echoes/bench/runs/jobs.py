"""Jobs of a run: a bounded number at a time, and none that the run has done already."""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from echoes.bench.runs.benchmark import OnProgress, ignore_progress
from echoes.bench.runs.folder import Rows, RowT

Job = TypeVar("Job")


@dataclass(frozen=True)
class Execution(Generic[RowT]):
    """The way in which jobs are run.

    Attributes:
        rows: keeps each row, and has those of before; None keeps none.
        concurrency: jobs at a time.
        on_progress: is called after each job.
    """

    rows: Rows[RowT] | None = None
    concurrency: int = 1
    on_progress: OnProgress = ignore_progress


async def run_bounded(count: int, jobs: Sequence[Job], work: Callable[[Job], Awaitable[None]]) -> None:
    """Run jobs in their order, a bounded number at a time; the first error stops all, and is raised.

    Args:
        count: jobs at a time.
        jobs: the jobs.
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


def with_unique_keys(jobs: Sequence[Job], key: Callable[[Job], str]) -> dict[str, Job]:
    """Return jobs by their keys; from the second on, jobs of the same key are numbered."""
    found: dict[str, Job] = {}
    seen: Counter[str] = Counter()
    for job in jobs:
        own = key(job)
        seen[own] += 1
        found[own if seen[own] == 1 else f"{own} | {seen[own]}"] = job
    return found


async def run_jobs(
    jobs: Mapping[str, Job], work: Callable[[Job], Awaitable[RowT]], execution: Execution[RowT]
) -> list[RowT]:
    """Run the jobs that have no row yet.

    Args:
        jobs: by the keys under which their rows are kept.
        work: does one of them.
        execution: how they are run.
    Returns:
        A row for each job, in their order.
    """
    before: Mapping[str, RowT] = execution.rows.rows if execution.rows else {}
    rows = {key: before[key] for key in jobs if key in before}
    todo = [(key, job) for key, job in jobs.items() if key not in rows]
    execution.on_progress(len(rows), len(jobs))

    async def one(job: tuple[str, Job]) -> None:
        row = await work(job[1])
        rows[job[0]] = row
        if execution.rows:
            execution.rows.add(job[0], row)
        execution.on_progress(len(rows), len(jobs))

    await run_bounded(execution.concurrency, todo, one)
    return [rows[key] for key in jobs]
