"""The contract of the event log, which every storage back end provides."""

import asyncio
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import ParamSpec, Protocol, TypeVar

from echoes.core.log.entries import Entry

P = ParamSpec("P")
T = TypeVar("T")


@dataclass(frozen=True)
class TornEnd:
    """A torn end that was set aside, so that the log goes on behind its last intact entry.

    Attributes:
        size: in bytes.
        aside: the name of the file that has it now.
    """

    size: int
    aside: str


class EventLog(Protocol):
    """The source of truth about sessions: entries are appended and never changed."""

    waits: bool
    """Whether its methods may wait for a server, which an event loop must not do."""

    def append(self, session_id: str, entries: Sequence[Entry], position: int | None = None) -> int:
        """Write entries, all or none, before anyone sees them, and return the position after them.

        Args:
            session_id: the session.
            entries: the entries of one write.
            position: the position at which the log must be; None for any.
        Raises:
            StorageFailed: nothing was written.
        """
        ...

    def read(self, session_id: str) -> list[Entry]:
        """Return all entries in order; a torn end, which nobody has seen, is left out.

        Raises:
            UnknownName: no such session.
            StorageFailed: the log can't be read.
        """
        ...

    def parts(self, session_id: str) -> Iterator[tuple[Sequence[Entry], int]]:
        """Return all entries in parts, with the position after each; last none, and -1, for a torn end."""
        ...

    def read_intact(self, session_id: str) -> list[Entry]:
        """Return all entries before the first that can't be read.

        Raises:
            UnknownName: no such session.
        """
        ...

    def tail(self, session_id: str, since: int) -> tuple[list[Entry], int]:
        """Return the entries after a position, for a reader that follows the log.

        Args:
            session_id: the session.
            since: a position that `position` or this method returned.
        Returns:
            The entries of complete writes, and the position after them; the whole log if it is no longer
            the one that was read before.
        Raises:
            UnknownName: no such session.
            StorageFailed: the log can't be read.
        """
        ...

    def repair(self, session_id: str, since: int = 0) -> tuple[list[Entry], int, TornEnd | None]:
        """Read a log and set a torn end aside; the caller holds the session's lock.

        Args:
            session_id: the session.
            since: a position up to which the log is known to be sound.
        Returns:
            The entries after that position, the position after them, and the torn end, if there was one.
        Raises:
            UnknownName: no such session.
            StorageFailed: it can't be read or repaired.
        """
        ...

    def position(self, session_id: str) -> int:
        """Return a number that grows with every append, 0 for no log; it is cheap to get."""
        ...

    def held_position(self, session_id: str) -> int | None:
        """Return the position without waiting; the caller holds the session's lock. None: ask `position`."""
        ...

    def age(self, session_id: str) -> float:
        """Return the seconds since a log was last written; 0 for no log."""
        ...

    def sessions(self) -> list[str]:
        """Return the ids of all sessions, oldest first."""
        ...

    def positions(self) -> dict[str, int]:
        """Return the position of each session's log, oldest first; at once, where single ones cost time."""
        ...

    def delete(self, session_id: str) -> None:
        """Remove a session's log."""
        ...


async def read_log(log: EventLog, read: Callable[P, T], *args: P.args, **named: P.kwargs) -> T:
    """Call what reads a log, in a thread if a server may let it wait; reading a file is too quick for that.

    Args:
        log: the log that is read.
        read: a method of it, or a function that uses it.
        args, named: its arguments.
    """
    return await asyncio.to_thread(read, *args, **named) if log.waits else read(*args, **named)
