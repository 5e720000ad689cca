"""Live sessions: those that somebody looks at."""

import asyncio
import logging
import time
from collections.abc import Callable

from echoes.core.errors import EchoesError
from echoes.engine.engine import GameEngine
from echoes.engine.sessions.queries import session_exists, unblocked
from echoes.engine.turns.narration import NarrationPiece
from echoes.interfaces.web.live.relay import Relay, RelayedMessage
from echoes.interfaces.web.live.session import LiveSession

_TIDY_EVERY_S, _PRESENT_EVERY_S = 1.0, 15.0
_ENDING_EVERY_S = 0.1
_KEPT_S = 60.0
"""Time for which a session is kept at hand that nobody looks at."""
_LOG = logging.getLogger(__name__)

RelayHandler = Callable[[RelayedMessage], None]
"""A callback that takes a message from another worker."""


class LiveSessions:
    """The sessions that somebody looks at.

    Args:
        engine: that plays them.

    Attributes:
        relay: the way to the other workers.
        handlers: take messages that are not for those who look on, by their kind.
    """

    def __init__(self, engine: GameEngine) -> None:
        self._engine = engine
        self._live: dict[str, LiveSession] = {}
        self.relay = Relay(engine)
        self.handlers: dict[str, RelayHandler] = {}

    async def open(self, session_id: str) -> LiveSession:
        """Return a session to look at.

        Raises:
            UnknownName, BadInput: there is none.
            StorageFailed: it can't be read.
        """
        live = self._live.get(session_id)
        if live is None:
            opened = LiveSession(self._engine, await self._engine.open_session(session_id), self.relay)
            await opened.room.load()
            live = self._live.setdefault(session_id, opened)
            self.relay.tell(session_id, "who")
        live.looked_at = time.monotonic()
        await live.catch_up()
        return live

    async def follow(self) -> None:
        """Show what other processes do; to be run beside the server."""
        async for notice in self._engine.storage.notices():
            if notice.message:
                await self._take(notice.message)
            for session_id in [notice.log] if notice.log else [] if notice.message else [*self._live]:
                await self._look_at(session_id)

    async def tidy(self) -> None:
        """Close sessions that nobody looks at any more; to be run beside the server."""
        told = time.monotonic()
        while True:
            await asyncio.sleep(_TIDY_EVERY_S)
            now = time.monotonic()
            for session_id, live in [*self._live.items()]:
                live.drop_silent()
                if not live.is_busy and now - live.looked_at > _KEPT_S:
                    del self._live[session_id]
                elif now - told > _PRESENT_EVERY_S:
                    live.tell_again()
            told = now if now - told > _PRESENT_EVERY_S else told

    def show_lineage_again(self, lineage: str) -> None:
        """Reload the pages of all who look at a session of a lineage: its room may go on elsewhere."""
        self._reload(lineage)
        self.relay.tell(lineage, "main_line")

    def _reload(self, lineage: str) -> None:
        for live in self._live.values():
            if live.started.lineage == lineage:
                live.subscribers.tell({"reload": True})

    def numbers(self) -> tuple[int, int]:
        """Return the numbers of open sessions and of pages that look at them."""
        return len(self._live), sum(len(live.subscribers) for live in self._live.values())

    async def end_streams(self) -> None:
        """End the streams of all pages, each once nobody there waits for an answer any more.

        Their browsers come back by themselves, to another worker.
        """
        while watched := [live for live in self._live.values() if live.subscribers]:
            for live in watched:
                if not live.waiting:
                    try:
                        await live.catch_up()
                    except Exception:  # noqa: BLE001 - one session must not keep the others from their end
                        _LOG.exception("session '%s' can't be shown to its end", live.session_id)
                    live.subscribers.tell({"bye": True})
            await asyncio.sleep(_ENDING_EVERY_S)

    async def _look_at(self, session_id: str) -> None:
        live = self._live.get(session_id)
        if live is None:
            return
        try:
            if await unblocked(self._engine, session_exists, session_id):
                await live.catch_up()
            else:
                live.subscribers.tell({"gone": True})
                self._live.pop(session_id, None)
        except Exception:  # noqa: BLE001 - one session that can't be shown must not keep the others from it
            _LOG.exception("session '%s' can't be shown", session_id)
            live.subscribers.tell({"reload": True})
            self._live.pop(session_id, None)

    async def _take(self, text: str) -> None:
        message = self.relay.read(text)
        if message is None:
            return
        try:
            await self._receive(message)
        except EchoesError as error:
            _LOG.warning("session '%s' is not shown as another worker tells: %s", message.session, error)
        except Exception:  # noqa: BLE001 - one message that can't be shown must not keep the others from it
            _LOG.exception("session '%s' is not shown as another worker tells", message.session)

    async def _receive(self, message: RelayedMessage) -> None:
        if handler := self.handlers.get(message.kind):
            handler(message)
        elif message.kind == "main_line":
            self._reload(message.session)
        elif live := self._live.get(message.session):
            await _show(live, message)


async def _show(live: LiveSession, message: RelayedMessage) -> None:
    """Show those who look at a session what another worker tells of it."""
    match message.kind:
        case "who":
            live.tell_again()
        case "here":
            before = live.subscribers.names()
            live.subscribers.elsewhere.note(message.worker, message.people)
            if live.subscribers.names() != before:
                live.subscribers.tell({"room": True})
        case "asking":
            live.show_who_asks(message.worker, message.asking, message.seat)
        case "piece":
            piece = NarrationPiece(message.text, message.turn, message.speaker, message.audience)
            live.show_piece(piece)
        case "status":
            live.show_status(message.status)
        case "room":
            await live.room.reload()
        case "steer" | "stop" | "main_line":
            pass  # `AIGames`, `PendingAnswers` and `LiveSessions` do it
