"""Connections that give up on a server that hangs, within the time that the calls of a turn share."""

from collections.abc import Generator
from contextlib import contextmanager
from selectors import EVENT_READ, DefaultSelector
from time import monotonic
from typing import Any

import psycopg

from echoes.core.operation.wait_budget import current_wait_budget

UNLIMITED_S = 1e9
"""As a limit of time, none; keep-alives find out whether the server is still there."""


@contextmanager
def time_left(timeout_s: float, longest_s: float | None = None) -> Generator[float]:
    """Yield the seconds for which a call may wait, and count those for which it did.

    Args:
        timeout_s: what the calls of a turn share.
        longest_s: the most that this call may take of it; None for all that is left.
    Raises:
        psycopg.errors.QueryCanceled: the turn has waited for too long already.
    """
    waiting = current_wait_budget()
    left = waiting.left_s(timeout_s)
    if left <= 0:
        raise psycopg.errors.QueryCanceled("the time of the turn is up")
    started = monotonic()
    try:
        yield left if longest_s is None else min(left, longest_s)
    finally:
        waiting.waited_s += monotonic() - started


def timed_out(left_s: float, timeout_s: float) -> psycopg.Error:
    """Return the error of a call that waited in vain; a server hangs if it had half the time of one."""
    if left_s < timeout_s / 2:
        return psycopg.errors.QueryCanceled("the time of the turn is up")
    return psycopg.errors.ConnectionTimeout("timed out")


class BoundedConnection(psycopg.Connection[Any]):
    """A connection that waits no longer than it may; it is closed then."""

    timeout_s = 10.0

    def wait(self, gen: Any, interval: float = 0.1, timeout: float | None = None) -> Any:
        """Run a statement, and give up when it takes too long."""
        with time_left(self.timeout_s) as left:
            try:
                return super().wait(gen, interval, timeout or left)
            except psycopg.errors._WaitTimeout:  # pyright: ignore[reportPrivateUsage]
                self.pgconn.finish()
                raise timed_out(left, self.timeout_s) from None


class AsyncBoundedConnection(psycopg.AsyncConnection[Any]):
    """The same, for the event loop."""

    timeout_s = 10.0

    async def wait(self, gen: Any, interval: float = 0.1, timeout: float | None = None) -> Any:  # noqa: ASYNC109
        """Run a statement, and give up when it takes too long."""
        with time_left(self.timeout_s) as left:
            try:
                return await super().wait(gen, interval, timeout or left)
            except psycopg.errors._WaitTimeout:  # pyright: ignore[reportPrivateUsage]
                self.pgconn.finish()
                raise timed_out(left, self.timeout_s) from None


def refuse_stale(connection: BoundedConnection) -> None:
    """Refuse a connection that the server has ended while it lay idle.

    Whether the server has said something unasked, as it does with its end, takes no time to see; only then
    is it asked what that was.

    Raises:
        psycopg.Error: it has ended it.
    """
    if _has_spoken(connection):
        try:
            connection.execute("")
        except psycopg.Error:
            connection.pgconn.finish()
            raise


async def refuse_stale_async(connection: AsyncBoundedConnection) -> None:
    """Do the same for a pool of the event loop."""
    if _has_spoken(connection):
        try:
            await connection.execute("")
        except psycopg.Error:
            connection.pgconn.finish()
            raise


def _has_spoken(connection: BoundedConnection | AsyncBoundedConnection) -> bool:
    with DefaultSelector() as selector:
        selector.register(connection.fileno(), EVENT_READ)
        return bool(selector.select(0))
