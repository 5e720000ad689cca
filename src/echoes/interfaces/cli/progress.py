"""A progress bar with the time that is left, for a person who waits."""

from collections.abc import Callable, Generator
from contextlib import contextmanager


@contextmanager
def progress(what: str) -> Generator[Callable[[int, int], None]]:
    """Shows a bar on standard error, where a person looks at it.

    Args:
        what: is counted.
    Returns:
        What is told how many are done, and of how many.
    """
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    console = Console(stderr=True)
    columns = (TextColumn(what), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task(what, total=None)

        def told(done: int, of: int) -> None:
            bar.update(task, completed=done, total=of)

        yield told
