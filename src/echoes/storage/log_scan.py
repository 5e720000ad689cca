"""Reading the lines of a log, up to the last intact one."""

from collections.abc import Generator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from pydantic_core import from_json

from echoes.core.errors import StorageFailed
from echoes.core.log.entries import Entry
from echoes.core.log.event_kinds import EventKinds
from echoes.core.log.lines import DEFAULT_GAME, NewerLog, game_type_of, read_entry
from echoes.core.operation.gc_pause import gc_paused

_PART = 64
"""The number of entries from which on a part is complete: few enough for a processor's cache."""


@dataclass(frozen=True)
class Scan:
    """The result of reading a file.

    Attributes:
        entries: the intact entries from the start on, complete writes only.
        end: the position after them, in bytes.
        bad_line: the number of the first line that can't be read; 0 for none.
        torn: whether no intact line follows it.
        newer: whether a newer version of the program wrote it.
    """

    entries: list[Entry]
    end: int
    bad_line: int = 0
    torn: bool = True
    newer: bool = False


def intact_entries(session_id: str, scan: Scan, lost: str) -> list[Entry]:
    """Return the entries of a log; a torn end, which nobody has seen, is left out.

    Args:
        session_id: the session.
        scan: the result of reading its log.
        lost: the thing that a backup would bring back.
    Raises:
        StorageFailed: a line can't be read, and intact ones follow it; or a newer version wrote it.
    """
    if scan.newer:
        raise StorageFailed(
            f"session '{session_id}' was written by a newer version of echoes", "Update echoes."
        )
    if not scan.torn:
        raise StorageFailed(
            f"line {scan.bad_line} of the log of session '{session_id}' is damaged",
            f"Go on from the turns before it with `echoes sessions fork {session_id}`, "
            f"or restore {lost} from a backup."
            if scan.end
            else f"Restore {lost} from a backup, or remove it with `echoes sessions delete {session_id}`.",
        )
    return scan.entries


class LogLineParser:
    """A reader of the lines of one session's log.

    Args:
        kinds: the kinds of events.
        session_id: the session.
        first: the first line of the log, which names the game type; empty if it is among those to read.
    """

    def __init__(self, kinds: EventKinds, session_id: str, first: bytes = b"") -> None:
        self._kinds, self._session_id = kinds, session_id
        self._game_type = DEFAULT_GAME
        with suppress(ValueError):
            self._game_type = game_type_of(from_json(first)) or DEFAULT_GAME if first else DEFAULT_GAME

    def read(self, line: bytes) -> Entry:
        """Read one entry.

        Raises:
            NewerLog: a newer version wrote it.
            ValueError: the line is no entry of this session.
        """
        data = from_json(line, cache_strings="keys")
        self._game_type = game_type_of(data) or self._game_type
        entry = read_entry(data, self._kinds, self._game_type)
        if entry.event.session_id != self._session_id:
            raise ValueError("of another session")
        return entry

    def can_read(self, line: bytes) -> bool:
        """Return whether a line is intact; one of a newer version is."""
        try:
            self.read(line)
        except NewerLog:
            return True
        except ValueError:
            return False
        return True


def scan_log(data: bytes, reader: LogLineParser, start: int) -> Scan:
    """Read entries up to the first that can't be read, and check whether intact ones follow it.

    A file of which nothing can be read is not treated as a log with a torn end.

    Args:
        data: the bytes of the file from `start` on.
        reader: reads its lines.
        start: the position of `data` in the file, in bytes.
    """
    with gc_paused():
        parts = [*scan_parts(data, reader, start)]
    return replace(parts[-1], entries=[entry for part in parts for entry in part.entries])


def scan_parts(data: bytes, reader: LogLineParser, start: int) -> Generator[Scan]:
    """Read entries as `scan_log` does, a part at a time; only the last can have a line that is no entry."""
    lines = data.split(b"\n")
    lines.pop()  # after the last newline: nothing, or a line that was never finished
    entries: list[Entry] = []
    whole, end, offset = 0, start, start
    for number, line in enumerate(lines, 1):
        offset += len(line) + 1
        try:
            entries.append(_checked_successor(entries, reader.read(line)))
        except NewerLog:
            yield Scan(entries[:whole], end, number, newer=True)
            return
        except ValueError:
            follows = any(map(reader.can_read, lines[number:]))
            yield Scan(entries[:whole], end, number, torn=not follows and end > 0)
            return
        if entries[-1].rest == 0:
            whole, end = len(entries), offset
        if whole >= _PART:
            yield Scan(entries, end)
            entries, whole = [], 0
    yield Scan(entries[:whole], end)


def _checked_successor(entries: Sequence[Entry], entry: Entry) -> Entry:
    """Return the entry if it may come next: a write that has begun must be completed first."""
    if entries and entries[-1].rest and entry.rest != entries[-1].rest - 1:
        raise ValueError("half a write")
    return entry
