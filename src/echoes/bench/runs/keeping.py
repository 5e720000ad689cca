"""Keeping a run: its folder is opened, its rows are written as they come, its report at the end."""

from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from typing import TypeVar

from echoes.bench.runs.folder import RowT, RunFolder
from echoes.bench.runs.kinds import RunKind

FoundT = TypeVar("FoundT")


async def keep_run(
    out: Path | None,
    plan: Callable[[], Mapping[str, object]],
    kind: RunKind[RowT],
    work: Callable[[RunFolder[RowT] | None], Awaitable[FoundT]],
) -> FoundT:
    """Do the work of a run; where a folder is named, keep the run there and write its report.

    Args:
        out: the folder; None keeps nothing.
        plan: returns the content of `run.json`; is called only where it is kept.
        kind: of the run.
        work: does what the run does not hold yet.
    Returns:
        The result of `work`.
    """
    if out is None:
        return await work(None)
    with RunFolder(out, plan(), kind.form) as run:
        found = await work(run)
        if run.rows:
            kind.report(run.plan, [*run.rows.values()]).write(run.folder)
        return found
