"""Any run's report, computed from its folder alone."""

from pathlib import Path

from echoes.bench.players.report import player_report
from echoes.bench.referees.report import referee_report
from echoes.bench.referees.rulings import rows_of
from echoes.bench.runs.folder import read_plan, read_rows_of
from echoes.bench.runs.report import Report
from echoes.core.errors import BadInput


def report_of(folder: Path) -> Report:
    """The report of a run.

    Raises:
        BadInput: the folder holds no run.
    """
    plan, rows = read_plan(folder), read_rows_of(folder)
    if not rows:
        raise BadInput(f"the run in {folder} has finished nothing yet", "Let it go on first.")
    if plan["kind"] == "players":
        return player_report(plan, rows)
    return referee_report(plan, rows_of(rows))
