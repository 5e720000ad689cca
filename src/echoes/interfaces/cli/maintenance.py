"""`echoes maintenance`: bring everything in line with the logs."""

import dataclasses

from echoes.core.text.plain_text import pluralize
from echoes.engine.operation.maintenance import maintain
from echoes.interfaces.cli.options import JsonOption
from echoes.interfaces.cli.output import json_line
from echoes.interfaces.cli.with_engine import with_engine


def maintenance(as_json: JsonOption = False) -> None:
    """Repair logs, recount all games, and remove leftovers."""
    report = with_engine(maintain)
    if as_json:
        json_line(dataclasses.asdict(report))
        return
    for line in report.repaired:
        print(f"repaired: {line}")
    for line in report.damaged:
        print(f"damaged: {line}")
    sessions, players = pluralize(report.sessions, "session"), pluralize(report.recounted, "player")
    print(f"{sessions}; counts put right: {players}.")
    print(
        f"Removed: what {pluralize(report.orphans, 'deleted session')} had left, "
        f"{pluralize(report.versions, 'old puzzle version')}, "
        f"{pluralize(report.indexed_versions, 'indexed version')}, "
        f"{pluralize(report.knowledge_bases, 'knowledge base')}."
    )
