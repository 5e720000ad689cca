"""The size of a model, as far as its name tells it."""

import re

_SIZE = re.compile(r"(?<![a-z0-9.])[ea]?(?:(\d+)x)?(\d+(?:\.\d+)?)([bm])(?![a-z0-9])", re.IGNORECASE)
_FEWEST_MILLIONS = 10
"""A smaller number of millions is the length of a context."""


def billions_in(name: str) -> float | None:
    """Return the parameters, in billions, that a model's name tells, such as `qwen3:8b`; None for none."""
    sizes = [
        int(experts or 1) * float(size) / (1 if unit.lower() == "b" else 1000)
        for experts, size, unit in _SIZE.findall(name)
        if unit.lower() == "b" or float(size) >= _FEWEST_MILLIONS
    ]
    return max(sizes, default=None)
