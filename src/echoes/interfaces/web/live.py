"""A session as it happens: its log, read along and handed to everybody who looks at it.

Whoever writes the log, this process or another, a player, an AI or an author: the page shows what
the log says. A reader who was away is sent the whole conversation; nothing can be missed.
"""

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Generator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime

from echoes.core.entries import Entry
from echoes.core.history import active, ending_of
from echoes.core.seats import PUBLIC, is_private, seen_by
from echoes.engine.engine import GameEngine
from echoes.engine.session import GameSession
from echoes.interfaces.web.game_view import view_of
from echoes.interfaces.web.readers import Readers, Update, event_text
from echoes.interfaces.web.visitors import Visitor

_LOOK_EVERY_S = 1.0
_STILL_HERE_S = 15.0
_KEPT_S = 60.0
"""So long a session is kept at hand that nobody looks at."""
_PAUSE_S = 300.0
"""A longer silence is no time of play."""


class LiveSession:
    """One session that somebody looks at.

    Args:
        engine: that plays it.
        session: that was opened.

    Attributes:
        entries: how many entries of the log are shown.
        ended: whether the game is over.
        readers: who look on.
    """

    def __init__(self, engine: GameEngine, session: GameSession) -> None:
        self.session_id, self.started = session.session_id, session.started
        self.lang = session.started.lang
        self._log = engine.storage.event_log
        self._position, self.entries = 0, 0
        self.view = view_of(engine, session)
        self._private = False
        self._latest, self._played_s = 0.0, 0.0
        self.ended, self.shared = False, False
        self._asking: list[str] = []
        self.looked_at = time.monotonic()
        self.readers = Readers()
        self.status: Update = {}

    def catch_up(self) -> None:
        """Read what was appended, and tell everybody."""
        fresh, position = self._log.tail(self.session_id, self._position)
        if not fresh:
            return
        anew = self._position == 0 or fresh[0].event.event == "session_started"
        self._private = self._private or is_private(entry.event for entry in fresh)
        changed = any(entry.event.revises_past or self.view.reverses(entry) for entry in fresh)
        if anew or changed or self._private:  # where something is hidden, all numbers are the viewer's
            known, seen = self.entries, self._read_all()
            if self.readers and (anew or changed or self.entries != known):
                self.readers.tell(self._whole(seen))
            return
        self._position, self.entries = position, self.entries + len(fresh)
        self.view.follow(fresh)
        self._count_time(fresh)
        self.readers.tell({"n": self.entries, **self._growth(fresh)})

    def _read_all(self) -> list[Entry]:
        entries, self._position = self._log.tail(self.session_id, 0)
        seen = seen_by(entries, PUBLIC)
        self.entries, self._latest, self._played_s = len(seen), 0.0, 0.0
        self.view.read(entries)
        self.ended = ending_of(entries) is not None
        self._private = is_private(entry.event for entry in entries)
        self._count_time(seen)
        return seen

    def _count_time(self, entries: Sequence[Entry]) -> None:
        for entry in entries:
            now = datetime.fromisoformat(entry.event.timestamp).timestamp()
            if self._latest:
                self._played_s += min(_PAUSE_S, max(0.0, now - self._latest))
            self._latest = now
            self.shared = self.shared or bool(entry.cause and entry.cause.by)

    def _growth(self, fresh: Sequence[Entry]) -> Update:
        said = [["log", html] for entry in fresh if (html := self.view.turn(entry))]
        return {"append": [*said, *self.view.grown(fresh)], "set": [*self.view.kept_up(), *self._counts()]}

    def whole(self) -> Update:
        """The whole conversation, board and counts, as they are now."""
        return self._whole(seen_by(self._log.read_intact(self.session_id), PUBLIC))

    def _whole(self, seen: Sequence[Entry]) -> Update:
        parts = [["log", self._conversation(seen)], ["board", self.view.board(active(seen))], *self._counts()]
        return {"n": self.entries, "set": parts, "ended": self.ended}

    def _counts(self) -> list[list[str]]:
        meter = self.view.meter(round(self._played_s), self.ended)
        return [["meter", meter], ["commands", self.view.commands()], ["from-board", self.view.from_board()]]

    def parts(self) -> Mapping[str, str]:
        """The page as it stands: the HTML of each of its parts, by name."""
        found = {name.replace("-", "_"): html for name, html in self.whole()["set"]}
        return {**found, "conversation": found.pop("log")}

    async def ending(self) -> str:
        """What is shown when the game is over; empty before."""
        return await self.view.ending() if self.ended else ""

    def _conversation(self, seen: Sequence[Entry]) -> str:
        """The conversation as HTML; what was taken back is left out."""
        return "".join(self.view.turn(entry) for entry in active(seen))

    def piece(self, text: str) -> None:
        """Hand on a narrator's words as they come."""
        self.readers.tell({"piece": text})

    def is_of(self, visitor: Visitor) -> bool:
        """Whether a visitor is its player."""
        return self.started.player_id == visitor.player_id

    @property
    def is_busy(self) -> bool:
        """Whether a message is on its way, or an AI plays."""
        return bool(self.readers or self._asking or self.status.get("ai") in ("running", "paused"))

    @contextmanager
    def asking(self, name: str) -> Generator[None]:
        """Show to everybody that somebody waits for the referee."""
        self._asking.append(name)
        self.readers.tell({"asking": self._waiting})
        try:
            yield
        finally:
            self._asking.remove(name)
            self.readers.tell({"asking": self._waiting})

    @property
    def _waiting(self) -> str:
        return self._asking[0] if self._asking else ""

    def say(self, status: Update) -> None:
        """Tell how it stands with an AI player."""
        self.status = status
        self.readers.tell(status)

    def gone(self) -> None:
        """Tell everybody that there is no such session any more."""
        self.readers.tell({"gone": True})

    async def stream(self, name: str, since: int) -> AsyncIterator[str]:
        """Server-sent events for one reader, until they go or the session is gone.

        The form is that of the HTML standard, section "Server-sent events": the id of an event is the
        number of entries shown, and a browser that comes back says which it had.

        Args:
            name: of the reader, shown to the others.
            since: how many entries the reader has seen.
        """
        with self.readers.join(name) as queue:
            self.catch_up()
            if since != self.entries:
                yield event_text(await self._with_ending(self.whole()))
            yield event_text({"asking": self._waiting, "here": self.readers.names(), **self.status})
            while True:
                try:
                    async with asyncio.timeout(_STILL_HERE_S):
                        update = await queue.get()
                except TimeoutError:
                    yield ": still here\n\n"
                    continue
                yield event_text(await self._with_ending(self.whole() if update.get("whole") else update))
                if update.get("gone"):
                    return

    async def _with_ending(self, update: Update) -> Update:
        if not update.get("ended"):
            return update
        return {**update, "set": [["ending", await self.ending()], *update["set"]]}


class LiveSessions:
    """The sessions that somebody looks at.

    Args:
        engine: that plays them.
    """

    def __init__(self, engine: GameEngine) -> None:
        self._engine = engine
        self._live: dict[str, LiveSession] = {}

    async def open(self, session_id: str) -> LiveSession:
        """A session to look at.

        Raises:
            UnknownName, BadInput: there is none.
            StorageFailed: it can't be read.
        """
        live = self._live.get(session_id)
        if live is None:
            opened = LiveSession(self._engine, await self._engine.open_session(session_id))
            live = self._live.setdefault(session_id, opened)
        live.looked_at = time.monotonic()
        live.catch_up()
        return live

    async def look_around(self) -> None:
        """See, again and again, what other processes wrote; to be run beside the server."""
        log = self._engine.storage.event_log
        while True:
            await asyncio.sleep(_LOOK_EVERY_S)
            for session_id, live in list(self._live.items()):
                try:
                    if log.position(session_id) == 0:
                        live.gone()
                        del self._live[session_id]
                    elif not live.is_busy and time.monotonic() - live.looked_at > _KEPT_S:
                        del self._live[session_id]
                    else:
                        live.catch_up()
                except Exception:  # one session that can't be shown must not keep the others from it
                    logging.getLogger(__name__).exception("session '%s' can't be shown", session_id)
                    self._live.pop(session_id, None)
