"""The event log as JSON lines: one file a session, only ever appended to."""

import os
import re
from collections.abc import Sequence
from pathlib import Path

from pydantic import ValidationError

from echoes.core.errors import BadInput, StorageFailed, UnknownName
from echoes.core.events import LogEntry

_SAFE_ID = re.compile(r"[A-Za-z0-9_-]{1,80}")


class JsonlEventLog:
    """`events/<session_id>.jsonl`, one entry a line.

    Entries of one turn are one write, flushed to the disk before anything is shown. A
    write that fails is cut off again; a torn last line, as a crash can leave it, was never
    shown and is cut off by the next append.

    Args:
        folder: where the files lie; made at the first append.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def append(self, session_id: str, entries: Sequence[LogEntry]) -> None:
        """Write entries, all or none.

        Raises:
            StorageFailed: nothing was written.
        """
        data = b"".join(entry.model_dump_json(by_alias=True).encode() + b"\n" for entry in entries)
        path = self._path(session_id)
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o600)
            try:
                self._write(handle, data)
            finally:
                os.close(handle)
        except OSError as error:
            raise StorageFailed(
                f"the session could not be saved ({error.strerror or error})",
                "Free space or make the storage folder writable, then send the message again.",
            ) from error

    def _write(self, handle: int, data: bytes) -> None:
        intact = _end_of_last_line(handle)
        if intact < os.fstat(handle).st_size:
            os.ftruncate(handle, intact)
        try:
            written = os.write(handle, data)
            if written < len(data):
                raise OSError(28, "no space left on device")
            os.fdatasync(handle)
        except OSError:
            os.ftruncate(handle, intact)
            raise

    def read(self, session_id: str) -> list[LogEntry]:
        """All entries in order, without a torn last line.

        Raises:
            UnknownName: no such session.
            StorageFailed: a line in the middle can't be read.
        """
        try:
            data = self._path(session_id).read_bytes()
        except FileNotFoundError:
            raise UnknownName(
                f"unknown session '{session_id}'", "`echoes sessions list` shows the known ones."
            ) from None
        except OSError as error:
            raise StorageFailed(f"session '{session_id}' can't be read ({error.strerror})") from error
        lines = data.split(b"\n")[:-1]
        try:
            return [LogEntry.model_validate_json(line) for line in lines]
        except ValidationError as error:
            raise StorageFailed(
                f"the log of session '{session_id}' is damaged",
                "Restore the file from a backup, or delete the session.",
            ) from error

    def position(self, session_id: str) -> int:
        """The size of the log in bytes; 0 when there is none."""
        try:
            return self._path(session_id).stat().st_size
        except OSError:
            return 0

    def sessions(self) -> list[str]:
        """The ids of all sessions, oldest first."""
        files = sorted(self._folder.glob("*.jsonl"), key=lambda path: path.stat().st_mtime_ns)
        return [path.stem for path in files]

    def delete(self, session_id: str) -> None:
        """Remove a session's file; nothing happens when there is none."""
        try:
            self._path(session_id).unlink(missing_ok=True)
        except OSError as error:
            raise StorageFailed(f"session '{session_id}' can't be deleted ({error.strerror})") from error

    def _path(self, session_id: str) -> Path:
        if not _SAFE_ID.fullmatch(session_id):
            raise BadInput(
                f"'{session_id[:40]}' is no session id", "`echoes sessions list` shows the known ones."
            )
        return self._folder / f"{session_id}.jsonl"


def _end_of_last_line(handle: int) -> int:
    """The offset behind the last newline, in bytes."""
    size = os.fstat(handle).st_size
    end = size
    while end > 0:
        start = max(0, end - 8192)
        newline = os.pread(handle, end - start, start).rfind(b"\n")
        if newline >= 0:
            return start + newline + 1
        end = start
    return 0
