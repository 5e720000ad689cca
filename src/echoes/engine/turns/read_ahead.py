"""Scenarios that games read ahead in threads of their own, while their sessions begin."""

import asyncio

from echoes.games.base import AnyGame
from echoes.games.scenario import Scenario

_Key = tuple[str, str, str, str]


class ReadAhead:
    """The scenarios that are being read; sessions of the same one share the work."""

    def __init__(self) -> None:
        self._under_way: dict[_Key, asyncio.Task[None]] = {}

    def start(self, game: AnyGame, scenario: Scenario) -> "asyncio.Task[None]":
        """Begin to read what the first turn of a scenario needs; a game that has done so returns at once."""
        key = (game.name, scenario.id, scenario.language, scenario.content_hash)
        if key not in self._under_way:
            reading = asyncio.create_task(asyncio.to_thread(game.read_ahead, scenario))
            reading.add_done_callback(lambda done: self._forget(key, done))
            self._under_way[key] = reading
        return self._under_way[key]

    def _forget(self, key: _Key, done: "asyncio.Task[None]") -> None:
        del self._under_way[key]
        if not done.cancelled():
            done.exception()  # the turn that needs it computes it again, and fails

    async def finished(self, game: AnyGame, scenario: Scenario) -> None:
        """Wait until a scenario is read, if that is under way."""
        key = (game.name, scenario.id, scenario.language, scenario.content_hash)
        if reading := self._under_way.get(key):
            await asyncio.wait([reading])

    async def aclose(self) -> None:
        """Wait for no scenario any more."""
        under_way = [*self._under_way.values()]
        for reading in under_way:
            reading.cancel()
        await asyncio.gather(*under_way, return_exceptions=True)
