"""Answers that visitors wait for, and that they can stop."""

import asyncio
from collections.abc import AsyncIterator

from echoes.core.log.events import Event
from echoes.interfaces.web.live.relay import Relay, RelayedMessage


class PendingAnswers:
    """The messages of all visitors that are being answered here, each until its first event.

    Args:
        relay: tells the other workers, one of which may be answering.
    """

    def __init__(self, relay: Relay) -> None:
        self._relay = relay
        self._pending: dict[tuple[str, str], list[asyncio.Task[Event | None]]] = {}

    async def follow(
        self, session_id: str, person: str, events: AsyncIterator[Event]
    ) -> AsyncIterator[Event]:
        """Yield the events that a message leads to.

        Args:
            session_id: of the game.
            person: the mark of who sent it.
            events: that it leads to.
        Raises:
            AnswerStopped: that person stopped it; nothing of a turn counts before it is recorded.
        """
        event = await self._first((session_id, person), events)
        while event is not None:
            yield event
            event = await anext(events, None)

    async def _first(self, waits: tuple[str, str], events: AsyncIterator[Event]) -> Event | None:
        answer = asyncio.ensure_future(_next(events))
        waiting = self._pending.setdefault(waits, [])
        waiting.append(answer)
        try:
            await asyncio.wait([answer])
        finally:
            answer.cancel()  # nobody waits for it any more, unless it is there
            waiting.remove(answer)
            if not waiting:
                self._pending.pop(waits, None)
        if answer.cancelled():
            raise AnswerStopped
        return answer.result()

    def stop(self, session_id: str, person: str) -> None:
        """Stop all that a person waits for in a game, at whichever worker."""
        self._stop_here(session_id, person)
        self._relay.tell(session_id, "stop", text=person)

    def stopped_elsewhere(self, message: RelayedMessage) -> None:
        """Take the wish of a visitor of another worker."""
        self._stop_here(message.session, message.text)

    def _stop_here(self, session_id: str, person: str) -> None:
        for answer in self._pending.get((session_id, person), ()):
            answer.cancel()


class AnswerStopped(Exception):
    """Whoever sent a message wants no answer to it."""


async def _next(events: AsyncIterator[Event]) -> Event | None:
    return await anext(events, None)
