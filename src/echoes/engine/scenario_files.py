"""The files in which scenarios are kept."""

import time
from pathlib import Path

from echoes.core.errors import StorageFailed
from echoes.core.files import atomic_write


def modified_at(path: Path) -> float:
    """Return the time at which a file was changed; now where it is gone."""
    try:
        return path.stat().st_mtime
    except OSError:
        return time.time()


def write_scenario(path: Path, text: str) -> None:
    """Write a file as a whole.

    Raises:
        StorageFailed: the folder can't be written.
    """
    try:
        atomic_write(path, text, private=True)  # a puzzle holds its solution
    except OSError as error:
        raise StorageFailed(
            f"{path} can't be written ({error.strerror})", "Free space, or make the folder writable."
        ) from error
