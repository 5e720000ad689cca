"""Locks as advisory locks of one connection: a process that is killed, or loses the database, holds none."""

import asyncio
import hashlib
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

import psycopg

from echoes.storage.postgres.failures import broke_off

_RETRY_S = 0.02
_UNLOCK_AND_TRY = """
SELECT k, pg_advisory_unlock(k) FROM unnest(%s::bigint[]) k
UNION ALL SELECT k, pg_try_advisory_lock(k) FROM unnest(%s::bigint[]) k
"""


class AdvisoryLocks:
    """The locks that one process holds.

    Requests that come while the database is asked are gathered and sent together. To release a lock nobody
    waits. Who loses the connection loses the locks: what is written then is refused by the position of the
    log, if another has written meanwhile.

    Args:
        connect: opens a connection in autocommit; errors are psycopg's.
    """

    def __init__(self, connect: Callable[[], Awaitable[psycopg.AsyncConnection[Any]]]) -> None:
        self._connect = connect
        self._connection: psycopg.AsyncConnection[Any] | None = None
        self._wanted: dict[int, asyncio.Future[bool]] = {}
        self._released: list[int] = []
        self._held: set[int] = set()
        self._talking: asyncio.Task[None] | None = None

    async def acquire(self, name: str, wait_s: float) -> int | None:
        """Wait for a lock; within a process, the caller sees to it that only one waits for a name.

        Returns:
            The key, for `release`; None if it was not free in time.
        Raises:
            psycopg.Error: the database can't be asked.
        """
        key = int.from_bytes(hashlib.blake2b(name.encode(), digest_size=8).digest(), "big", signed=True)
        until = asyncio.get_running_loop().time() + wait_s
        while not await self._try(key):
            if asyncio.get_running_loop().time() >= until:
                return None
            await asyncio.sleep(_RETRY_S)
        return key

    async def _try(self, key: int) -> bool:
        answer: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._wanted[key] = answer
        self._talk()
        try:
            return await answer
        except asyncio.CancelledError:
            if self._wanted.get(key) is answer:
                del self._wanted[key]  # it was not asked for yet
            elif answer.done() and not answer.cancelled() and not answer.exception() and answer.result():
                self.release(key)
            raise

    def release(self, key: int) -> None:
        """Release a lock, soon."""
        if key in self._held:  # else it was lost with its connection
            self._held.discard(key)
            self._released.append(key)
            self._talk()

    def _talk(self) -> None:
        if self._talking is None or self._talking.done():
            self._talking = asyncio.create_task(self._ask())

    async def _ask(self) -> None:
        """Ask for what is wanted, and give back what is not, until there is nothing left to do."""
        while self._wanted or self._released:
            wanted, self._wanted = self._wanted, {}
            released, self._released = self._released, []
            try:
                got = await self._exchange(released, [*wanted])
            except psycopg.Error as error:
                if isinstance(error, psycopg.errors.ConnectionTimeout):
                    wanted, self._wanted = {**wanted, **self._wanted}, {}  # they have waited for it too
                for answer in wanted.values():
                    if not answer.done():
                        answer.set_exception(error)
                continue
            for key, answer in wanted.items():
                if got[key]:
                    self._held.add(key)
                if not answer.done():
                    answer.set_result(got[key])
                elif got[key]:
                    self.release(key)  # nobody waits for it any more

    async def _exchange(self, released: list[int], wanted: list[int]) -> dict[int, bool]:
        for last in (False, True):
            try:
                if self._connection is None or self._connection.closed:
                    self._held.clear()
                    released = []
                    self._connection = await self._connect()
                rows = await (await self._connection.execute(_UNLOCK_AND_TRY, [released, wanted])).fetchall()
                return {row[0]: row[1] for row in rows[len(released) :]}
            except psycopg.Error as error:
                await self._drop()
                if last or not broke_off(error):
                    raise
        raise AssertionError("unreachable")

    async def _drop(self) -> None:
        """Close the connection, and with it every lock."""
        self._held.clear()
        if self._connection is not None:
            with suppress(psycopg.Error):
                await self._connection.close()
            self._connection = None

    async def aclose(self) -> None:
        """Release all locks."""
        if self._talking:
            await asyncio.wait([self._talking])
        await self._drop()
