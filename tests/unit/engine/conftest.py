"""Puzzles for the tests of the engine."""

from pathlib import Path

import pytest
from tests.support import canary_puzzle, write_puzzle


@pytest.fixture
def leveled_puzzles(bell: Path) -> Path:
    """Puzzles of difficulty 1 to 5, `p1` to `p5`, and the canary puzzle (3)."""
    for level in range(1, 6):
        write_puzzle(
            bell.parent, canary_puzzle(id=f"p{level}", title=f"P{level}", difficulty=level, tags=["sea"])
        )
    return bell.parent
