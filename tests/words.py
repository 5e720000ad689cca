"""Reading of free words in tests: by the reader that the engine lends to every game."""

import asyncio
from collections.abc import Callable, Coroutine, Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from echoes.games.reading.reader import WordReader
from echoes.models.providers.embedded import EmbeddedEmbeddings

Value = TypeVar("Value")
READER = WordReader(EmbeddedEmbeddings)


def finished(work: Callable[[], Coroutine[Any, Any, Value]]) -> Value:
    """Return what a coroutine returns, whether or not a loop is running."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(lambda: asyncio.run(work())).result()


def is_right_or_asked(taken: str, asked: Iterable[str], meant: str) -> bool:
    """Return whether a move that is meant is made, or is among what is asked back; no other may be made."""
    return taken == meant or (not taken and meant in asked)
