"""Reading the lines of a log: which are intact, and where they end."""

from collections.abc import Sequence
from dataclasses import dataclass

from pydantic_core import from_json

from echoes.core.log_entries import LogEntry
from echoes.core.upgrades import NewerLog, read_entry


@dataclass(frozen=True)
class Scan:
    """What a file holds.

    Attributes:
        entries: the intact ones from the start on, whole writes only.
        end: where they end, in bytes.
        bad_line: the number of the first line that can't be read, 0 for none.
        torn: whether nothing intact follows behind them.
        newer: whether a newer version wrote the line.
    """

    entries: list[LogEntry]
    end: int
    bad_line: int = 0
    torn: bool = True
    newer: bool = False


def scan_log(data: bytes, session_id: str, start: int) -> Scan:
    """Read entries up to the first that can't be read, then see whether any follow.

    A file of which nothing at all can be read is no log with a torn end.
    """
    lines = data.split(b"\n")
    lines.pop()  # behind the last newline: nothing, or a line that was never finished
    entries: list[LogEntry] = []
    whole, end, offset = 0, start, start
    for number, line in enumerate(lines, 1):
        offset += len(line) + 1
        try:
            entries.append(_following(entries, _entry(line, session_id)))
        except NewerLog:
            return Scan(entries[:whole], end, number, newer=True)
        except ValueError:
            follows = any(_readable(later, session_id) for later in lines[number:])
            return Scan(entries[:whole], end, number, torn=not follows and end > 0)
        if entries[-1].rest == 0:
            whole, end = len(entries), offset
    return Scan(entries[:whole], end)


def _entry(line: bytes, session_id: str) -> LogEntry:
    entry = read_entry(from_json(line))
    if entry.event.session_id != session_id:
        raise ValueError("of another session")
    return entry


def _following(entries: Sequence[LogEntry], entry: LogEntry) -> LogEntry:
    """The entry, if it may come next: a write that has begun has to end first."""
    if entries and entries[-1].rest and entry.rest != entries[-1].rest - 1:
        raise ValueError("half a write")
    return entry


def _readable(line: bytes, session_id: str) -> bool:
    try:
        _entry(line, session_id)
    except NewerLog:
        return True
    except ValueError:
        return False
    return True
