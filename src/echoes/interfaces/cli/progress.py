"""A progress bar with the time that is left, for a person who waits."""

import os
import sys
from collections.abc import Callable, Generator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

_STANDARD_ERROR = 2
_BAR_AWAY = b"\r\x1b[K\x1b[?25h"
"""To the beginning of the line, remove it, show the cursor."""


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


def leave_bar() -> None:
    """Give the terminal back as it was, for a process that ends at once."""
    if os.isatty(_STANDARD_ERROR):
        os.write(_STANDARD_ERROR, _BAR_AWAY)
