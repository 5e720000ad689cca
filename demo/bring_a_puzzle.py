"""Ingest a puzzle file, and ask about the puzzle as its author.

It works in a temporary folder and leaves nothing behind. Run it with the environment that `make play` made:
.venv/bin/python demo/bring_a_puzzle.py
"""

import asyncio
import tempfile
from pathlib import Path

from echoes import game_context, ingest, load_config, open_engine, rule_once

PUZZLE = Path(__file__).parent / "puzzles" / "silent_bell_en.json"


async def main(folder: Path) -> None:
    """Ingest the puzzle, then rule on three texts.

    Args:
        folder: where the data and indices are kept.
    """
    config = load_config()
    config.paths.data = folder / "data"
    config.paths.rag_storage = folder / "rag_storage"
    config.paths.game_storage = folder / "game_storage"
    async with open_engine(config) as engine:
        for result in await ingest(engine, [PUZZLE]):
            print(result.status, result.kb_id, result.notes)
        context = await game_context(engine, "silent_bell")
        for text in ("Was the bell broken?", "He feared an avalanche.", "Was there snow?"):
            answer = await rule_once(context.referee, text)
            print(text, "→", answer.ruling or [option.text for option in answer.options])


with tempfile.TemporaryDirectory() as name:
    asyncio.run(main(Path(name)))
