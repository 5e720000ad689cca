"""The size of a model, as far as its name tells it."""

import re

_SIZE = re.compile(r"(?:(\d+)x)?(\d+(?:\.\d+)?)([bm])(?![a-z])", re.IGNORECASE)


def billions_in(name: str) -> float | None:
    """Return the parameters, in billions, that a model's name tells, such as `qwen3:8b`; None for none."""
    if (found := _SIZE.search(name)) is None:
        return None
    experts, size, unit = found.groups()
    return int(experts or 1) * float(size) / (1 if unit.lower() == "b" else 1000)
