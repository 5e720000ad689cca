"""Reading the lines of a log: which are intact, and where they end."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass

from pydantic_core import from_json

from echoes.core.entries import Entry
from echoes.core.event_kinds import EventKinds
from echoes.core.upgrades import OLDEST, NewerLog, game_type_of, read_entry


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

    entries: list[Entry]
    end: int
    bad_line: int = 0
    torn: bool = True
    newer: bool = False


class LineReader:
    """Reads the lines of one session's log.

    Args:
        kinds: the kinds of events there are.
        session_id: whose log.
        first: its first line, which says what is played; empty where that is among the lines that are read.
    """

    def __init__(self, kinds: EventKinds, session_id: str, first: bytes = b"") -> None:
        self._kinds, self._session_id = kinds, session_id
        self._game_type = OLDEST
        with suppress(ValueError):
            self._game_type = game_type_of(from_json(first)) or OLDEST if first else OLDEST

    def read(self, line: bytes) -> Entry:
        """One entry.

        Raises:
            NewerLog: a newer version wrote it.
            ValueError: it is none.
        """
        data = from_json(line)
        self._game_type = game_type_of(data) or self._game_type
        entry = read_entry(data, self._kinds, self._game_type)
        if entry.event.session_id != self._session_id:
            raise ValueError("of another session")
        return entry

    def can_read(self, line: bytes) -> bool:
        """Whether a line is sound, should a newer version have written it."""
        try:
            self.read(line)
        except NewerLog:
            return True
        except ValueError:
            return False
        return True


def scan_log(data: bytes, reader: LineReader, start: int) -> Scan:
    """Read entries up to the first that can't be read, then see whether any follow.

    A file of which nothing at all can be read is no log with a torn end.
    """
    lines = data.split(b"\n")
    lines.pop()  # behind the last newline: nothing, or a line that was never finished
    entries: list[Entry] = []
    whole, end, offset = 0, start, start
    for number, line in enumerate(lines, 1):
        offset += len(line) + 1
        try:
            entries.append(_following(entries, reader.read(line)))
        except NewerLog:
            return Scan(entries[:whole], end, number, newer=True)
        except ValueError:
            follows = any(map(reader.can_read, lines[number:]))
            return Scan(entries[:whole], end, number, torn=not follows and end > 0)
        if entries[-1].rest == 0:
            whole, end = len(entries), offset
    return Scan(entries[:whole], end)


def _following(entries: Sequence[Entry], entry: Entry) -> Entry:
    """The entry, if it may come next: a write that has begun has to end first."""
    if entries and entries[-1].rest and entry.rest != entries[-1].rest - 1:
        raise ValueError("half a write")
    return entry
