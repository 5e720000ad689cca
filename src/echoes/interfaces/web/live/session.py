"""A session as it happens: its log, read along and handed to everybody who looks at it.

Whoever writes the log, this process or another, a player, an AI or an author: the page shows what the log
says, as far as the seat of whoever looks may see it. A reader who was away is sent the whole conversation;
nothing can be missed.
"""

import asyncio
import time
from collections.abc import AsyncIterator, Generator, Sequence
from contextlib import contextmanager
from dataclasses import asdict

from echoes.core.seats.projection import SeatProjection
from echoes.core.seats.seating import Seating, person_mark
from echoes.core.seats.visibility import PUBLIC
from echoes.engine.engine import GameEngine
from echoes.engine.log.projection import SessionProjection
from echoes.engine.sessions.finished_game import finished_game
from echoes.engine.sessions.queries import read_entries, read_tail, unblocked
from echoes.engine.sessions.session import GameSession
from echoes.engine.turns.narration import NarrationPiece
from echoes.engine.views.seat_presentation import SeatPresentation
from echoes.interfaces.web.i18n import texts_in
from echoes.interfaces.web.live.ai_status import AIStatus, ai_status
from echoes.interfaces.web.live.feed import SeatFeed
from echoes.interfaces.web.live.relay import OtherWorkers, Relay
from echoes.interfaces.web.live.room import LiveRoom
from echoes.interfaces.web.live.subscribers import Subscriber, Subscribers, Update, event_text, next_update
from echoes.interfaces.web.seat_rows import seat_rows
from echoes.interfaces.web.templating import render_template
from echoes.interfaces.web.views.game_view import GameView, view_of
from echoes.interfaces.web.visitors import Visitor


class LiveSession:
    """One session that somebody looks at.

    Args:
        engine: that plays it.
        session: that was opened.
        relay: tells the other workers.

    Attributes:
        seats: at its table; none where all share one.
        subscribers: those who look on.
        room: the people at its table; `ai`: how it stands with an AI player.
        looked_at: when a page of it was opened last, by the monotonic clock.
    """

    def __init__(self, engine: GameEngine, session: GameSession, relay: Relay) -> None:
        self._engine, self._session, self._relay = engine, session, relay
        self.session_id, self.started, self.lang = session.session_id, session.started, session.started.lang
        self.game = engine.games[session.started.game_type]
        self._position, self._reading = 0, asyncio.Lock()
        self._projection = SessionProjection(self.game, session.scenario)
        self._feeds: dict[str, SeatFeed] = {}
        self._asking: list[tuple[str, str]] = []
        self._asking_elsewhere = OtherWorkers()
        self.seats = session.seats
        self.looked_at = time.monotonic()
        self.subscribers = Subscribers(self.tell_who_is_here)
        self.room = LiveRoom(engine, self.session_id, self.started.player_id, self.subscribers, relay)
        self.ai = AIStatus()

    async def feed(self, seat: str) -> SeatFeed:
        """Return the page as a seat sees it."""
        while seat not in self._feeds:
            await self.catch_up()
            entries, position = await unblocked(self._engine, read_tail, self.session_id, 0)
            if position == self._position and seat not in self._feeds:  # as far as the other feeds have read
                seen = SeatPresentation(self.game, self._session, self._projection, SeatProjection(seat))
                self._feeds[seat] = SeatFeed(view_of(seen, self.room.current_name), seen.known, self._notice)
                self._feeds[seat].read(entries)
        return self._feeds[seat]

    async def view(self, seat: str = PUBLIC) -> GameView:
        """Return the view that draws the page of a seat."""
        return (await self.feed(seat)).view

    def _notice(self) -> str:
        """Return a word on what is not as usual; empty if all is."""
        away = self._engine.scenario_knowledge.has_fallen_back(self._session.scenario)
        return texts_in(self.lang)["fallen_back"] if away else ""

    @property
    def ended(self) -> bool:
        """Return whether the game is over."""
        return self._projection.ended

    @property
    def seating(self) -> Seating:
        """The holders of the seats."""
        return self._projection.seating

    @property
    def shared(self) -> bool:
        """Return whether several play it."""
        return self._projection.shared

    async def catch_up(self) -> None:
        """Read what was appended, and tell everybody as much of it as their seat may see."""
        async with self._reading:
            await self._catch_up()

    async def _catch_up(self) -> None:
        fresh, position = await unblocked(self._engine, read_tail, self.session_id, self._position)
        if not fresh:
            return
        anew = self._position == 0 or fresh[0].event.event == "session_started"
        changes_past = any(entry.event.revises_past for entry in fresh)
        before = self.seating.holders
        if anew or changes_past:
            entries, self._position = await unblocked(self._engine, read_tail, self.session_id, 0)
            self._projection.read(entries)
            for seat, feed in self._feeds.items():
                if feed.read(entries) or anew:
                    self.subscribers.tell({"whole": True}, seat)
        else:
            self._position = position
            self._projection.follow(fresh)
            for seat, feed in self._feeds.items():
                if update := feed.follow(fresh):
                    self.subscribers.tell(update, seat)
        self.room.note(fresh, map(self._projection.seat_label, self.seats))
        moved = [seat for seat in self.seats if before.get(seat) != self.seating.holders.get(seat)]
        for seat in moved:
            self.subscribers.tell({"reload": True}, seat)  # it is another's now, or nobody's
        if moved:
            self.subscribers.tell({"seats": True})

    async def ending(self, visitor: Visitor, seat: str) -> str:
        """Return the ending that a visitor at a seat is shown; empty before."""
        feed = await self.feed(seat)
        over = feed.ended and await finished_game(self._engine, self.started, feed.seat, visitor.player_id)
        return feed.view.ending(over) if over else ""

    def hear(self, piece: NarrationPiece) -> None:
        """Hand on a narrator's words as they come, also to the other workers."""
        self.show_piece(piece)
        self._relay.tell(self.session_id, "piece", **asdict(piece))

    def show_piece(self, piece: NarrationPiece) -> None:
        """Show a narrator's words to the seats that may hear them."""
        for seat, feed in self._feeds.items():
            if update := feed.hear(piece):
                self.subscribers.tell(update, seat)

    def is_of(self, visitor: Visitor) -> bool:
        """Return whether a visitor is its player."""
        return self.started.player_id == visitor.player_id

    def has_company(self, visitor: Visitor) -> bool:
        """Return whether anybody else looks on or holds a seat."""
        mark = self.mark(visitor)
        return self.subscribers.has_others(visitor.player_id, mark) or self.seating.is_shared(mark)

    def mark(self, visitor: Visitor) -> str:
        """Return the mark by which the log knows a visitor."""
        return self.room.mark(visitor)

    def plays_all(self, visitor: Visitor) -> bool:
        """Return whether a visitor plays all seats: the host does, while no other person or AI plays any."""
        alone = not (self.game.companion or self.seating.is_shared(self.mark(visitor)))
        return alone and self.room.is_host(visitor)

    def seat_of(self, visitor: Visitor, at: str) -> str:
        """Return the seat that a visitor plays and looks from; `PUBLIC` where they hold none.

        Args:
            visitor: whose seat.
            at: the one of their own that the page wants; else it is the one that they took last.
        """
        own = self.seating.own(self.mark(visitor))
        return at if at in own else next(reversed(own), PUBLIC)

    @property
    def is_watched(self) -> bool:
        """Return whether anybody looks on, at any worker."""
        return bool(self.subscribers or self.subscribers.elsewhere.people())

    @property
    def is_busy(self) -> bool:
        """Return whether anybody looks on, a message is on its way, or an AI plays."""
        return bool(self.subscribers or self._asking or self.ai.is_at_work)

    @contextmanager
    def asking(self, name: str, seat: str) -> Generator[None]:
        """Show those of a seat that somebody waits for the referee; others may not know of it."""
        self._asking.append((seat, name))
        self._tell_who_asks(seat)
        try:
            yield
        finally:
            self._asking.remove((seat, name))
            self._tell_who_asks(seat)

    def _tell_who_asks(self, seat: str) -> None:
        self.subscribers.tell({"asking": self._waiting(seat)}, seat)
        self._relay_who_asks(seat)

    def _relay_who_asks(self, seat: str) -> None:
        self._relay.tell(self.session_id, "asking", seat=seat, asking=[[*one] for one in self._asking])

    def show_who_asks(self, worker: str, asking: Sequence[tuple[str, str]], seat: str) -> None:
        """Show who waits for the referee at another worker, to those of the seat where that changed."""
        self._asking_elsewhere.note(worker, asking)
        self.subscribers.tell({"asking": self._waiting(seat)}, seat)

    @property
    def waiting(self) -> list[tuple[str, str]]:
        """Those who wait for the referee, here and at other workers: seats and names."""
        return [*self._asking, *self._asking_elsewhere.people()]

    def _waiting(self, seat: str) -> str:
        return next((name for at, name in self.waiting if at == seat), "")

    def say(self, status: Update) -> None:
        """Tell how it stands with an AI player, also to the other workers."""
        self._show_status(status)
        self._relay.tell(self.session_id, "status", status=status)

    def show_status(self, status: Update) -> None:
        """Show how it stands with an AI player of another worker, as long as that says so."""
        self._show_status(status, elsewhere=True)

    def _show_status(self, status: Update, elsewhere: bool = False) -> None:
        if self.ai.note(status, elsewhere):
            self.subscribers.tell(status)

    def tell_again(self) -> None:
        """Tell the other workers what of this one they would forget, or have not heard."""
        if self.subscribers:
            self.tell_who_is_here()
        for seat in dict.fromkeys(seat for seat, _ in self._asking):
            self._relay_who_asks(seat)
        if self.ai.is_here:
            self._relay.tell(self.session_id, "status", status=self.ai.shown())

    def drop_silent(self) -> None:
        """Take from the pages what a worker told that says no more."""
        if self.ai.is_lost:
            self._show_status(ai_status(self.lang, "over", "halted", self.ai.who))

    def tell_who_is_here(self) -> None:
        """Tell the other workers who looks on here."""
        people = [[person_mark(who, self.session_id), name] for who, name in self.subscribers.here()]
        self._relay.tell(self.session_id, "here", people=people)

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
        feed = await self.feed(seat)
        holder, key = self.seating.holders.get(seat), self.room.key
        name = await self.room.arrive(visitor)
        with self.subscribers.join(Subscriber(visitor.player_id, name, seat)) as queue:
            await self.catch_up()
            update: Update = {"asking": self._waiting(seat), "room": True, **self.ai.shown()}
            update["chat"] = self.room.chat()
            if since != feed.entries and self.room.key == key:
                yield event_text(await self._completed({"whole": True}, feed, visitor))
            while True:
                if self.seating.holders.get(seat) != holder or self.room.key != key:
                    update = {"reload": True}
                yield event_text(await self._completed(update, feed, visitor))
                if "gone" in update or "reload" in update:
                    return
                while not (waited := await next_update(queue)):
                    yield ": still here\n\n"
                if "bye" in waited:
                    return
                update = waited

    async def _completed(self, update: Update, feed: SeatFeed, visitor: Visitor) -> Update:
        """Return an update with what is to be read of the log, or depends on the visitor."""
        if update.get("whole"):
            whole = feed.whole(await unblocked(self._engine, read_entries, self.session_id))
            waiting = self._waiting(feed.seat)
            update = {**whole, "room": True, "seats": True, "chat": self.room.chat(), "asking": waiting}
        update = {**update, "room": self.room.shown_to(visitor)} if "room" in update else update
        parts = [["ending", await self.ending(visitor, feed.seat)]] if update.get("ended") else []
        if self.seats and not {"seats", "ended"}.isdisjoint(update):
            parts.append(["seats", self.seats_html(visitor, feed.seat)])
        return {**update, "set": [*parts, *update.get("set", [])]} if parts else update

    def seats_html(self, visitor: Visitor, seat: str) -> str:
        """Return the panel of seats as a visitor sees it who looks from one of them, or from none."""
        labels, room = {one: self._projection.seat_label(one) for one in self.seats}, self.room
        rows = seat_rows(labels, self.seating, room.mark(visitor), seat, room.host, room.current_name)
        looks_on = not self.plays_all(visitor) and not any(row.is_active for row in rows)
        return render_template("seats", self.lang, rows=rows, ended=self.ended, looks_on=looks_on)
