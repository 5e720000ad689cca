"""What tests share that is no fixture."""

import json
import re
from pathlib import Path
from typing import Any

from echoes.engine.engine import GameEngine

ROOT = Path(__file__).parents[1]
BUNDLED = ROOT / "data" / "situation_puzzles"

CANARY = re.compile(r"\bzz[a-z]")
"""A word of the secret or hint tier of the canary puzzle."""


def canary_puzzle(**changes: Any) -> dict[str, Any]:
    """A small puzzle whose every secret field holds a word that stands nowhere else."""
    return {
        "id": "silent_bell",
        "title": "The Silent Bell",
        "language": "en",
        "statement": "A sexton climbs the tower and does not ring the bell. The village is thankful.",
        "answer": "Snow lay on the slope zzanswer. The sexton feared that the ringing would loose an avalanche.",
        "facts": [
            {
                "id": "zzfactid1",
                "statement": "The ringing would have loosed an avalanche zzfactone.",
                "core": True,
            },
            {"id": "zzfactid2", "statement": "Snow lay on the slope zzfacttwo.", "core": True},
        ],
        "hints": [{"text": "Think of the season zzhintone."}, {"text": "Look up the slope zzhinttwo."}],
        "rulings": [
            {"texts": ["Was the bell broken?"], "ruling": "NO", "facts": ["zzfactid1"], "open": True},
            {"text": "Did the sexton fear the sound?", "ruling": "YES", "facts": ["zzfactid1"]},
            {"text": "Was there zzguarded snow on the slope?", "ruling": "YES", "facts": ["zzfactid2"]},
            {"text": "Is the sexton old?", "ruling": "IRRELEVANT", "open": True},
        ],
        "cast": [{"name": "the sexton", "aliases": ["he", "the bell ringer"]}],
        **changes,
    }


def write_puzzle(folder: Path, puzzle: dict[str, Any], name: str | None = None) -> Path:
    """Write a puzzle file and return its path."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / (name or f"{puzzle['id']}_{puzzle['language']}.json")
    path.write_text(json.dumps(puzzle, ensure_ascii=False), encoding="utf-8")
    return path


async def say(engine: GameEngine, session_id: str, *messages: str) -> list[Any]:
    """Send messages and gather all events."""
    return [event for message in messages async for event in engine.handle_message(session_id, message)]
