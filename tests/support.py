"""What tests share that is no fixture."""

import json
import re
from pathlib import Path
from typing import Any

from echoes.engine.engine import GameEngine

ROOT = Path(__file__).parents[1]
BUNDLED = ROOT / "data" / "situation_puzzles"
LEAKS = ROOT / "data" / "leaks"

CANARY = re.compile(r"(?:\b|\\[nrt])zz[a-z]")
"""A word of the secret or hint tier of the canary puzzle."""


def canary_puzzle(**changes: Any) -> dict[str, Any]:
    """A small puzzle whose every secret field holds a word that stands nowhere else."""
    bell: dict[str, Any] = json.loads((LEAKS / "silent_bell.json").read_text("utf-8"))
    return {**bell, **changes}


def write_puzzle(folder: Path, puzzle: dict[str, Any], name: str | None = None) -> Path:
    """Write a puzzle file and return its path."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / (name or f"{puzzle['id']}_{puzzle['language']}.json")
    path.write_text(json.dumps(puzzle, ensure_ascii=False), encoding="utf-8")
    return path


async def say(engine: GameEngine, session_id: str, *messages: str) -> list[Any]:
    """Send messages and gather all events."""
    return [event for message in messages async for event in engine.handle_message(session_id, message)]
