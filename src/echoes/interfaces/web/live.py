"""A session as it happens: its log, read along and handed to everybody who looks at it.

Whoever writes the log, this process or another, a player, an AI or an author: the page shows what
the log says. A reader who was away is sent the whole conversation; nothing can be missed.
"""

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Generator, Sequence
from contextlib import contextmanager
from datetime import datetime
from typing import Any

from echoes.core.entries import Entry
from echoes.core.history import active, ending_of, progress_of
from echoes.core.seats import PUBLIC, is_private, seen_by
from echoes.engine.engine import GameEngine
from echoes.engine.session import GameSession
from echoes.engine.turns import fold, follow
from echoes.games.turn_state import TurnState
from echoes.interfaces.web.ending import ending_html
from echoes.interfaces.web.readers import Readers, Update, event_text
from echoes.interfaces.web.rendering import render
from echoes.interfaces.web.turns import Settled, board_of, finds_of, turn_html
from echoes.interfaces.web.visitors import Visitor

RULINGS = ("YES", "NO", "YES AND NO", "IRRELEVANT")
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
        self.scenario = session.scenario
        self.game = engine.games[session.started.game_type]
        self._engine = engine
        self._log = engine.storage.event_log
        self._position, self.entries = 0, 0
        self._state = TurnState[Any]()
        self._board: dict[str, str] = {}
        self._finds: list[str] = []
        self._latest, self._played_s, self._progress = 0.0, 0.0, 0.0
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
        private = is_private(entry.event for entry in fresh)
        if anew or private or any(entry.event.revises_past or self._reverses(entry) for entry in fresh):
            entries = self._read_all()
            if self.readers:
                self.readers.tell(self._whole(entries))
            return
        self._position, self.entries = position, self.entries + len(fresh)
        self._follow(fresh)
        self.readers.tell({"n": self.entries, **self._growth(fresh)})

    def _read_all(self) -> list[Entry]:
        entries, self._position = self._log.tail(self.session_id, 0)
        seen = seen_by(entries, PUBLIC)
        self.entries, self._latest, self._played_s = len(seen), 0.0, 0.0
        self._state = fold(self.game, self.scenario, entries)
        self._progress = progress_of(seen)
        self._board = {item.text: item.ruling for item in board_of(entries)}
        self._finds = finds_of(entries)
        self.ended = ending_of(entries) is not None
        self._count_time(entries)
        return entries

    def _follow(self, fresh: Sequence[Entry]) -> None:
        self._state = follow(self.game, self._state, fresh)
        self._progress = progress_of(fresh, self._progress)
        self._count_time(fresh)

    def _count_time(self, entries: Sequence[Entry]) -> None:
        for entry in entries:
            now = datetime.fromisoformat(entry.event.timestamp).timestamp()
            if self._latest:
                self._played_s += min(_PAUSE_S, max(0.0, now - self._latest))
            self._latest = now
            self.shared = self.shared or bool(entry.cause and entry.cause.by)

    def _reverses(self, entry: Entry) -> bool:
        """Whether a question was ruled before, and otherwise."""
        event: Any = entry.event
        known = self._board.get(event.text) if event.event == "question_ruled" else None
        return known is not None and known != event.ruling

    def _growth(self, fresh: Sequence[Entry]) -> Update:
        append = [["log", html] for entry in fresh if (html := turn_html(entry, self.lang))]
        for entry in fresh:
            event: Any = entry.event
            if event.event == "question_ruled" and event.text not in self._board:
                self._board[event.text] = event.ruling
                self._finds += [event.text] if event.ruling == "YES" else []
                item = Settled(event.text, event.ruling, len(self._finds) if event.ruling == "YES" else 0)
                append.append([f"board-{RULINGS.index(event.ruling)}", self._part("settled", item=item)])
        return {"append": append, "set": self._counts()}

    def whole(self) -> Update:
        """The whole conversation, board and counts, as they are now."""
        return self._whole(self._log.read_intact(self.session_id))

    def _whole(self, entries: Sequence[Entry]) -> Update:
        entries = seen_by(entries, PUBLIC)
        parts = [["log", self.conversation(entries)], ["board", self.board(entries)], *self._counts()]
        return {"n": self.entries, "set": parts, "ended": self.ended}

    def _counts(self) -> list[list[str]]:
        return [["meter", self.meter()], ["commands", self.commands()], ["from-board", self.from_board()]]

    async def ending(self) -> str:
        """What is shown when the game is over; empty before."""
        return await ending_html(self._engine, self.session_id, self.scenario) if self.ended else ""

    def conversation(self, entries: Sequence[Entry]) -> str:
        """The conversation as HTML; what was taken back is left out."""
        return "".join(turn_html(entry, self.lang) for entry in active(entries))

    def board(self, entries: Sequence[Entry]) -> str:
        """What is established, as HTML."""
        items = board_of(entries)
        columns = [(n, word, [one for one in items if one.ruling == word]) for n, word in enumerate(RULINGS)]
        return self._part("board", columns=columns)

    def meter(self) -> str:
        """Progress and counts as HTML."""
        tally = self.game.tally(self._state)
        return self._part(
            "meter", progress=self._progress, tally=tally, played=round(self._played_s), ended=self.ended
        )

    def commands(self) -> str:
        """The quick commands as HTML, each with what it costs."""
        return self._part("commands", progress=self._progress, tally=self.game.tally(self._state))

    def from_board(self) -> str:
        """The way to a final answer made of what was found, as HTML; empty before anything was."""
        return self._part("from_board", count=len(self._finds), complete=self._progress >= 1)

    @property
    def answer_cost(self) -> int:
        """Points for a final answer that is not right."""
        return self.game.tally(self._state).answer_cost

    def _part(self, template: str, **values: Any) -> str:
        return render(template, self.lang, **values)

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
