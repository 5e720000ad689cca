"""Live sessions: those that somebody looks at."""

import asyncio
import logging
import time

from echoes.engine.engine import GameEngine
from echoes.engine.reading import session_exists
from echoes.interfaces.web.live.session import LiveSession

_LOOK_EVERY_S = 1.0
_KEPT_S = 60.0
"""Time for which a session is kept at hand that nobody looks at."""


class LiveSessions:
    """The sessions that somebody looks at.

    Args:
        engine: that plays them.
    """

    def __init__(self, engine: GameEngine) -> None:
        self._engine = engine
        self._live: dict[str, LiveSession] = {}

    async def open(self, session_id: str) -> LiveSession:
        """Return a session to look at.

        Raises:
            UnknownName, BadInput: there is none.
            StorageFailed: it can't be read.
        """
        live = self._live.get(session_id)
        if live is None:
            opened = LiveSession(self._engine, await self._engine.open_session(session_id))
            await opened.room.load()
            live = self._live.setdefault(session_id, opened)
        live.looked_at = time.monotonic()
        live.catch_up()
        return live

    async def poll_logs(self) -> None:
        """Read, again and again, what other processes wrote; to be run beside the server."""
        while True:
            await asyncio.sleep(_LOOK_EVERY_S)
            for session_id, live in list(self._live.items()):
                try:
                    if not session_exists(self._engine, session_id):
                        live.gone()
                        del self._live[session_id]
                    elif not live.is_busy and time.monotonic() - live.looked_at > _KEPT_S:
                        del self._live[session_id]
                    else:
                        live.catch_up()
                except Exception:  # one session that can't be shown must not keep the others from it
                    logging.getLogger(__name__).exception("session '%s' can't be shown", session_id)
                    live.subscribers.tell({"reload": True})
                    self._live.pop(session_id, None)
