"""Locks as advisory locks of one connection: a process that is killed, or loses the database, holds none.

With a session's lock comes the position of its log, which only its holder changes: that saves a question.
"""

import asyncio
import hashlib
from collections.abc import Awaitable, Callable
from contextlib import suppress
from contextvars import Context
from dataclasses import dataclass
from typing import Any

import psycopg

from echoes.storage.postgres.bounded import time_left, timed_out
from echoes.storage.postgres.failures import broke_off

_RETRY_S = 0.02
_UNLOCK = "SELECT pg_advisory_unlock(k) FROM unnest(%s::bigint[]) k;"
_TRY = "SELECT k, pg_try_advisory_lock(k) FROM unnest(%s::bigint[]) k;"
_POSITIONS = "SELECT session_id, position FROM sessions WHERE session_id = ANY(%s::text[])"
"""A statement of its own, and the last: it has to see what was written before a lock was free."""


@dataclass(frozen=True)
class Held:
    """A lock that is held.

    Attributes:
        key: for `release`.
        position: of the log of the session that is named like the lock; 0 for no log.
    """

    key: int
    position: int


class AdvisoryLocks:
    """The locks that one process holds.

    Requests that come while the database is asked are gathered and sent together. To release a lock nobody
    waits. Who loses the connection loses the locks: what is written then is refused by the position of the
    log, if another has written meanwhile.

    Args:
        connect: opens a connection in autocommit; errors are psycopg's.
        answer_s: the longest that the database may take to answer, in seconds.
    """

    def __init__(
        self, connect: Callable[[], Awaitable[psycopg.AsyncConnection[Any]]], answer_s: float
    ) -> None:
        self._connect, self._answer_s = connect, answer_s
        self._connection: psycopg.AsyncConnection[Any] | None = None
        self._wanted: dict[str, asyncio.Future[Held | None]] = {}
        self._released: list[int] = []
        self._held: set[int] = set()
        self._talking: asyncio.Task[None] | None = None

    async def acquire(self, name: str, wait_s: float) -> Held | None:
        """Wait for a lock; within a process, the caller sees to it that only one waits for a name.

        Returns:
            None if it was not free in time.
        Raises:
            psycopg.Error: the database can't be asked.
        """
        until = asyncio.get_running_loop().time() + wait_s
        while not (held := await self._try(name)):
            if asyncio.get_running_loop().time() >= until:
                return None
            await asyncio.sleep(_RETRY_S)
        return held

    async def _try(self, name: str) -> Held | None:
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[Held | None] = loop.create_future()
        with time_left(self._answer_s) as left:
            self._wanted[name] = answer
            self._talk()
            limit = loop.call_later(left, _give_up, answer, timed_out(left, self._answer_s))
            try:
                return await answer
            except BaseException:
                if self._wanted.get(name) is answer:
                    del self._wanted[name]  # it was not asked for yet
                elif answer.done() and not answer.cancelled() and not answer.exception() and answer.result():
                    self.release(_key(name))
                raise
            finally:
                limit.cancel()

    def release(self, key: int) -> None:
        """Release a lock, soon."""
        if key in self._held:  # else it was lost with its connection
            self._held.discard(key)
            self._released.append(key)
            self._talk()

    def _talk(self) -> None:
        if self._talking is None or self._talking.done():
            self._talking = asyncio.create_task(self._ask(), context=Context())  # no part of one turn

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
            for name, answer in wanted.items():
                held = got[name]
                if held:
                    self._held.add(held.key)
                if not answer.done():
                    answer.set_result(held)
                elif held:
                    self.release(held.key)  # nobody waits for it any more

    async def _exchange(self, released: list[int], wanted: list[str]) -> dict[str, Held | None]:
        for last in (False, True):
            try:
                if self._connection is None or self._connection.closed:
                    self._held.clear()
                    released = []
                    self._connection = await self._connect()
                return await _said(self._connection, released, wanted)
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


def _key(name: str) -> int:
    return int.from_bytes(hashlib.blake2b(name.encode(), digest_size=8).digest(), "big", signed=True)


def _give_up(answer: asyncio.Future[Held | None], error: psycopg.Error) -> None:
    if not answer.done():
        answer.set_exception(error)


async def _said(
    connection: psycopg.AsyncConnection[Any], released: list[int], wanted: list[str]
) -> dict[str, Held | None]:
    """Give locks back and try others, in one round trip; None stands for one that somebody else holds."""
    keys = {name: _key(name) for name in wanted}
    query = f"{_UNLOCK if released else ''}{_TRY + _POSITIONS if wanted else ''}"
    given = [*([released] if released else []), *([[*keys.values()], wanted] if wanted else [])]
    async with psycopg.AsyncClientCursor(connection) as cursor:  # only it sends several statements at once
        await cursor.execute(query, given)
        if not wanted:
            return {}
        if released:
            cursor.nextset()
        free = dict(await cursor.fetchall())
        cursor.nextset()
        positions = dict(await cursor.fetchall())
    return {name: Held(key, positions.get(name, 0)) if free[key] else None for name, key in keys.items()}
