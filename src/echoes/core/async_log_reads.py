"""Reading a log without holding up the event loop."""

import asyncio
from collections.abc import Callable
from typing import ParamSpec, TypeVar

from echoes.core.event_log import EventLog

P = ParamSpec("P")
T = TypeVar("T")


async def read_log(log: EventLog, read: Callable[P, T], *args: P.args, **named: P.kwargs) -> T:
    """Call what reads a log, in a thread if a server may let it wait; reading a file is too quick for that.

    Args:
        log: the log that is read.
        read: a method of it, or a function that uses it.
        args, named: its arguments.
    """
    return await asyncio.to_thread(read, *args, **named) if log.waits else read(*args, **named)
