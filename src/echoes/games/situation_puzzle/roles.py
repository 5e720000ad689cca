"""The roles of a situation puzzle, and what each may read."""

from enum import StrEnum
from typing import Final

from echoes.core.seats.roles import DEFAULT_ACCESS, AccessPolicy, Role, Tier


class PuzzleRole(StrEnum):
    """The roles of a situation puzzle: those of every game, and the one that writes further hints."""

    PLAYER = Role.PLAYER
    OBSERVER = Role.OBSERVER
    NARRATOR = Role.NARRATOR
    HINT_MASTER = "hint_master"
    REFEREE = Role.REFEREE


HINT_MASTER: Final = PuzzleRole.HINT_MASTER

DRAFT_ROLES = ("author", "questioner", "judge")
"""The roles of the models that draft a puzzle: one writes, one asks, one rules."""

PUZZLE_ACCESS: AccessPolicy = {**DEFAULT_ACCESS, HINT_MASTER: frozenset({Tier.PUBLIC, Tier.HINT})}
"""Who reads what of a situation puzzle; the hint master never reads the solution."""
