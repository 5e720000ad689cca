"""The event loop for many sessions at once: uvloop where it is installed, as in the web server."""

import asyncio
from collections.abc import Coroutine
from importlib.util import find_spec
from typing import Any, TypeVar

ResultT = TypeVar("ResultT")


def run_many_sessions(main: Coroutine[Any, Any, ResultT]) -> ResultT:
    """Run a coroutine to its end in an event loop that serves many connections at little cost.

    Args:
        main: that plays many sessions at once.
    Returns:
        Its result.
    """
    if find_spec("uvloop") is None:  # there is none for Windows
        return asyncio.run(main)
    import uvloop

    return uvloop.run(main)
