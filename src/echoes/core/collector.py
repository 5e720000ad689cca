"""Pauses of the collector of cycles while a long log is read and folded.

Its entries are many new objects without cycles, most of which are dropped by the end of it: to look through
them takes as long as to read them.
"""

import gc
from collections.abc import Generator
from contextlib import contextmanager


@contextmanager
def collector_paused() -> Generator[None]:
    """Let no cycles be looked for meanwhile, nor right after it among what was made."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.freeze()  # and back: what is new counts as old, without a look at it
            gc.unfreeze()
            gc.enable()
