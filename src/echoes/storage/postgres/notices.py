"""Notices from process to process by LISTEN and NOTIFY."""

import asyncio
import logging
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import suppress
from contextvars import Context
from typing import Any

import psycopg

from echoes.storage.notices import Notice
from echoes.storage.postgres.bounded import UNLIMITED_S
from echoes.storage.postgres.event_log import CHANNEL as LOG

_LIVE = "echoes_live"
_LONGEST = 7_900
"""The bytes that a notice may have; the server refuses 8,000."""
_NOTIFY = "SELECT pg_notify(%s, t) FROM unnest(%s::text[]) WITH ORDINALITY AS m (t, n) ORDER BY n"
_RETRY_S = 0.5

Connect = Callable[[], Awaitable[Any]]


class PostgresNotices:
    """The notices of a database.

    Args:
        connect: opens a connection in autocommit; errors are psycopg's.
    """

    def __init__(self, connect: Connect) -> None:
        self._connect = connect
        self._outbox: list[str] = []
        self._connection: Any = None
        self._sending: asyncio.Task[None] | None = None

    def publish(self, message: str) -> None:
        """Tell all processes that listen, soon; it may be lost, and is if it is too long."""
        if len(message.encode()) > _LONGEST:
            return
        self._outbox.append(message)
        if self._sending is None or self._sending.done():
            self._sending = asyncio.create_task(self._send(), context=Context())  # no part of a turn

    async def _send(self) -> None:
        while self._outbox:
            messages, self._outbox = self._outbox, []
            try:
                if self._connection is None or self._connection.closed:
                    self._connection = await self._connect()
                await self._connection.execute(_NOTIFY, [_LIVE, messages])
            except psycopg.Error:
                await self._drop()

    async def listen(self) -> AsyncGenerator[Notice]:
        """Yield what happens from now on; an empty notice after each new connection."""
        while True:
            try:
                connection = await self._connect()
            except psycopg.Error:
                await asyncio.sleep(_RETRY_S)
                continue
            try:
                await connection.execute(f"LISTEN {LOG}; LISTEN {_LIVE}")
                connection.timeout_s = UNLIMITED_S
                yield Notice()
                async for told in connection.notifies():
                    yield Notice(log=told.payload) if told.channel == LOG else Notice(message=told.payload)
            except psycopg.Error as error:
                logging.getLogger(__name__).info("notices are listened for anew (%s)", type(error).__name__)
                await asyncio.sleep(_RETRY_S)
            finally:
                with suppress(psycopg.Error):
                    await connection.close()

    async def _drop(self) -> None:
        if self._connection is not None:
            with suppress(psycopg.Error):
                await self._connection.close()
            self._connection = None

    async def aclose(self) -> None:
        """Close the connection."""
        if self._sending:
            await asyncio.wait([self._sending])
        await self._drop()
