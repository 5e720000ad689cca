"""Connections to the database: pools, and limits of time on this side too, for a server that hangs."""

import asyncio
import logging
import threading
from collections.abc import AsyncGenerator, Callable, Generator
from contextlib import ExitStack, asynccontextmanager, contextmanager, suppress
from contextvars import Context
from time import monotonic, sleep
from typing import Any, TypeVar

import psycopg
from psycopg.rows import DictRow, TupleRow, dict_row
from psycopg_pool import AsyncConnectionPool, ConnectionPool, PoolTimeout

from echoes.core.errors import StorageFailed
from echoes.core.operation.wait_budget import shared_wait_budget
from echoes.storage.postgres.address import connection_parameters, shown_address
from echoes.storage.postgres.bounded import (
    UNLIMITED_S,
    AsyncBoundedConnection,
    BoundedConnection,
    refuse_stale,
    refuse_stale_async,
    time_left,
)
from echoes.storage.postgres.failures import broke_off, database_failure
from echoes.storage.settings import StorageSettings

ResultT = TypeVar("ResultT")
AnyConnection = psycopg.Connection[TupleRow]
Pool = AsyncConnectionPool[psycopg.AsyncConnection[DictRow]]
_PAUSE_S = 0.1
_RECONNECT_S = 1.0
"""The seconds for which the event loop's pool looks for a server by itself; then whoever asks has it look."""
_REST_S = 2.0
"""The seconds for which nobody asks a server that hangs, so that a turn waits for it only once."""
DURABLE = "SET LOCAL synchronous_commit = on"
"""Has a transaction of the event loop's pool on disk before its end is told."""
_GRACE = 1.1
"""How many times as long we wait for a server, which gives up on a statement by itself unless it hangs."""
_QUICK_S = 2.0
"""The seconds for which a call that an event loop may wait for looks for a connection."""
# The driver says the same again and again, with the server's words; `failure` says it once.
logging.getLogger("psycopg").setLevel(logging.CRITICAL)


class Database:
    """One database, as a process reaches it.

    Args:
        settings: the address, and the limits of time and connections.
        prepare: is called with the first connection, to see to the tables.
    Raises:
        BadSetting: the address can't be read.

    Attributes:
        where: the database by its name, without user and password.
        parameters: what libpq needs.
        answer_s: the longest that a single call waits for the server, in seconds.
    """

    def __init__(self, settings: StorageSettings, prepare: Callable[[AnyConnection, str], None]) -> None:
        parameters = connection_parameters(settings)
        self.parameters: Any = parameters
        self.where = shown_address(parameters)
        self.answer_s = settings.timeout_s * _GRACE
        self._settings, self._prepare = settings, prepare
        self._opening = threading.Lock()
        self._pool: ConnectionPool[AnyConnection] | None = None
        self._rests_until = 0.0
        self._is_down = False

    def failure(self, error: BaseException) -> StorageFailed:
        """Return the error for what this database refused; one that hangs is left alone for a while."""
        if isinstance(error, psycopg.errors.ConnectionTimeout):
            self._rests_until, self._is_down = monotonic() + _REST_S, True
        return database_failure(error, self.where)

    def raise_if_hangs(self) -> None:
        """Raise the error for a server that somebody waited for in vain just now.

        So a turn waits for it only once, however many calls it makes; a model may take its time in between.

        Raises:
            StorageFailed: it is left alone for now.
        """
        if monotonic() < self._rests_until:
            raise database_failure(psycopg.errors.ConnectionTimeout("timed out"), self.where)

    def connect(self, is_limited: bool = True) -> AnyConnection:
        """Return a connection outside the pool, in autocommit.

        Args:
            is_limited: whether its statements have to end within the limit of time.
        Raises:
            StorageFailed: there is none to be had.
        """
        self.raise_if_hangs()
        try:
            with time_left(self._settings.timeout_s) as left:
                limit = min(int(self.parameters["connect_timeout"]), max(2, round(left)))
                given: Any = {**self.parameters, "connect_timeout": limit}
                found = BoundedConnection.connect(**given, autocommit=True)
        except psycopg.Error as error:
            raise self.failure(error) from None
        found.timeout_s = self.answer_s if is_limited else UNLIMITED_S
        if is_limited:
            return found
        try:
            found.execute("SET statement_timeout = 0")
        except psycopg.Error as error:
            found.close()
            raise self.failure(error) from None
        return found

    async def connect_async(self) -> psycopg.AsyncConnection[Any]:
        """Return a connection for the event loop, in autocommit; errors are psycopg's."""
        found = await AsyncBoundedConnection.connect(**self.parameters, autocommit=True)
        found.timeout_s = self.answer_s
        return found

    def open(self) -> "ConnectionPool[AnyConnection]":
        """Return the pool; the first time, the tables are seen to.

        Raises:
            StorageFailed: the database can't be used.
        """
        with self._opening:
            if self._pool is None:
                with self.connect() as connection:
                    try:
                        self._prepare(connection, self.where)
                    except psycopg.Error as error:
                        raise self.failure(error) from None
                self._pool = ConnectionPool(
                    connection_class=BoundedConnection,
                    kwargs={**self.parameters, "autocommit": True, "prepare_threshold": 1},
                    min_size=1,
                    max_size=self._settings.pool_size,
                    num_workers=1,
                    timeout=self._settings.timeout_s,
                    configure=self._limit,
                    check=self._check,
                    open=True,
                )
            return self._pool

    def _limit(self, connection: AnyConnection) -> None:
        if isinstance(connection, BoundedConnection):
            connection.timeout_s = self.answer_s

    def _check(self, connection: AnyConnection) -> None:
        if isinstance(connection, BoundedConnection):
            refuse_stale(connection)

    @contextmanager
    def connection(self, wait_s: float) -> Generator[AnyConnection]:
        """Lend a connection of the pool; errors are psycopg's.

        Args:
            wait_s: the longest wait for one, in seconds.
        """
        with ExitStack() as lending:
            with time_left(self._settings.timeout_s, wait_s) as left:
                connection = lending.enter_context(self.open().connection(left))
            yield connection

    def run(self, action: Callable[[AnyConnection], ResultT], patient: bool = False) -> ResultT:
        """Do something with a connection; again, where a restart of the server broke the one that was lent.

        Args:
            action: may be repeated; it finds out itself whether it took effect before.
            patient: whether to try until the limit of time; only where no event loop waits.
        Raises:
            StorageFailed: the database refused it, or is out of reach.
        """
        with shared_wait_budget() as waiting:
            waiting.writes |= patient
            return self._run(action, patient)

    def _run(self, action: Callable[[AnyConnection], ResultT], patient: bool) -> ResultT:
        self.raise_if_hangs()
        if not patient:
            self._check_back()
        until = monotonic() + self._settings.timeout_s
        stale = self._settings.pool_size  # after a restart, so many may be broken at most
        while True:
            left_s = max(0.0, until - monotonic())
            try:
                with self.connection(left_s if patient else min(_QUICK_S, left_s)) as connection:
                    return action(connection)
            except PoolTimeout:
                self._say_why()
            except psycopg.Error as error:
                stale -= 1
                if not broke_off(error):
                    raise self.failure(error) from None
                if not (monotonic() < until if patient else stale >= 0 and self._answers()):
                    raise self.failure(error) from None
            if patient:
                sleep(_PAUSE_S)

    def _check_back(self) -> None:
        """Raise the error for a server that was away and still is, without a wait in the pool for it."""
        if self._is_down:
            self._reach().close()
            # The pool asks again ever more seldom; a new one asks now. It leaves the tables alone.
            self.close(wait_s=0)

    def _answers(self) -> bool:
        """Return whether the server takes a new connection at once."""
        with suppress(StorageFailed), self._reach():
            return True
        return False

    def _reach(self) -> AnyConnection:
        """Return a connection outside the pool, and note whether there was one to be had."""
        self._is_down = True
        found = self.connect()
        self._is_down = False
        return found

    def _say_why(self) -> None:
        """Raise the error for a pool that had no connection to lend."""
        with self._reach():
            raise StorageFailed(
                f"all {self._settings.pool_size} connections to the database {self.where} are in use",
                "Send the message again; raise storage.pool_size if it happens often.",
            )

    async def async_pool(self) -> Pool:
        """Open and return a pool for the event loop; the caller closes it.

        A crash of the server may take the last writes with it, as long as their transaction does not say
        that it is durable (`DURABLE`).
        """

        async def configure(connection: psycopg.AsyncConnection[Any]) -> None:
            assert isinstance(connection, AsyncBoundedConnection)
            connection.timeout_s = self.answer_s
            await connection.execute("SET synchronous_commit = off")

        pool: Any = AsyncConnectionPool(
            connection_class=AsyncBoundedConnection,
            kwargs={
                **self.parameters,
                "autocommit": True,
                "prepare_threshold": 1,
                "row_factory": dict_row,
            },
            min_size=1,
            max_size=self._settings.pool_size,
            num_workers=1,
            timeout=self._settings.timeout_s,
            reconnect_timeout=_RECONNECT_S,
            configure=configure,
            check=refuse_stale_async,
            open=False,
        )
        await asyncio.create_task(pool.open(), context=Context())  # its workers are no part of a turn
        return pool

    @asynccontextmanager
    async def lent(self, pool: Pool) -> AsyncGenerator[psycopg.AsyncConnection[DictRow]]:
        """Lend a connection of the event loop's pool.

        Raises:
            StorageFailed: there is none to be had, or the database refused what was done with it.
        """
        self.raise_if_hangs()
        try:
            with time_left(self._settings.timeout_s) as left:
                connection = await pool.getconn(left)
            try:
                async with connection:
                    yield connection
            finally:
                await pool.putconn(connection)
        except (psycopg.Error, PoolTimeout) as error:
            raise self.failure(error) from error

    def close(self, wait_s: float = 5.0) -> None:
        """Close the pool.

        Args:
            wait_s: the longest wait for its threads, in seconds.
        """
        with self._opening:
            if self._pool is not None:
                self._pool.close(wait_s)
                self._pool = None
