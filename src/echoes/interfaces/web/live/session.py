"""A session as it happens: its log, read along and handed to everybody who looks at it.

Whoever writes the log, this process or another, a player, an AI or an author: the page shows what the log
says, as far as the seat of whoever looks may see it. A reader who was away is sent the whole conversation;
nothing can be missed.
"""

import asyncio
import time
from collections.abc import AsyncIterator, Generator, Sequence
from contextlib import contextmanager

from echoes.core.entries import Entry
from echoes.core.seating import Seating
from echoes.core.seats import PUBLIC
from echoes.engine.engine import GameEngine
from echoes.engine.narration import NarrationPiece
from echoes.engine.reading import read_entries, read_tail
from echoes.engine.session import GameSession
from echoes.interfaces.web.live.feed import SeatFeed
from echoes.interfaces.web.live.room import LiveRoom
from echoes.interfaces.web.live.subscribers import Subscriber, Subscribers, Update, event_text
from echoes.interfaces.web.seating import seat_rows
from echoes.interfaces.web.templating import render_template
from echoes.interfaces.web.views.game_view import GameView, view_of
from echoes.interfaces.web.visitors import Visitor

_STILL_HERE_S = 15.0


class LiveSession:
    """One session that somebody looks at.

    Args:
        engine: that plays it.
        session: that was opened.

    Attributes:
        seats: at its table; none where all share one.
        seating: who holds which.
        subscribers: those who look on.
        room: the people at its table.
        shared: whether several play it.
        looked_at: when a page of it was opened last, by the monotonic clock.
        status: how it stands with an AI player.
    """

    def __init__(self, engine: GameEngine, session: GameSession) -> None:
        self._engine, self._session = engine, session
        self.session_id, self.started = session.session_id, session.started
        self.lang = session.started.lang
        self.game = engine.games[session.started.game_type]
        self._position = 0
        self._feeds: dict[str, SeatFeed] = {}
        self._asking: list[tuple[str, str]] = []
        self.seats = self.game.seats(session.scenario)
        self.seating = Seating()
        self.shared = False
        self.looked_at = time.monotonic()
        self.subscribers = Subscribers()
        self.room = LiveRoom(engine, session.session_id, session.started.player_id, self.subscribers)
        self.status: Update = {}

    def feed(self, seat: str) -> SeatFeed:
        """Return the page as a seat sees it."""
        while seat not in self._feeds:
            self.catch_up()
            entries, position = read_tail(self._engine, self.session_id, 0)
            if position <= self._position:  # as far as the other feeds have read
                feed = SeatFeed(view_of(self._engine, self._session, seat), seat)
                feed.read(entries)
                self._feeds[seat] = feed
        return self._feeds[seat]

    def view(self, seat: str = PUBLIC) -> GameView:
        """Return the view that draws the page of a seat."""
        return self.feed(seat).view

    @property
    def ended(self) -> bool:
        """True when the game is over."""
        return self.feed(PUBLIC).ended

    def catch_up(self) -> None:
        """Read what was appended, and tell everybody as much of it as their seat may see."""
        fresh, position = read_tail(self._engine, self.session_id, self._position)
        if not fresh:
            return
        anew = self._position == 0 or fresh[0].event.event == "session_started"
        changes_past = any(entry.event.revises_past for entry in fresh)
        if anew or changes_past:
            entries, self._position = read_tail(self._engine, self.session_id, 0)
            moved = self._note(entries, anew=True)
            for seat, feed in self._feeds.items():
                if feed.read(entries) or anew:
                    self.subscribers.tell({"whole": True}, seat)
        else:
            self._position, moved = position, self._note(fresh)
            for seat, feed in self._feeds.items():
                if update := feed.follow(fresh):
                    self.subscribers.tell(update, seat)
        for seat in moved:
            self.subscribers.tell({"reload": True}, seat)  # it is another's now, or nobody's
        if moved:
            self.subscribers.tell({"seats": True})

    def _note(self, entries: Sequence[Entry], anew: bool = False) -> set[str]:
        """Take note of who plays, and return the seats that have changed hands."""
        several = any(entry.cause and entry.cause.by for entry in entries)
        self.shared = several or (self.shared and not anew)
        before, after = self.seating.holders, (Seating() if anew else self.seating).after(entries)
        self.seating = after
        return {seat for seat in self.seats if before.get(seat) != after.holders.get(seat)}

    async def ending(self, visitor: Visitor, seat: str) -> str:
        """Return what a visitor at a seat is shown when the game is over; empty before."""
        feed = self.feed(seat)
        return await feed.view.ending(visitor.player_id) if feed.ended else ""

    def hear(self, piece: NarrationPiece) -> None:
        """Hand on a narrator's words as they come, to the seats that may hear them."""
        for seat, feed in self._feeds.items():
            if update := feed.hear(piece):
                self.subscribers.tell(update, seat)

    def is_of(self, visitor: Visitor) -> bool:
        """Return whether a visitor is its player."""
        return self.started.player_id == visitor.player_id

    def has_company(self, visitor: Visitor) -> bool:
        """Return whether anybody else looks on or holds a seat."""
        return self.subscribers.has_others(visitor.player_id) or self.seating.is_shared(self.mark(visitor))

    def mark(self, visitor: Visitor) -> str:
        """Return the mark by which the log knows a visitor."""
        return self.room.mark(visitor)

    def plays_all(self, visitor: Visitor) -> bool:
        """Return whether a visitor plays all seats: the host does, while nobody else holds any."""
        return self.room.is_host(visitor) and not self.seating.is_shared(self.mark(visitor))

    def seat_of(self, visitor: Visitor, at: str) -> str:
        """Return the seat that a visitor plays and looks from; `PUBLIC` where they hold none.

        Args:
            visitor: whose seat.
            at: the one of their own that the page wants; else it is the one that they took last.
        """
        own = self.seating.own(self.mark(visitor))
        return at if at in own else next(reversed(own), PUBLIC)

    @property
    def is_busy(self) -> bool:
        """True while anybody looks on, a message is on its way, or an AI plays."""
        return bool(self.subscribers or self._asking or self.status.get("ai") in ("running", "paused"))

    @contextmanager
    def asking(self, name: str, seat: str) -> Generator[None]:
        """Show those of a seat that somebody waits for the referee; others may not know of it."""
        self._asking.append((seat, name))
        self.subscribers.tell({"asking": self._waiting(seat)}, seat)
        try:
            yield
        finally:
            self._asking.remove((seat, name))
            self.subscribers.tell({"asking": self._waiting(seat)}, seat)

    def _waiting(self, seat: str) -> str:
        return next((name for at, name in self._asking if at == seat), "")

    def say(self, status: Update) -> None:
        """Tell how it stands with an AI player."""
        self.status = status
        self.subscribers.tell(status)

    def gone(self) -> None:
        """Tell everybody that there is no such session any more."""
        self.subscribers.tell({"gone": True})

    async def stream(self, visitor: Visitor, at: str, since: int) -> AsyncIterator[str]:
        """Yield server-sent events for one visitor, until they go, move, or the session is gone.

        The form is that of the HTML standard, section "Server-sent events": the id of an event is the
        number of entries shown, and a browser that comes back says which it had.

        Args:
            visitor: who looks on; their name is shown to the others.
            at: from which seat of theirs; see `seat_of`.
            since: how many entries they have seen.
        """
        seat = self.seat_of(visitor, at)
        holder, feed, key = self.seating.holders.get(seat), self.feed(seat), self.room.key
        name = self.room.name(visitor) if self.is_of(visitor) else await self.room.enter(visitor)
        with self.subscribers.join(Subscriber(visitor.player_id, name, seat)) as queue:
            self.catch_up()
            update: Update = {"asking": self._waiting(seat), "room": True, **self.status}
            update["chat"] = self.room.chat()
            if since != feed.entries and self.room.key == key:
                yield event_text(await self._completed({"whole": True}, feed, visitor))
            while True:
                if self.seating.holders.get(seat) != holder or self.room.key != key:
                    update = {"reload": True}
                yield event_text(await self._completed(update, feed, visitor))
                if "gone" in update or "reload" in update:
                    return
                while not (waited := await _next(queue)):
                    yield ": still here\n\n"
                update = waited

    async def _completed(self, update: Update, feed: SeatFeed, visitor: Visitor) -> Update:
        """Return an update with what is to be read of the log, or depends on the visitor."""
        if update.get("whole"):
            whole = feed.whole(read_entries(self._engine, self.session_id))
            update = {**whole, "room": True, "seats": True, "chat": self.room.chat()}
            update["asking"] = self._waiting(feed.seat)
        if "room" in update:
            update = {**update, "room": self.room.shown_to(visitor)}
        parts: list[list[str]] = []
        if update.get("ended"):
            parts.append(["ending", await self.ending(visitor, feed.seat)])
        if self.seats and not {"seats", "ended"}.isdisjoint(update):
            parts.append(["seats", self.seats_html(visitor, feed.seat)])
        return {**update, "set": [*parts, *update.get("set", [])]} if parts else update

    def seats_html(self, visitor: Visitor, seat: str) -> str:
        """Return the panel of seats as a visitor sees it who looks from one of them, or from none."""
        rows = seat_rows(self.seats, self.seating, self.mark(visitor), seat, self.room.host)
        looks_on = not self.plays_all(visitor) and not any(row.is_active for row in rows)
        return render_template("seats", self.lang, rows=rows, ended=self.ended, looks_on=looks_on)


async def _next(queue: asyncio.Queue[Update]) -> Update | None:
    """Return the next update; None when it is time for a sign of life."""
    try:
        async with asyncio.timeout(_STILL_HERE_S):
            return await queue.get()
    except TimeoutError:
        return None
