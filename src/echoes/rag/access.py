"""Which tiers a role may read: the one place where a role becomes a set of indices."""

from collections.abc import Sequence

from echoes.core.roles import DEFAULT_ACCESS, TIERS, AccessPolicy


def tiers_of(
    role: str, policy: AccessPolicy = DEFAULT_ACCESS, tiers: Sequence[str] = TIERS
) -> tuple[str, ...]:
    """The tiers that a role may read, in their order; none for a role that is not listed."""
    allowed = policy.get(role, frozenset())
    return tuple(tier for tier in tiers if tier in allowed)
