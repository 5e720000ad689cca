"""The event log as JSON lines: one file per session, to which lines are only appended."""

import os
import time
from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager, suppress
from importlib import import_module
from pathlib import Path
from typing import BinaryIO

from pydantic_core import to_json

from echoes.core.errors import StorageFailed
from echoes.core.files.writing import close_to_others, private_folder, private_opener
from echoes.core.log.entries import Entry
from echoes.core.log.event_kinds import EventKinds
from echoes.core.log.event_log import TornEnd
from echoes.storage.log_scan import LogLineParser, Scan, intact_entries, scan_log, scan_parts
from echoes.storage.session_ids import SAFE_ID, checked_id, unknown_session
from echoes.storage.sqlite.database_files import unusable_folder

# Windows would write line ends of its own; it and macOS have no fdatasync.
_APPEND = os.O_RDWR | os.O_CREAT | os.O_APPEND | getattr(os, "O_BINARY", 0)
_flush = getattr(os, "fdatasync", os.fsync)


class JsonlEventLog:
    """The log in `events/<session_id>.jsonl`, one entry per line.

    The entries of one message are one write, which is flushed to the disk before anything is shown. Each
    entry says how many entries of its write follow. An incomplete write, as a crash can leave it, is
    therefore recognized and ignored; nobody has seen it.

    Args:
        folder: the folder of the files; made at the first append.
        kinds: the kinds of events.
    """

    waits = False

    def __init__(self, folder: Path, kinds: EventKinds) -> None:
        self._folder, self._kinds = folder, kinds

    def append(self, session_id: str, entries: Sequence[Entry], position: int | None = None) -> int:
        """Write entries, all or none, and return the position after them.

        Args:
            session_id: the session.
            entries: the entries of one write.
            position: the position at which the log must be, from `position`; None for any.
        Raises:
            StorageFailed: nothing was written.
        """
        data = b"".join(to_json(entry.to_json()) + b"\n" for entry in entries)
        path = self._path(session_id)
        try:
            private_folder(self._folder)
            handle = private_opener(path, _APPEND)
            close_to_others(path)
            try:
                end = self._write(path, handle, data, position)
            finally:
                os.close(handle)
            if end == len(data):
                _flush_folder(self._folder)
            return end
        except OSError as error:
            raise StorageFailed(
                f"the session could not be saved ({error.strerror or error})",
                "Free space, make the storage folder writable or name another with "
                "ECHOES__PATHS__GAME_STORAGE, then send the message again.",
            ) from error

    def _write(self, path: Path, handle: int, data: bytes, position: int | None) -> int:
        # The lock of the session is a separate file, which may be removed. This one locks the log itself.
        with _exclusive_lock(handle), _removed_if_empty(path, handle):
            intact = os.fstat(handle).st_size
            if (position is not None and position != intact) or not os.fstat(handle).st_nlink:
                raise StorageFailed(
                    "the session was written by another process meanwhile", "Send the message again."
                )
            try:
                written = os.write(handle, data)
                if written < len(data):
                    raise OSError(28, "no space left on device")
                _flush(handle)
            except OSError:
                os.ftruncate(handle, intact)
                raise
            return intact + len(data)

    def read(self, session_id: str) -> list[Entry]:
        """Return all entries in order; a torn end, which nobody has seen, is left out.

        Raises:
            UnknownName: no such session.
            StorageFailed: a line can't be read, and intact ones follow it.
        """
        return intact_entries(session_id, self._scan(session_id), "the file")

    def parts(self, session_id: str) -> Iterator[tuple[list[Entry], int]]:
        """Return all entries as `read` does, a part at a time."""
        return self._parts(session_id, self._bytes(session_id))

    def _parts(self, session_id: str, data: bytes) -> Generator[tuple[list[Entry], int]]:
        end = 0
        for scan in scan_parts(data, LogLineParser(self._kinds, session_id), 0):
            end = scan.end
            yield intact_entries(session_id, scan, "the file"), end
        if end < len(data):
            yield [], -1

    def read_intact(self, session_id: str) -> list[Entry]:
        """Return all entries before the first that can't be read.

        Raises:
            UnknownName: no such session.
        """
        return self._scan(session_id).entries

    def tail(self, session_id: str, since: int) -> tuple[list[Entry], int]:
        """Return the complete writes after a position, and where they end; all if the file was replaced."""
        try:
            with self._path(session_id).open("rb") as file:
                if since and not _at_line_start(file, since):
                    since = 0
                scan = scan_log(*self._read_from(file, session_id, since), since)
        except FileNotFoundError:
            raise unknown_session(session_id) from None
        except OSError as error:
            raise _failed(session_id, "read", error) from error
        return scan.entries, scan.end

    def repair(self, session_id: str, since: int = 0) -> tuple[list[Entry], int, TornEnd | None]:
        """Read a log, and set a torn end aside, so that the next append follows an intact entry.

        The caller holds the session's lock.

        Args:
            session_id: the session.
            since: the position to read from, from `position` when the log was intact.
        Returns:
            The entries, the position after them, and the torn end, if there was one.
        Raises:
            UnknownName: no such session.
            StorageFailed: the file can't be written, or is damaged in the middle.
        """
        path = self._path(session_id)
        try:
            with path.open("r+b") as file, _exclusive_lock(file.fileno()):
                if since and not _at_line_start(file, since):
                    since = 0  # the file is not the one that was read before
                data, reader = self._read_from(file, session_id, since)
                scan = scan_log(data, reader, since)
                torn = len(data) - (scan.end - since)
                if scan.torn and not scan.newer and torn:
                    with open(path.with_suffix(".torn"), "ab", opener=private_opener) as aside:
                        aside.write(data[-torn:])
                        aside.flush()
                        os.fsync(aside.fileno())
                    file.truncate(scan.end)
                    os.fsync(file.fileno())
        except FileNotFoundError:
            raise unknown_session(session_id) from None
        except OSError as error:
            raise StorageFailed(
                f"the log of session '{session_id}' can't be repaired ({error.strerror})",
                "Free space, make the storage folder writable, or name another with "
                "ECHOES__PATHS__GAME_STORAGE.",
            ) from error
        if scan.newer or not scan.torn:
            self.read(session_id)  # the whole file tells which line it is
        return scan.entries, scan.end, TornEnd(torn, f"{path.stem}.torn") if torn else None

    def _scan(self, session_id: str) -> Scan:
        return scan_log(self._bytes(session_id), LogLineParser(self._kinds, session_id), 0)

    def _bytes(self, session_id: str) -> bytes:
        try:
            return self._path(session_id).read_bytes()
        except FileNotFoundError:
            raise unknown_session(session_id) from None
        except OSError as error:
            raise _failed(session_id, "read", error) from error

    def _read_from(self, file: BinaryIO, session_id: str, since: int) -> tuple[bytes, LogLineParser]:
        """Return the bytes after a position, and the reader of their lines."""
        file.seek(0)
        first = file.readline() if since else b""
        file.seek(since)
        return file.read(), LogLineParser(self._kinds, session_id, first)

    def position(self, session_id: str) -> int:
        """Return the size of the log in bytes; 0 if there is none."""
        try:
            return self._path(session_id).stat().st_size
        except OSError:
            return 0

    def held_position(self, session_id: str) -> int:
        """Return the position; there is nothing to wait for."""
        return self.position(session_id)

    def age(self, session_id: str) -> float:
        """Return the seconds since a log was last written; 0 for no log."""
        try:
            return max(0.0, time.time() - self._path(session_id).stat().st_mtime)
        except OSError:
            return 0.0

    def sessions(self) -> list[str]:
        """Return the ids of all sessions, oldest first."""
        return [*self.positions()]

    def positions(self) -> dict[str, int]:
        """Return the sizes of all logs in bytes, oldest first.

        Raises:
            StorageFailed: the folder can't be read.
        """
        found: list[tuple[int, str, int]] = []
        try:
            with suppress(FileNotFoundError), os.scandir(self._folder) as files:
                for file in files:
                    name, _, ending = file.name.rpartition(".")
                    with suppress(FileNotFoundError):  # deleted meanwhile
                        if ending == "jsonl" and SAFE_ID.fullmatch(name):
                            found.append((file.stat().st_mtime_ns, name, file.stat().st_size))
        except OSError as error:
            raise unusable_folder(self._folder.parent, error) from error
        return {session_id: size for _, session_id, size in sorted(found)}

    def drop_torn(self) -> None:
        """Remove the torn ends of logs that were deleted."""
        for path in self._folder.glob("*.torn"):
            if not path.with_suffix(".jsonl").exists():
                path.unlink(missing_ok=True)

    def delete(self, session_id: str) -> None:
        """Remove the log of a session and its torn end, if there are any."""
        path = self._path(session_id)
        try:
            path.unlink(missing_ok=True)
            path.with_suffix(".torn").unlink(missing_ok=True)
        except OSError as error:
            raise _failed(session_id, "deleted", error) from error

    def _path(self, session_id: str) -> Path:
        return self._folder / f"{checked_id(session_id)}.jsonl"


def _at_line_start(file: BinaryIO, offset: int) -> bool:
    file.seek(offset - 1)
    return file.read(1) == b"\n"


@contextmanager
def _exclusive_lock(handle: int) -> Generator[None]:
    """Lock an open file against other writers.

    Windows has no such lock on a file that others keep reading. It needs none: an open file can't be removed
    there, so nobody can remove the session's own lock file.
    """
    try:
        fcntl = import_module("fcntl")
    except ImportError:
        yield
        return
    fcntl.flock(handle, fcntl.LOCK_EX)
    yield  # closing the file releases the lock


def _failed(session_id: str, done: str, error: OSError) -> StorageFailed:
    return StorageFailed(
        f"session '{session_id}' can't be {done} ({error.strerror})",
        "Make the storage folder readable and writable, or name another with ECHOES__PATHS__GAME_STORAGE.",
    )


@contextmanager
def _removed_if_empty(path: Path, handle: int) -> Generator[None]:
    """Remove a new file to which nothing could be written; it is locked, so that nobody else writes."""
    try:
        yield
    except (OSError, StorageFailed):
        if not os.fstat(handle).st_size and os.fstat(handle).st_nlink:
            with suppress(PermissionError):  # Windows removes no open file
                path.unlink(missing_ok=True)
        raise


def _flush_folder(folder: Path) -> None:
    """Make the name of a new file durable too, if the system allows it."""
    with suppress(PermissionError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
