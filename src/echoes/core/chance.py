"""Chance that can be repeated: each draw follows from the session's seed and from what it is for.

So undo, fork, retry and resume meet the same dice. The seed stands in the trace of a session's first entry
and is secret until the end; its hash is public, so that anybody can check afterwards what was drawn.
"""

import hashlib
import secrets
from collections.abc import Iterator


def new_seed() -> str:
    """A seed that nobody can guess."""
    return secrets.token_hex(16)


def hash_of(seed: str) -> str:
    """Return the hash of a seed, which may be shown before the end: SHA-256, in hexadecimal."""
    return hashlib.sha256(seed.encode()).hexdigest()


def roll(seed: str, key: str, count: int, sides: int) -> tuple[int, ...]:
    """Dice.

    Args:
        seed: of the session.
        key: what they are for, such as `scene 2/lock/attempt 1`; the same key gives the same dice.
        count: how many.
        sides: of each, 1 to 65,536.
    Returns:
        Numbers from 1 to `sides`, each as likely as any other.
    """
    if not 1 <= sides <= _RANGE:
        raise ValueError(f"no die has {sides} sides")
    # What lies beyond the last whole multiple would favour low numbers, and is passed over.
    fair = _RANGE - _RANGE % sides
    numbers = (number % sides + 1 for number in _stream(f"{seed}/{key}") if number < fair)
    return tuple(next(numbers) for _ in range(count))


_RANGE = 65_536


def _stream(name: str) -> Iterator[int]:
    """Endless numbers below `_RANGE`, by SHA-256 in counter mode."""
    counter = 0
    while True:
        block = hashlib.sha256(f"{name}/{counter}".encode()).digest()
        yield from (int.from_bytes(block[at : at + 2]) for at in range(0, len(block), 2))
        counter += 1
