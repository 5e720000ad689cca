"""Main line of a lineage: the one that counts among a session and all its forks."""

from collections.abc import Iterable, Mapping, Sequence

from echoes.engine.session_overview import SessionOverview


def chosen_lines(rows: Iterable[SessionOverview]) -> Mapping[str, str]:
    """Return the main line of each lineage where one was chosen: the latest choice holds."""
    chosen = [row for row in rows if row.main_line_choice]
    chosen.sort(key=lambda row: (row.main_line_choice, row.session_id))
    return {row.lineage: row.session_id for row in chosen}


def main_lines(rows: Sequence[SessionOverview]) -> Mapping[str, str]:
    """Return the main line of each lineage: the one that was chosen, else the first if it is there."""
    firsts = {row.lineage: row.session_id for row in rows if row.session_id == row.lineage}
    return {**firsts, **chosen_lines(rows)}


def next_choice(rows: Iterable[SessionOverview], lineage: str) -> int:
    """Return the number of the next choice in a lineage."""
    return 1 + max((row.main_line_choice for row in rows if row.lineage == lineage), default=0)
