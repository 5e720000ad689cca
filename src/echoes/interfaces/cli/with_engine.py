"""The engine, opened for the length of one command."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

from echoes.app import open_engine
from echoes.engine.engine import GameEngine
from echoes.engine.scenarios.knowledge import OnNotice

_ResultT = TypeVar("_ResultT")


def _ignore(line: str) -> None:
    """Tell nobody."""


def with_engine(work: Callable[[GameEngine], Awaitable[_ResultT]], announce: OnNotice = _ignore) -> _ResultT:
    """Open the engine, have it do something, close it, and return what came of it.

    Args:
        work: what is to be done.
        announce: is told in one line when something takes a while.
    """

    async def run() -> _ResultT:
        async with open_engine(announce=announce) as engine:
            return await work(engine)

    return asyncio.run(run())
