"""The event log as rows: one per entry, and one per session with the position of its log."""

import secrets
from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from pydantic_core import to_json

from echoes.core.errors import StorageFailed
from echoes.core.log.entries import Entry
from echoes.core.log.event_kinds import EventKinds
from echoes.storage.log_scan import LogLineParser, Scan, intact_entries, scan_log, scan_parts
from echoes.storage.postgres.connections import AnyConnection, Database
from echoes.storage.session_ids import checked_id, unknown_session

CHANNEL = "echoes_log"
"""The channel that names each session whose log has grown or is gone."""

# One statement, so that it takes effect as a whole or not at all, wherever the connection breaks. The lines
# are sent as they are (%b): as text, the driver would escape each of their many quotation marks.
_APPEND = f"""
WITH moved AS (
    INSERT INTO sessions AS s (session_id, position, last_write)
    SELECT %(session)s, %(count)s, %(write)s
    WHERE %(position)s::bigint IS NULL OR %(position)s = 0
        OR EXISTS (SELECT FROM sessions WHERE session_id = %(session)s)
    ON CONFLICT (session_id) DO UPDATE
        SET position = s.position + %(count)s, last_write = %(write)s, written = clock_timestamp()
        WHERE %(position)s::bigint IS NULL OR s.position = %(position)s
    RETURNING s.position
), added AS (
    INSERT INTO entries (session_id, n, line)
    SELECT %(session)s, moved.position - %(count)s + line.n, line.text
    FROM moved, unnest(%(lines)b::text[]) WITH ORDINALITY AS line (text, n)
)
SELECT position, pg_notify('{CHANNEL}', %(session)s) FROM moved
"""
_AFTER = """
SELECT s.position, e.n, e.line
FROM sessions s LEFT JOIN entries e
    ON e.session_id = s.session_id AND e.n > CASE WHEN s.position < %(since)s THEN 0 ELSE %(since)s END
WHERE s.session_id = %(session)s ORDER BY e.n
"""
_HAS_WRITTEN = "SELECT position FROM sessions WHERE session_id = %(session)s AND last_write = %(write)s"


class PostgresEventLog:
    """The log in the tables `sessions` and `entries`.

    A write is one statement, which is on disk before `append` returns. The position of a log is the number
    of its entries, and is compared in the same statement.

    Args:
        database: the database.
        kinds: the kinds of events.
    """

    waits = True

    def __init__(self, database: Database, kinds: EventKinds) -> None:
        self._database, self._kinds = database, kinds
        self._held: dict[str, int] = {}

    @contextmanager
    def held_at(self, session_id: str, position: int) -> Generator[None]:
        """Know the position of a log while its session's lock is held, since nobody else changes it."""
        self._held[session_id] = position
        try:
            yield
        finally:
            self._held.pop(session_id, None)

    def append(self, session_id: str, entries: Sequence[Entry], position: int | None = None) -> int:
        """Write entries, all or none, and return the position after them.

        Args:
            session_id: the session.
            entries: the entries of one write.
            position: the position at which the log must be, from `position`; None for any.
        Raises:
            StorageFailed: nothing was written; or the connection broke for so long that nobody knows.
        """
        lines = [to_json(entry.to_json()).decode() for entry in entries]
        parameters: dict[str, Any] = {
            "session": checked_id(session_id), "count": len(lines), "lines": lines, "position": position,
            "write": secrets.token_hex(16),
        }  # fmt: skip
        tried = False

        def write(connection: AnyConnection) -> int:
            nonlocal tried
            # A connection that breaks does not tell whether its statement took effect; the log does.
            row = connection.execute(_HAS_WRITTEN, parameters).fetchone() if tried else None
            tried = True
            if row := row or connection.execute(_APPEND, parameters).fetchone():
                return int(row[0])
            raise StorageFailed(
                "the session was written by another process meanwhile", "Send the message again."
            )

        known = self._held.pop(session_id, None)  # unless it succeeds, nobody knows
        end = self._database.run(write, patient=True)
        if known is not None:
            self._held[session_id] = end
        return end

    def read(self, session_id: str) -> list[Entry]:
        """Return all entries in order.

        Raises:
            UnknownName: no such session.
            StorageFailed: an entry or the database can't be read.
        """
        return [entry for entries, _ in self.parts(session_id) for entry in entries]

    def parts(self, session_id: str) -> Iterator[tuple[list[Entry], int]]:
        """Return all entries as `read` does, in parts, read at once: whoever calls has a thread for it."""
        data, reader, _ = self._lines_after(session_id, 0)
        return iter([*self._parts(session_id, scan_parts(data, reader, 0))])

    def _parts(self, session_id: str, scans: Iterable[Scan]) -> Generator[tuple[list[Entry], int]]:
        position = 0
        for scan in scans:
            position += len(scan.entries)
            # A transaction tears nothing: whatever can't be read was intact once.
            yield intact_entries(session_id, replace(scan, torn=not scan.bad_line), "the database"), position

    def read_intact(self, session_id: str) -> list[Entry]:
        """Return all entries before the first that can't be read.

        Raises:
            UnknownName: no such session.
        """
        return self._scan(session_id).entries

    def tail(self, session_id: str, since: int) -> tuple[list[Entry], int]:
        """Return the entries after a position, and the position after them; all if the log was replaced."""
        scan, start = self._scan_after(session_id, since)
        return scan.entries, start + len(scan.entries)

    def repair(self, session_id: str, since: int = 0) -> tuple[list[Entry], int, None]:
        """Return the entries from a position on, and that after them; a transaction tears nothing.

        Raises:
            UnknownName: no such session.
            StorageFailed: an entry can't be read.
        """
        scan, start = self._scan_after(session_id, since)
        if scan.bad_line:
            self.read(session_id)  # the whole log tells which entry it is
        return scan.entries, start + len(scan.entries), None

    def _scan(self, session_id: str) -> Scan:
        return self._scan_after(session_id, 0)[0]

    def _scan_after(self, session_id: str, since: int) -> tuple[Scan, int]:
        """Read the entries after a position; return also after how many they begin."""
        data, reader, start = self._lines_after(session_id, since)
        return scan_log(data, reader, start), start

    def _lines_after(self, session_id: str, since: int) -> tuple[bytes, LogLineParser, int]:
        """Fetch the entries after a position; return also their reader, and after how many they begin."""

        def read(connection: AnyConnection) -> tuple[list[Any], str]:
            rows = connection.execute(_AFTER, {"session": checked_id(session_id), "since": since}).fetchall()
            if not rows:
                raise unknown_session(session_id)
            later = rows[0][1] is not None and rows[0][1] > 1
            opening = "SELECT line FROM entries WHERE session_id = %s AND n = 1"
            first = connection.execute(opening, [session_id]).fetchone() if later else None
            return rows, first[0] if first else ""

        rows, first = self._database.run(read)
        lines = [str(row[2]) for row in rows if row[1] is not None]
        start = min(since, rows[0][0]) if not lines else rows[0][1] - 1
        text = "".join(f"{line}\n" for line in lines).encode()
        return text, LogLineParser(self._kinds, session_id, first.encode()), start

    def position(self, session_id: str) -> int:
        """Return the number of entries; 0 for no log."""
        query, given = "SELECT position FROM sessions WHERE session_id = %s", [checked_id(session_id)]
        row = self._database.run(lambda connection: connection.execute(query, given).fetchone())
        return row[0] if row else 0

    def held_position(self, session_id: str) -> int | None:
        """Return the position that was told with the session's lock; None to ask."""
        return self._held.get(session_id)

    def positions(self) -> dict[str, int]:
        """Return the positions of all sessions, the one that was written longest ago first."""
        query = "SELECT session_id, position FROM sessions ORDER BY written, session_id"
        return dict(self._database.run(lambda connection: connection.execute(query).fetchall()))

    def age(self, session_id: str) -> float:
        """Return the seconds since a log was last written; 0 for no log."""
        query = "SELECT extract(epoch FROM clock_timestamp() - written) FROM sessions WHERE session_id = %s"
        row = self._database.run(lambda connection: connection.execute(query, [session_id]).fetchone())
        return max(0.0, float(row[0])) if row else 0.0

    def sessions(self) -> list[str]:
        """Return the ids of all sessions, oldest first."""
        return [*self.positions()]

    def delete(self, session_id: str) -> None:
        """Remove the log of a session, if there is one."""
        query = f"""
            WITH gone AS (DELETE FROM sessions WHERE session_id = %s RETURNING session_id)
            SELECT pg_notify('{CHANNEL}', session_id) FROM gone
        """
        self._database.run(lambda connection: connection.execute(query, [checked_id(session_id)]))
