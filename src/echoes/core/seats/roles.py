"""Roles, and the tiers of secrecy that they may read."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Final


class Role(StrEnum):
    """A part that a person, a model or code plays in a session of any kind of game."""

    PLAYER = "player"
    OBSERVER = "observer"
    NARRATOR = "narrator"
    REFEREE = "referee"


SUMMARIES: Final = "summaries"
"""The role of a model that sums up finished games."""
READER: Final = "reader"
"""The role of a model that reads a graph out of long passages."""
PLATFORM_MODEL_ROLES = (Role.PLAYER.value, SUMMARIES, READER)
"""The roles for which the platform itself asks a model; games add theirs (`GameType.model_roles`)."""


class Tier(StrEnum):
    """A tier of secrecy."""

    PUBLIC = "public"
    HINT = "hint"
    SECRET = "secret"


TIERS: tuple[str, ...] = tuple(Tier)
"""The tiers of a game that declares no others, the most public first."""

AccessPolicy = Mapping[str, frozenset[str]]
"""For each role the tiers that it may read; a role that is missing reads nothing.

Roles and tiers are ids: those above, and whatever else a game declares (`seat:2`, `character:mara`).
"""

DEFAULT_ACCESS: AccessPolicy = {
    Role.PLAYER: frozenset({Tier.PUBLIC}),
    Role.OBSERVER: frozenset({Tier.PUBLIC}),
    Role.NARRATOR: frozenset({Tier.PUBLIC}),
    Role.REFEREE: frozenset({Tier.PUBLIC, Tier.HINT, Tier.SECRET}),
}
"""Who reads what, unless a game type says otherwise."""
