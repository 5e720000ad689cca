"""The mapping of a role to the tiers that it may read; no other module decides this."""

from collections.abc import Sequence

from echoes.core.seats.roles import DEFAULT_ACCESS, TIERS, AccessPolicy


def readable_tiers(
    role: str, policy: AccessPolicy = DEFAULT_ACCESS, tiers: Sequence[str] = TIERS
) -> tuple[str, ...]:
    """Return the tiers that a role may read, in order; none for a role that the policy does not list."""
    allowed = policy.get(role, frozenset())
    return tuple(tier for tier in tiers if tier in allowed)
