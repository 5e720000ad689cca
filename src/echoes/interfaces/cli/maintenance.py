"""`echoes maintenance`: bring everything in line with the logs."""

import asyncio
import dataclasses
from typing import TYPE_CHECKING

from echoes.interfaces.cli.play import JsonOption

if TYPE_CHECKING:
    from echoes.engine.maintenance import MaintenanceReport


def maintenance(as_json: JsonOption = False) -> None:
    """Repair logs, recount all games, and remove leftovers."""
    from echoes.core.plain_text import pluralize
    from echoes.interfaces.cli.output import json_line

    async def run() -> "MaintenanceReport":
        from echoes.app import open_engine
        from echoes.engine.maintenance import maintain

        async with open_engine() as engine:
            return await maintain(engine)

    report = asyncio.run(run())
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
        f"{pluralize(report.knowledge_bases, 'knowledge base')}."
    )
