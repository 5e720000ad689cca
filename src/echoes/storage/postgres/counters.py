"""Counters in a table, shared by all processes on the database."""

from collections.abc import Mapping

from echoes.storage.postgres.connections import AnyConnection, Database

_ADD = """
INSERT INTO counters AS c (name, value, expires)
VALUES (%(name)s, %(amount)s, clock_timestamp() + make_interval(secs => %(period)s))
ON CONFLICT (name) DO UPDATE SET
    value = CASE WHEN c.expires < clock_timestamp() THEN 0 ELSE c.value END + excluded.value,
    expires = CASE WHEN c.expires < clock_timestamp() THEN excluded.expires ELSE c.expires END
RETURNING value
"""
_CHANGE = _ADD[_ADD.index("ON CONFLICT") : _ADD.index("RETURNING")]
# In order of the names, so that two workers never wait for each other.
_ADD_ALL = f"""
INSERT INTO counters AS c (name, value, expires)
SELECT name, amount, clock_timestamp() + make_interval(secs => %(period)s)
FROM unnest(%(names)s::text[], %(amounts)s::float8[]) AS added (name, amount) ORDER BY name
{_CHANGE}
"""
_MATCHING = "SELECT name, value FROM counters WHERE starts_with(name, %s) AND expires >= clock_timestamp()"
_VALUE = "SELECT value FROM counters WHERE name = %s AND expires >= clock_timestamp()"
_RESERVE = """
INSERT INTO counters AS c (name, value, expires)
VALUES (%(name)s, extract(epoch FROM clock_timestamp()) + %(step)s, clock_timestamp() + interval '1 day')
ON CONFLICT (name) DO UPDATE SET
    value = greatest(c.value, extract(epoch FROM clock_timestamp())) + %(step)s, expires = excluded.expires
RETURNING value - %(step)s - extract(epoch FROM clock_timestamp())
"""
_FORGET = "DELETE FROM counters WHERE expires < clock_timestamp()"
_FORGET_EVERY = 1000


class PostgresCounters:
    """The counters of a database.

    Args:
        database: the database.
    """

    def __init__(self, database: Database) -> None:
        self._database, self._calls = database, 0

    def add(self, name: str, amount: float, period_s: float) -> float:
        """Add to a counter, which begins anew when its period is over, and return its value.

        Raises:
            StorageFailed: it can't be counted.
        """
        self._calls += 1
        if self._calls % _FORGET_EVERY == 0:
            self._database.run(lambda connection: connection.execute(_FORGET))
        return self._number(_ADD, {"name": name, "amount": amount, "period": period_s})

    def add_all(self, amounts: Mapping[str, float], period_s: float) -> None:
        """Add to many counters, in one statement.

        Raises:
            StorageFailed: it can't be counted.
        """
        values = [float(amount) for amount in amounts.values()]
        given = {"names": [*amounts], "amounts": values, "period": period_s}
        self._database.run(lambda connection: connection.execute(_ADD_ALL, given))

    def matching(self, prefix: str) -> Mapping[str, float]:
        """Return the values of all counters whose names begin so, or raise StorageFailed."""
        rows = self._database.run(lambda connection: connection.execute(_MATCHING, [prefix]).fetchall())
        return dict(rows)

    def value(self, name: str) -> float:
        """Return the value of a counter, 0 if its period is over, or raise StorageFailed."""
        return self._number(_VALUE, [name])

    def reserve(self, name: str, step_s: float) -> float:
        """Reserve the next of start times at equal steps, and return the seconds until then.

        Raises:
            StorageFailed: none can be reserved.
        """
        return max(0.0, self._number(_RESERVE, {"name": name, "step": step_s}))

    def _number(self, query: str, parameters: object) -> float:
        def ask(connection: AnyConnection) -> float:
            row = connection.execute(query, parameters).fetchone()  # pyright: ignore[reportArgumentType, reportCallIssue]
            return float(row[0]) if row else 0.0

        return self._database.run(ask)
