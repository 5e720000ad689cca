"""Writing a file so that a crash leaves either the old content or the new one."""

import os
import sys
import time
from contextlib import suppress
from pathlib import Path

_TRIES, _PAUSE_S = 50, 0.01


def atomic_write(path: Path, content: str | bytes) -> None:
    """Write a file as a whole or not at all; missing folders are made.

    Args:
        path: the file.
        content: bytes, or text to be written as UTF-8.

    Raises:
        OSError: it could not be written; the old content is untouched.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with draft.open("wb") as file:
            file.write(content.encode() if isinstance(content, str) else content)
            file.flush()
            os.fsync(file.fileno())
        _put(draft, path)
    except OSError:
        with suppress(OSError):
            draft.unlink(missing_ok=True)
        raise


def _put(draft: Path, path: Path) -> None:
    """Move a draft to a file's place; Windows refuses that while somebody reads the file."""
    for _ in range(_TRIES if sys.platform == "win32" else 0):
        with suppress(PermissionError):
            draft.replace(path)
            return
        time.sleep(_PAUSE_S)
    draft.replace(path)
