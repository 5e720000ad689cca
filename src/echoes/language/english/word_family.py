"""English word families: words that differ in an ending only."""

_STEM = 5
_SHORT_STEM = 3
_OF_NOUNS = frozenset(("", "ness", "ful", "less"))
"""Endings that no other word has by chance: dry, dryness."""
_ENDINGS = frozenset(
    """
    s es d ed r er or t e y ing ion ions ment ness ly al ful ist ity ance ence able ous p per ping ped
    """.split()
) | {""}


def same_family(one: str, other: str) -> bool:
    """Return whether two words differ in a known ending only: kidnap, kidnapper."""
    shared = next(
        (n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other))
    )
    ends = {one[shared:], other[shared:]}
    return ends <= _ENDINGS if shared >= _STEM else shared >= _SHORT_STEM and "" in ends and ends <= _OF_NOUNS
