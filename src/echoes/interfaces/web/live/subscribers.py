"""Subscribers of a session: each has a queue of updates, and nobody holds up another."""

import asyncio
import json
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from echoes.interfaces.web.live.relay import OtherWorkers

_BEHIND = 256
"""Updates that a subscriber may be behind."""
MOST_SUBSCRIBERS = 64
"""The most who may look at one session."""
_STILL_HERE_S = 15.0
"""Seconds after which a stream gives a sign of life."""
LAST = ("bye", "gone", "reload")
"""Keys of an update after which nothing follows."""

Update = dict[str, Any]
"""Work for a page: `append` and `set` pieces of HTML, each with the place that it belongs to; `n`, the number
of entries that it shows then; `folded`, the changes of seats that it shows no longer; `piece` of a narration
with its `turn` and `speaker`, until it is `spoken`; `whole` asks for all of it, `room` for who is there,
`reload` for the page; `bye` ends the stream."""


@dataclass(frozen=True)
class Subscriber:
    """A person who looks at a session, by a name that the others see, from a seat or from none."""

    player_id: str
    name: str
    seat: str


class Subscribers:
    """Those who look at one session.

    Args:
        changed: is called when somebody comes or goes.

    Attributes:
        elsewhere: those who look at it at other workers.
    """

    def __init__(self, changed: Callable[[], None] = lambda: None) -> None:
        self._queues: dict[asyncio.Queue[Update], Subscriber] = {}
        self._changed = changed
        self.elsewhere = OtherWorkers()

    def __len__(self) -> int:
        return len(self._queues)

    def names(self) -> list[str]:
        """Return the names of those who look on, each once."""
        found = [name for _, name in self.here()]
        return list(dict.fromkeys([*found, *(name for _, name in self.elsewhere.people())]))

    def here(self) -> list[tuple[str, str]]:
        """Return the player id and the name of each who looks on at this worker."""
        return list(dict.fromkeys((one.player_id, one.name) for one in self._queues.values()))

    def has_others(self, player_id: str, mark: str = "") -> bool:
        """Return whether anybody but one person looks on, who goes by a mark at other workers."""
        there = any(known != mark for known, _ in self.elsewhere.people())
        return there or any(one.player_id != player_id for one in self._queues.values())

    def tell(self, update: Update, seat: str | None = None) -> None:
        """Hand on an update; who is too far behind is to be sent the whole instead.

        Args:
            update: for their pages.
            seat: of those who are told; None for any.
        """
        for queue, one in self._queues.items():
            if seat in (None, one.seat):
                _put(queue, update)

    def reload(self, player_id: str, seat: str) -> None:
        """Reload the pages of a person that look from a seat, or from none."""
        for queue, one in self._queues.items():
            if one.player_id == player_id and one.seat == seat:
                _put(queue, {"reload": True})

    @contextmanager
    def join(self, subscriber: Subscriber) -> Generator[asyncio.Queue[Update]]:
        """Look on for a while."""
        queue: asyncio.Queue[Update] = asyncio.Queue(_BEHIND)
        before = self.names()
        self._queues[queue] = subscriber
        self._present(before)
        try:
            yield queue
        finally:
            before = self.names()
            del self._queues[queue]
            self._present(before)

    def _present(self, before: Sequence[str]) -> None:
        if self.names() != before:
            self.tell({"room": True})
        self._changed()


def _put(queue: asyncio.Queue[Update], update: Update) -> None:
    if queue.full():
        dropped: Update = {}
        while not queue.empty():
            dropped |= queue.get_nowait()
        last = {key: True for key in LAST if key in dropped or key in update}
        update = last or {"whole": True}
    queue.put_nowait(update)


def event_text(update: Update) -> str:
    """Return an update as a server-sent event; its id is the number of entries shown."""
    number = f"id: {update['n']}\n" if "n" in update else ""
    return f"{number}data: {json.dumps(update, ensure_ascii=False)}\n\n"


async def next_update(queue: asyncio.Queue[Update]) -> Update | None:
    """Return the next update; None when it is time for a sign of life."""
    try:
        async with asyncio.timeout(_STILL_HERE_S):
            return await queue.get()
    except TimeoutError:
        return None
