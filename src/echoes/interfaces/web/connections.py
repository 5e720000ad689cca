"""Connections: whoever opens one and says nothing, or does not listen, loses it."""

import asyncio
import socket
from contextlib import suppress
from importlib import import_module
from typing import TYPE_CHECKING, Any, cast

if TYPE_CHECKING:  # one of two that behave alike; which, is known when it runs
    from uvicorn.protocols.http.h11_impl import H11Protocol as _Protocol
else:
    from uvicorn.protocols.http.auto import AutoHTTPProtocol as _Protocol

_HEAD_S = 15.0
"""Time in which the head of a request has to be there."""
_STALLED_S = 60.0
"""Time in which somebody has to take what was sent to them."""
_LARGEST_HEAD = 128 * 1024
"""Bytes; a browser sends a few thousand."""
_MOST_SILENT = 1000
"""Connections that may be without a request at once; one more drives out the oldest."""
_MOST_FILES = 65_536


class BoundedProtocol(_Protocol):
    """Uvicorn's protocol, with bounds on how long it waits for the other side.

    A body is bounded where it is read, see `request_bodies`; an idle connection after a response by uvicorn.
    """

    _silent: dict["BoundedProtocol", None] = {}  # noqa: RUF012 - all of the process, oldest first

    def __init__(self, *args: Any, **settings: Any) -> None:
        super().__init__(*args, **settings)
        self._head_bytes = 0
        self._head_due: asyncio.TimerHandle | None = None
        self._taken_due: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to wait for a request."""
        super().connection_made(transport)
        self._await_head()

    def data_received(self, data: bytes) -> None:
        """Take data, and see whether it completes the head of a request."""
        waited = self._has_no_request()
        super().data_received(data)
        if not self._has_no_request():
            self._stop_awaiting_head()
        elif waited:
            self._await_head()
            self._head_bytes += len(data)
            if self._head_bytes > _LARGEST_HEAD:
                self.transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait for nothing any more."""
        self._stop_awaiting_head()
        self._stop_awaiting_taken()
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        """Begin to wait until what was sent is taken."""
        super().pause_writing()
        self._taken_due = self.loop.call_later(_STALLED_S, self.transport.abort)

    def resume_writing(self) -> None:
        """Go on to send."""
        self._stop_awaiting_taken()
        super().resume_writing()

    def _has_no_request(self) -> bool:
        cycle = cast("Any", self.cycle)
        return cycle is None or cycle.response_complete

    def _await_head(self) -> None:
        if self._head_due is None:
            self._head_bytes = 0
            self._head_due = self.loop.call_later(_HEAD_S, self.transport.abort)
            self._silent[self] = None
            if len(self._silent) > _MOST_SILENT:
                next(iter(self._silent)).transport.abort()

    def _stop_awaiting_head(self) -> None:
        self._silent.pop(self, None)
        if self._head_due:
            self._head_due.cancel()
            self._head_due = None

    def _stop_awaiting_taken(self) -> None:
        if self._taken_due:
            self._taken_due.cancel()
            self._taken_due = None


def prepare_socket(listening: socket.socket) -> None:
    """Make the system end connections whose other side is gone; accepted sockets inherit the options."""
    with suppress(OSError):
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    for option, value in (
        ("TCP_KEEPIDLE", 60),
        ("TCP_KEEPINTVL", 15),
        ("TCP_KEEPCNT", 4),
        ("TCP_USER_TIMEOUT", round(_STALLED_S * 1000)),
    ):
        with suppress(OSError, AttributeError):  # not every system knows them all
            listening.setsockopt(socket.IPPROTO_TCP, getattr(socket, option), value)


def raise_file_limit() -> None:
    """Raise the limit of open connections as far as allowed; many systems begin at 1,024 or fewer."""
    with suppress(ImportError, OSError, ValueError):  # Windows has no such limit
        resource = import_module("resource")
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = _MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, _MOST_FILES)
        if soft != resource.RLIM_INFINITY and soft < wanted:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
