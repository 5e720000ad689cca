"""A progress bar with the time that is left, for a person who waits."""

import os
import sys
from collections.abc import Callable, Generator
from contextlib import contextmanager, suppress
from typing import NoReturn

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

_STANDARD_ERROR = 2
_BAR_AWAY, _CURSOR = b"\r\x1b[K", b"\x1b[?25h"
"""To the beginning of the line and remove it; show the cursor."""
_STOPPED = b"echoes: stopped. The same command goes on from here.\n"
_INTERRUPTED = 130


@contextmanager
def progress(what: str) -> Generator[Callable[[int, int], None]]:
    """Shows a bar on standard error, where a person looks at it.

    Args:
        what: is counted.
    Returns:
        What is told how many are done, and of how many.
    """
    console = Console(stderr=True)
    columns = (TextColumn(what), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    # What goes into a pipe is left alone; lines for the same terminal are printed above the bar.
    shared = sys.stdout.isatty()
    off = not console.is_terminal
    with Progress(*columns, console=console, transient=True, disable=off, redirect_stdout=shared) as bar:
        task = bar.add_task(what, total=None)

        def told(done: int, of: int) -> None:
            bar.update(task, completed=done, total=of)

        yield told


def stop_at_once(*_: object) -> NoReturn:
    """End the process on a signal, with a line that says so, where what is done is whole.

    A thread that computes or asks would be waited for. A handler may have interrupted whoever holds a lock of
    the console, so that it writes to the file itself.
    """
    with suppress(RuntimeError, OSError, ValueError):  # it was just being written to, or is gone
        (sys.__stdout__ or sys.stdout).flush()
    before, after = (_BAR_AWAY, _CURSOR) if os.isatty(_STANDARD_ERROR) else (b"", b"")
    with suppress(OSError):
        os.write(_STANDARD_ERROR, before + _STOPPED + after)
    os._exit(_INTERRUPTED)
