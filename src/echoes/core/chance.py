"""Repeatable chance: each draw follows from the session's seed and from its purpose.

Undo, fork, retry and resume therefore get the same dice. The seed is in the trace of a session's first
entry and stays secret until the end. Its hash is public, so that anybody can check the draws afterwards.
"""

import hashlib
import secrets
from collections.abc import Iterator


def new_seed() -> str:
    """Return a seed that nobody can guess: 128 random bits, in hexadecimal."""
    return secrets.token_hex(16)


def hash_of(seed: str) -> str:
    """Return the hash of a seed, which may be shown before the end: SHA-256, in hexadecimal."""
    return hashlib.sha256(seed.encode()).hexdigest()


def roll(seed: str, key: str, count: int, sides: int) -> tuple[int, ...]:
    """Roll dice.

    Args:
        seed: the seed of the session.
        key: the purpose, such as `scene 2/lock/attempt 1`; the same key gives the same dice.
        count: the number of dice.
        sides: the number of sides of each, 1 to 65,536.
    Returns:
        `count` numbers from 1 to `sides`, uniformly distributed.
    Raises:
        ValueError: `sides` is out of range.
    """
    if not 1 <= sides <= _RANGE:
        raise ValueError(f"no die has {sides} sides")
    # Rejection sampling: numbers beyond the last whole multiple of `sides` would favour low results.
    fair = _RANGE - _RANGE % sides
    numbers = (number % sides + 1 for number in _stream(f"{seed}/{key}") if number < fair)
    return tuple(next(numbers) for _ in range(count))


_RANGE = 65_536


def _stream(name: str) -> Iterator[int]:
    """Yield endless numbers below `_RANGE`, by SHA-256 in counter mode."""
    counter = 0
    while True:
        block = hashlib.sha256(f"{name}/{counter}".encode()).digest()
        yield from (int.from_bytes(block[at : at + 2]) for at in range(0, len(block), 2))
        counter += 1
