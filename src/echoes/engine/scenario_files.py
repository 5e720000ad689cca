"""The files in which scenarios are kept, and their earlier versions."""

import shutil
import time
from pathlib import Path

from echoes.core.errors import StorageFailed
from echoes.core.files import atomic_write

_VERSIONS = "versions"
"""The folder beside the scenarios with a folder for each, of its earlier versions by number."""


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


def earlier_versions(path: Path) -> list[Path]:
    """Return the versions of a scenario's file that were overwritten or withdrawn, the oldest first."""
    folder = path.parent / _VERSIONS / path.stem
    return sorted(
        (file for file in folder.glob("*.json") if file.stem.isdecimal()), key=lambda one: int(one.stem)
    )


def keep_earlier(path: Path) -> None:
    """Keep a scenario's file among its earlier versions, before it is overwritten or withdrawn.

    Raises:
        StorageFailed: it can't be read, or the folder can't be written.
    """
    try:
        content = path.read_text("utf-8")
        kept = earlier_versions(path)
        if kept and kept[-1].read_text("utf-8") == content:
            return
    except FileNotFoundError:
        return
    except (OSError, UnicodeError) as error:
        raise StorageFailed(f"{path} can't be read ({error})", "Make it readable.") from error
    number = int(kept[-1].stem) + 1 if kept else 1
    write_scenario(path.parent / _VERSIONS / path.stem / f"{number:04}.json", content)


def drop_earlier(path: Path) -> None:
    """Remove the earlier versions of a scenario's file for good."""
    shutil.rmtree(path.parent / _VERSIONS / path.stem, ignore_errors=True)


def versioned_files(folder: Path) -> list[Path]:
    """Return the places of a folder's scenario files, those that were withdrawn among them."""
    kept = [folder / f"{versions.name}.json" for versions in (folder / _VERSIONS).glob("*_??")]
    return sorted({*folder.glob("*_??.json"), *(path for path in kept if earlier_versions(path))})


def glob_safe(name: str) -> str:
    """Return a pattern that finds the files of a name, whatever is in it."""
    return "".join(c if c.isalnum() or c in "_-" else "?" for c in name)
