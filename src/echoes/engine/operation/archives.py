"""Archives of a storage: its files, and the versions that are played, in one compressed file."""

import errno
import os
import shutil
import stat
import tarfile
from pathlib import Path
from tempfile import NamedTemporaryFile

from echoes.core.errors import BadInput, StorageFailed
from echoes.core.files.writing import atomic_write

_VERSIONS = "puzzles"
"""The folder of the versions that are played; sessions can't be opened without theirs."""
_ROOT = "echoes"
_REMEDY = "Name an archive of `echoes storage backup`."


def pack(folder: Path, game_storage: Path, file: Path) -> None:
    """Write an archive, which is for nobody but its owner.

    Args:
        folder: holds the files of a storage.
        game_storage: holds the versions that are played.
        file: is made.
    Raises:
        BadInput: the file is there already, or can't be written.
    """
    try:
        if (game_storage / _VERSIONS).is_dir():
            shutil.copytree(game_storage / _VERSIONS, folder / _VERSIONS)
        # Whoever is killed meanwhile leaves no half archive under the name of a backup.
        if file.exists():
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST))
        with NamedTemporaryFile(dir=file.parent, prefix=f".{file.name}.") as raw:
            with tarfile.open(fileobj=raw, mode="w:gz") as archive:
                archive.add(folder, arcname=_ROOT)
            raw.flush()
            os.fsync(raw.fileno())
            os.link(raw.name, file)  # fails where another one was faster
    except OSError as error:
        raise BadInput(f"{file} can't be written ({error.strerror})", "Name another file.") from error


def unpack(file: Path, folder: Path) -> Path:
    """Read an archive into a folder, and return where the files of the storage are.

    Raises:
        BadInput: it is no such archive.
    """
    try:
        with tarfile.open(file) as archive:
            archive.extractall(folder, filter=_private)
    except (OSError, EOFError, tarfile.TarError) as error:
        raise BadInput(f"{file} can't be read ({error})", _REMEDY) from error
    if not (folder / _ROOT).is_dir():
        raise BadInput(f"{file} is no backup", _REMEDY)
    return folder / _ROOT


def _private(member: tarfile.TarInfo, folder: str) -> tarfile.TarInfo:
    """Refuse what `data_filter` refuses, and close the rest to everybody but its owner."""
    safe = tarfile.data_filter(member, folder)
    return safe.replace(mode=stat.S_IRUSR | stat.S_IWUSR | (stat.S_IXUSR if safe.isdir() else 0), deep=False)


def add_versions(folder: Path, game_storage: Path) -> None:
    """Add the versions of another storage to those that are there, which stay as they are.

    Args:
        folder: holds the files of that storage.
        game_storage: takes the versions.
    Raises:
        StorageFailed: they can't be written.
    """
    target = game_storage / _VERSIONS
    try:
        for path in (folder / _VERSIONS).rglob("*"):
            place = target / path.relative_to(folder / _VERSIONS)
            if path.is_file() and not place.exists():
                atomic_write(place, path.read_bytes(), private=True)
    except OSError as error:
        raise StorageFailed(f"{target} can't be written ({error.strerror})", "Make it writable.") from error
