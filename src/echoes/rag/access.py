"""Which tiers a role may read: the one place where a role becomes a set of indices."""

from echoes.core.roles import DEFAULT_ACCESS, AccessPolicy, Role, Tier


def tiers_of(role: Role, policy: AccessPolicy = DEFAULT_ACCESS) -> tuple[Tier, ...]:
    """The tiers that a role may read, most public first; none for a role that is not listed."""
    allowed = policy.get(role, frozenset())
    return tuple(tier for tier in Tier if tier in allowed)
