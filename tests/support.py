"""What tests share that is no fixture."""

import asyncio
import json
import os
import re
import shutil
import subprocess
import time
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from echoes.core.log.entries import Entry
from echoes.core.log.event_kinds import EventKinds
from echoes.core.log.events import Event
from echoes.engine.engine import GameEngine
from echoes.games.situation_puzzle.events import PUZZLE_EVENTS

KINDS = EventKinds({"situation_puzzle": PUZZLE_EVENTS}.get)
"""By which logs of puzzles are read."""
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


def committed() -> list[str]:
    """The paths of all files that belong to the project.

    A source archive has no git; there it is what came with it, and what was made since by other names.
    """
    if (ROOT / ".git").exists() and shutil.which("git"):
        listed = subprocess.run(
            ["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True
        )
        return [path for path in listed.stdout.split("\0") if (ROOT / path).is_file()]
    folders = [ROOT / name for name in (".ci", "config", "data", "demo", "docs", "src", "tests")]
    files = [path for folder in folders for path in folder.rglob("*") if "__pycache__" not in path.parts]
    return [str(path.relative_to(ROOT)) for path in [*ROOT.iterdir(), *files] if path.is_file()]


async def eventually(condition: Callable[[], object], deadline_s: float = 60.0) -> None:
    """Wait until something holds that another thread or process brings about.

    Args:
        condition: is asked again and again; the value is looked at for its truth.
        deadline_s: so generous that only what never comes reaches it.
    Raises:
        AssertionError: it did not come to hold.
    """
    deadline = time.monotonic() + deadline_s
    while not condition():
        assert time.monotonic() < deadline, f"it did not come to hold within {deadline_s} s"
        await asyncio.sleep(0.01)


_LIBRARIES = {
    "chroma": ("chromadb", "chroma"),
    "lightrag": ("lightrag", "graph"),
    "minirag": ("minirag", "minirag"),
}
_NOT_IN_DEV = {"minirag"}


def provider_or_skip(name: str) -> str:
    """Return the name of a RAG provider, unless its library is missing where it may be.

    On CI only what the extra `dev` leaves out may be missing.
    """
    library, extra = _LIBRARIES.get(name, (None, ""))
    if library and find_spec(library) is None and ("CI" not in os.environ or extra in _NOT_IN_DEV):
        pytest.skip(f"{library} is not installed; the extra `{extra}` brings it")
    return name


async def say(engine: GameEngine, session_id: str, *messages: str) -> list[Any]:
    """Send messages and gather all events."""
    return [event for message in messages async for event in engine.handle_message(session_id, message)]


def event(**data: Any) -> Event:
    """An event of a puzzle as a log of session `s` holds it."""
    envelope = {"event_id": "s-1", "session_id": "s", "turn": 0, "timestamp": "2026-01-01T00:00:00+00:00"}
    return KINDS.read({**envelope, **data}, "situation_puzzle")


def entry(trace: dict[str, Any] | None = None, **data: Any) -> Entry:
    """An entry of a puzzle's log, with what is noted beside its event."""
    happened = event(**data)
    return Entry(happened, None if trace is None else happened.trace_type.model_validate(trace))
