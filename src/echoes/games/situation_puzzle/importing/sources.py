"""Files to import: those of folders and ZIP archives, none of them read beyond its bounds."""

import os
import stat
import zipfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from io import BytesIO
from pathlib import Path, PurePath

from echoes.core.errors import BadInput
from echoes.core.text.bilingual import Bilingual
from echoes.games.situation_puzzle.importing.limits import (
    MAX_ARCHIVE_MB,
    MAX_FILE_MB,
    MAX_FILES,
    MAX_RATIO,
    MEGABYTE,
    SMALL_MB,
)

ENDINGS = frozenset(
    ".json .jsonl .ndjson .csv .tsv .list .xlsx .yaml .yml .md .markdown .mdx .txt .html .htm .zip".split()
)
"""The endings of files that are read when they are found in a folder or archive."""
_LICENCE_FILES = frozenset({"license", "licence", "copying"})
_LICENCES = {
    "mit license": "MIT",
    "apache license": "Apache-2.0",
    "attribution 4.0": "CC-BY-4.0",
    "attribution-sharealike 4.0": "CC-BY-SA-4.0",
    "attribution-noncommercial 4.0": "CC-BY-NC-4.0",
    "attribution-noncommercial-sharealike 4.0": "CC-BY-NC-SA-4.0",
    "cc0 1.0": "CC0-1.0",
    "gnu general public license": "GPL",
    "bsd 3-clause": "BSD-3-Clause",
}
_LICENCE_HEAD = 400


class Unreadable(ValueError):
    """A file can't be read as what it claims to be; the message continues the file's name.

    Args:
        said: the message; `zh`: in Chinese.
    """

    def __init__(self, said: str, zh: str) -> None:
        super().__init__(said)
        self.said = Bilingual(said, zh)


@dataclass(frozen=True)
class SourceFile:
    """A file with its content.

    Attributes:
        name: as it is shown; of a member of an archive after the archive's name.
        path: names the file and the folders around it, also those inside an archive.
        named: whether it was named itself, not found in a folder or archive.
        licence: of the folder or archive around it, where that says it.
        error: why there is no content.
    """

    name: str
    path: PurePath
    content: bytes = b""
    named: bool = True
    licence: str = ""
    error: str = ""


def source_files(paths: Sequence[Path]) -> Iterator[SourceFile]:
    """Yield the files of paths, folders and archives, in a fixed order, one in memory at a time.

    Raises:
        BadInput: a path does not exist, or a folder holds nothing to read.
    """
    for path in paths:
        if not path.exists():
            raise BadInput(f"'{path}' does not exist", "Name a puzzle file or a folder with puzzle files.")
        if not path.is_dir():
            yield from _opened(path, path.name, named=True, licence="")
            continue
        found = _below(path)
        if not found:
            raise BadInput(
                f"'{path}' holds no puzzle file", "Name a puzzle file or a folder with puzzle files."
            )
        for file in found:
            licence = _licence_beside(file.parent) or _licence_beside(path)
            yield from _opened(file, str(file.relative_to(path)), named=False, licence=licence)


def _below(folder: Path) -> list[Path]:
    """Return the files of a folder that can be read, hidden ones left out."""
    found: list[Path] = []
    for where, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith((".", "__MACOSX")))
        paths = [Path(where) / name for name in sorted(names) if not name.startswith(".")]
        found += [path for path in paths if path.suffix.casefold() in ENDINGS]
        if len(found) > MAX_FILES:
            raise BadInput(f"'{folder}' holds more than {MAX_FILES} files", "Import its parts one by one.")
    return found


def _opened(path: Path, name: str, named: bool, licence: str) -> Iterator[SourceFile]:
    try:
        content = read_regular(path)
    except Unreadable as error:
        yield SourceFile(name, path.absolute(), named=named, error=error.said)
        return
    file = SourceFile(name, path.absolute(), content, named, licence)
    yield from _members(file) if path.suffix.casefold() == ".zip" else [file]


def read_regular(path: Path, max_mb: int = MAX_FILE_MB) -> bytes:
    """Return the content of a regular file.

    Raises:
        Unreadable: it is a device or a pipe, is too large, or can't be read.
    """
    try:
        # A pipe would wait for a writer, and it may take the file's place after a look at it.
        handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
        with os.fdopen(handle, "rb") as file:
            found = os.fstat(file.fileno())
            if not stat.S_ISREG(found.st_mode):
                raise Unreadable(
                    "is no regular file; copy its content into one", "不是普通文件，请把内容复制到一个文件里"
                )
            content = file.read(max_mb * MEGABYTE + 1)
    except OSError as error:
        raise Unreadable(f"can't be read ({error.strerror})", f"读不出来（{error.strerror}）") from None
    if len(content) > max_mb * MEGABYTE:
        raise Unreadable(f"is larger than {max_mb} MB; split it", f"超过 {max_mb} MB，请拆分")
    return content


def _members(file: SourceFile) -> Iterator[SourceFile]:
    """Yield the members of an archive that can be read."""
    try:
        with zipfile.ZipFile(BytesIO(file.content)) as archive:
            refuse_bombs(archive)
            infos = sorted((info for info in archive.infolist() if not info.is_dir()), key=_member_name)
            licence = next((_licence_in(archive, info) for info in infos if _is_licence(info)), "")
            for info in infos:
                path = PurePath(_member_name(info))
                if _hidden(path) or path.suffix.casefold() not in ENDINGS:
                    continue
                name, around = f"{file.name}/{path.as_posix()}", file.path / path
                if path.suffix.casefold() == ".zip":
                    error = Bilingual(
                        "is an archive in an archive; unpack it first", "是压缩包里的压缩包，请先解压"
                    )
                    yield SourceFile(name, around, named=False, error=error)
                else:
                    yield SourceFile(name, around, unpacked(archive, info), False, licence or file.licence)
    except (zipfile.BadZipFile, NotImplementedError, RuntimeError, EOFError, OSError) as error:
        reason = str(error).partition("\n")[0] or type(error).__name__
        yield SourceFile(
            file.name,
            file.path,
            named=file.named,
            error=Bilingual(f"is no ZIP archive ({reason})", f"不是 ZIP 压缩包（{reason}）"),
        )
    except Unreadable as error:
        yield SourceFile(file.name, file.path, named=file.named, error=error.said)


def refuse_bombs(archive: zipfile.ZipFile) -> None:
    """Refuse an archive that would unpack to far more than it is.

    Raises:
        Unreadable: it has too many members, is too large, or packs better than any text does.
    """
    infos = archive.infolist()
    if len(infos) > MAX_FILES:
        raise Unreadable(
            f"holds more than {MAX_FILES} files; split it", f"里面超过 {MAX_FILES} 个文件，请拆分"
        )
    for info in infos:
        packed_well = info.file_size > MAX_RATIO * max(1, info.compress_size)
        if packed_well and info.file_size > SMALL_MB * MEGABYTE:
            raise Unreadable(
                f"holds '{info.filename}', which unpacks to more than {MAX_RATIO} times its size: refused",
                f"里面的“{info.filename}”解压后是原来的 {MAX_RATIO} 倍以上，已拒绝",
            )
        if info.file_size > MAX_FILE_MB * MEGABYTE:
            raise Unreadable(
                f"holds '{info.filename}', which is larger than {MAX_FILE_MB} MB unpacked",
                f"里面的“{info.filename}”解压后超过 {MAX_FILE_MB} MB",
            )
    if sum(info.file_size for info in infos) > MAX_ARCHIVE_MB * MEGABYTE:
        raise Unreadable(
            f"is larger than {MAX_ARCHIVE_MB} MB unpacked; split it",
            f"解压后超过 {MAX_ARCHIVE_MB} MB，请拆分",
        )


def unpacked(archive: zipfile.ZipFile, info: zipfile.ZipInfo) -> bytes:
    """Return the content of a member, read no further than its own header promises."""
    with archive.open(info) as member:
        content = member.read(info.file_size + 1)
    if len(content) > info.file_size:
        raise Unreadable(
            f"holds '{info.filename}', which is larger than it says: refused",
            f"里面的“{info.filename}”比它声明的大，已拒绝",
        )
    return content


def _member_name(info: zipfile.ZipInfo) -> str:
    """Return the name of a member; old archives from China name theirs in GB18030 and do not say so."""
    if info.flag_bits & 0x800:
        return info.filename
    try:
        raw = info.filename.encode("cp437")
    except UnicodeEncodeError:
        return info.filename
    for encoding in ("utf-8", "gb18030"):
        try:
            return raw.decode(encoding)
        except UnicodeDecodeError:
            continue
    return info.filename


def _hidden(path: PurePath) -> bool:
    return any(part.startswith((".", "__MACOSX")) and part != ".." for part in path.parts)


def _is_licence(info: zipfile.ZipInfo) -> bool:
    return PurePath(info.filename).stem.casefold() in _LICENCE_FILES


def _licence_in(archive: zipfile.ZipFile, info: zipfile.ZipInfo) -> str:
    return _licence_named_in(unpacked(archive, info))


@lru_cache(maxsize=256)
def _licence_beside(folder: Path) -> str:
    for path in sorted(folder.iterdir()) if folder.is_dir() else ():
        if path.stem.casefold() in _LICENCE_FILES:
            try:
                return _licence_named_in(read_regular(path, 1))
            except Unreadable:
                return ""
    return ""


def _licence_named_in(content: bytes) -> str:
    """Return the short name of a licence from the first lines of its text; none where it is not known."""
    head = " ".join(content[:_LICENCE_HEAD].decode("utf-8", "replace").casefold().split())
    return next((short for phrase, short in _LICENCES.items() if phrase in head), "")
