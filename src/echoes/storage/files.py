"""What the files of a storage folder can suffer."""

from contextlib import suppress
from pathlib import Path

from echoes.core.errors import StorageFailed


def set_aside(path: Path) -> None:
    """Rename a damaged database and what belongs to it."""
    for part in (path, *(path.with_name(path.name + end) for end in ("-wal", "-shm"))):
        with suppress(OSError):
            part.rename(part.with_name(part.name + ".damaged"))


def unusable(folder: Path, error: Exception) -> StorageFailed:
    """The error that says that a folder can't be used."""
    return StorageFailed(
        f"the storage folder {folder} can't be used ({error})",
        "Make it writable, or name another with ECHOES__PATHS__GAME_STORAGE.",
    )
