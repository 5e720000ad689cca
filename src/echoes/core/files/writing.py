"""Files: written so that a crash leaves the old one or the new one, and kept from others."""

import logging
import os
import shutil
import stat
import sys
import time
from contextlib import suppress
from pathlib import Path

_TRIES, _PAUSE_S = 50, 0.01


_OTHERS = stat.S_IRWXG | stat.S_IRWXO
_noticed: list[Path] = []
"""The first that was found open to others; one notice is enough."""


def private_folder(path: Path) -> Path:
    """Make a folder, and those above it that are missing, for nobody but their owner.

    Args:
        path: of the folder; where it was open to others, it is closed to them.
    Returns:
        The path.
    Raises:
        OSError: it can't be made.
    """
    missing = [folder for folder in (path, *path.parents) if not folder.exists()]
    for folder in reversed(missing):
        folder.mkdir(mode=stat.S_IRWXU, exist_ok=True)
    close_to_others(path)
    return path


def private_file(path: Path) -> Path:
    """Make an empty file for nobody but its owner, where none is there yet.

    Args:
        path: of the file; where it was open to others, it is closed to them.
    Returns:
        The path.
    Raises:
        OSError: it can't be made.
    """
    with suppress(FileExistsError):  # closing a file would give up the locks that SQLite holds on it here
        os.close(private_opener(path, os.O_RDWR | os.O_CREAT | os.O_EXCL))
    close_to_others(path)
    return path


def private_opener(path: str | os.PathLike[str], flags: int) -> int:
    """Open a file, which is for nobody but its owner where it is new; an `opener` of `open`."""
    return os.open(path, flags, stat.S_IRUSR | stat.S_IWUSR)


def close_to_others(path: Path) -> None:
    """Take a file or folder from everybody but its owner, and say so once in the log.

    Nothing happens where there is no such file, or where the system knows no such rights.
    """
    if os.name != "posix":
        return
    said = "%s could be read by other users of this machine; it and what lies in it can't be any more"
    try:
        mode = stat.S_IMODE(path.stat().st_mode)
        if not mode & _OTHERS:
            return
        path.chmod(mode & ~_OTHERS)
    except FileNotFoundError:
        return
    except OSError:  # it is somebody else's, or lies where there are no rights
        said = "%s may be read by other users of this machine, and this one may not change that"
    if not _noticed:
        _noticed.append(path)
        logging.getLogger(__name__).warning(said, path)


def atomic_write(path: Path, content: str | bytes, private: bool = False) -> None:
    """Write a file as a whole or not at all; missing folders are made.

    Args:
        path: the file.
        content: bytes, or text to be written as UTF-8.
        private: whether the file, and folders that are made, are for nobody but their owner.

    Raises:
        OSError: it could not be written; the old content is untouched.
    """
    if private and not path.parent.exists():
        private_folder(path.parent)
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with open(draft, "wb", opener=private_opener if private else None) as file:
            file.write(content.encode() if isinstance(content, str) else content)
            file.flush()
            os.fsync(file.fileno())
        _put(draft, path)
    except OSError:
        with suppress(OSError):
            draft.unlink(missing_ok=True)
        raise


def is_file(path: Path) -> bool:
    """Return whether there is such a file; a name that no file can have is none."""
    try:
        return path.is_file()
    except OSError:  # too long a name
        return False


Stamp = tuple[int, int, int]
"""Inode, time of the last change and size: a file that was replaced has another."""


def stamp_of(path: Path) -> Stamp | None:
    """Return the stamp of a file; None where there is none.

    Raises:
        OSError: it can't be looked at.
    """
    try:
        status = path.stat()
    except (FileNotFoundError, NotADirectoryError):
        return None
    return status.st_ino, status.st_mtime_ns, status.st_size


def remove_folder(path: Path) -> None:
    """Remove a folder with all that is in it, unless it is gone.

    A thread may still be closing a file there: one that vanishes meanwhile does no harm, and Windows refuses
    for a moment.

    Args:
        path: of the folder.

    Raises:
        OSError: it can't be removed.
    """
    passing = (FileNotFoundError, PermissionError) if sys.platform == "win32" else (FileNotFoundError,)
    for _ in range(_TRIES):
        if not path.exists():
            return
        with suppress(*passing):
            shutil.rmtree(path)
            return
        time.sleep(_PAUSE_S)
    shutil.rmtree(path)


def _put(draft: Path, path: Path) -> None:
    """Move a draft to a file's place; Windows refuses that while somebody reads the file."""
    for _ in range(_TRIES if sys.platform == "win32" else 0):
        with suppress(PermissionError):
            draft.replace(path)
            return
        time.sleep(_PAUSE_S)
    draft.replace(path)
