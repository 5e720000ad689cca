"""Whoever looks at a session: each has a queue of what is still to be sent, and nobody holds up another."""

import asyncio
import json
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from typing import Any

_BEHIND = 256
"""So many updates a reader may be behind."""

Update = dict[str, Any]
"""What a page is to do: `append` and `set` pieces of HTML, each with the place that it belongs to; `n`, how
many entries of the log it shows then; `whole` asks for all of it."""


class Readers:
    """Those who look at one session."""

    def __init__(self) -> None:
        self._queues: dict[asyncio.Queue[Update], str] = {}

    def __len__(self) -> int:
        return len(self._queues)

    def names(self) -> list[str]:
        """Who looks on, each name once."""
        return list(dict.fromkeys(self._queues.values()))

    def tell(self, update: Update) -> None:
        """Hand everybody an update; who is too far behind is to be sent the whole instead."""
        for queue in self._queues:
            try:
                queue.put_nowait(update)
            except asyncio.QueueFull:
                while not queue.empty():
                    queue.get_nowait()
                queue.put_nowait({"whole": True})

    @contextmanager
    def join(self, name: str) -> Generator[asyncio.Queue[Update]]:
        """Look on, by a name that the others see."""
        queue: asyncio.Queue[Update] = asyncio.Queue(_BEHIND)
        before = self.names()
        self._queues[queue] = name
        self._present(before)
        try:
            yield queue
        finally:
            before = self.names()
            del self._queues[queue]
            self._present(before)

    def _present(self, before: Sequence[str]) -> None:
        if self.names() != before:
            self.tell({"here": self.names()})


def event_text(update: Update) -> str:
    """An update as a server-sent event; its id is the number of entries shown."""
    number = f"id: {update['n']}\n" if "n" in update else ""
    return f"{number}data: {json.dumps(update, ensure_ascii=False)}\n\n"
