"""The roles of a situation puzzle, and what each may read."""

from typing import Final

from echoes.core.roles import DEFAULT_ACCESS, AccessPolicy, Tier

HINT_MASTER: Final = "hint_master"
"""The role that writes further hints; it never reads the solution."""

PUZZLE_ACCESS: AccessPolicy = {**DEFAULT_ACCESS, HINT_MASTER: frozenset({Tier.PUBLIC, Tier.HINT})}
"""Who reads what of a situation puzzle."""
