"""Stored runs: read from their folders, and reported from these alone."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from echoes.bench.runs.folder import read_plan, read_rows
from echoes.bench.runs.kinds import RunKind, run_kind
from echoes.bench.runs.plan import RunPlan
from echoes.bench.runs.report import Report
from echoes.core.errors import BadInput, UnknownName


def report_of(folder: Path) -> Report:
    """Compute the report of a run.

    Raises:
        BadInput: the folder holds no run, or one that can't be read.
    """
    plan, kind, rows = read_run(folder)
    if not rows:
        raise BadInput(f"the run in {folder} has finished nothing yet", "Let it go on first.")
    try:
        return kind.report(plan, [*rows.values()])
    except (KeyError, TypeError, ValueError, AttributeError) as error:  # whatever a damaged plan makes of it
        raise BadInput(
            f"the plan of the run in {folder} can't be read ({error})", "It is damaged; make the run anew."
        ) from None


def read_run(folder: Path) -> tuple[RunPlan, RunKind[Any], Mapping[str, object]]:
    """Read a run: its plan, its kind, and its rows by their keys.

    Raises:
        BadInput: the folder holds no run, or one that can't be read.
    """
    plan = read_plan(folder)
    try:
        kind = run_kind(str(plan.get("kind")))
    except UnknownName as error:
        raise BadInput(
            f"{folder} holds a run that is not known here ({error.problem})", error.remedy
        ) from None
    return plan, kind, read_rows(folder, kind.form)
