"""Writing a file so that a crash leaves the old one or the new one."""

import os
from contextlib import suppress
from pathlib import Path


def write_whole(path: Path, content: str | bytes) -> None:
    """Write a file so that it is there as a whole or not at all; missing folders are made.

    Args:
        path: of the file.
        content: bytes, or text that is written as UTF-8.

    Raises:
        OSError: it could not be written; what was there before is untouched.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with draft.open("wb") as file:
            file.write(content.encode() if isinstance(content, str) else content)
            file.flush()
            os.fsync(file.fileno())
        draft.replace(path)
    except OSError:
        with suppress(OSError):
            draft.unlink(missing_ok=True)
        raise
