"""Pauses of the collector of cycles while a long log is read and folded.

Its entries are many new objects without cycles, and are dropped by the end of it: to look through all that a
process holds each time some thousands were added takes longer than to read them.
"""

import gc
from collections.abc import Generator
from contextlib import contextmanager


@contextmanager
def collector_paused() -> Generator[None]:
    """Let no cycles be looked for meanwhile."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()
