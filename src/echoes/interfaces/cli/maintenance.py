"""`echoes maintenance`: bring everything in line with the logs."""

import asyncio
import dataclasses
from typing import Any

from echoes.interfaces.cli.play import JsonOption


def maintenance(as_json: JsonOption = False) -> None:
    """Repair logs, count all games again, and remove what nothing leads to."""
    from echoes.core.plain_text import many
    from echoes.interfaces.cli.output import json_line

    async def run() -> Any:
        from echoes.app import open_engine
        from echoes.engine.maintenance import maintain

        async with open_engine() as engine:
            return await maintain(engine)

    done = dataclasses.asdict(asyncio.run(run()))
    if as_json:
        json_line(done)
        return
    for line in done["repaired"]:
        print(f"repaired: {line}")
    for line in done["damaged"]:
        print(f"damaged: {line}")
    print(f"{many(done['sessions'], 'session')}; counts put right: {many(done['recounted'], 'player')}.")
    print(
        f"Removed: what {many(done['orphans'], 'deleted session')} had left, "
        f"{many(done['versions'], 'old puzzle version')}, {many(done['knowledge_bases'], 'knowledge base')}."
    )
