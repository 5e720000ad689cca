"""Knowledge bases: one index per puzzle and visibility tier.

Retrievers and tools are bound to a role and search only the tiers that the role may read.
"""
