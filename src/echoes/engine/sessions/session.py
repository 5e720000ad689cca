"""One session: messages go in, recorded events come out."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from echoes.core.errors import BadInput, EchoesError
from echoes.core.log.entries import Cause, Entry, Operation, number_turns
from echoes.core.log.events import Event, Trace
from echoes.core.log.lineage import MainLineChosen
from echoes.core.log.queries import last_turns
from echoes.core.log.reply_journal import Replies, ReplyFailure, ReplyJournal
from echoes.core.operation.tracing import span
from echoes.core.operation.usage import Usage
from echoes.core.seats.events import SeatChange
from echoes.core.seats.seating import changes_seat, must_have, must_hold, person_mark
from echoes.core.seats.visibility import PUBLIC, narrated_to, turns_to_undo
from echoes.core.text.plain_text import clean
from echoes.engine.log.projection import undo_entry
from echoes.engine.log.session_log import SessionLog
from echoes.engine.turns.turn import PreparedTurn, Turn, failure_event
from echoes.games.context_window import Notes, Window
from echoes.games.resources import NarrationRequest
from echoes.games.turn_state import TurnState

_COMPARED = ("game", "history")


class GameSession:
    """A session: it prepares turns, records them, and only then returns them.

    A message takes three steps: `read` and `commit` need the session's lock, `prepare` does not, so nobody
    waits for a model. A turn is committed only if the game has not moved on since.

    Args:
        log: the log of the session.
        graph: the game's graph.
        context: the run-time context of the graph's nodes.
        journal: the journal through which the context asks for replies.

    Attributes:
        projection: the session as far as its log was read; the whole of it after `reconcile`.
        scenario: the version that it began with.
        seats: the seats of the game; none if all share one.

    >>> async def opening():
    ...     async with open_engine() as engine:
    ...         session: GameSession = await engine.create_session("wrong_umbrella", lang="zh")
    ...         return session.started.title, session.turn, session.ended
    >>> asyncio.run(opening())
    ('不是她的伞', 0, False)
    """

    def __init__(self, log: SessionLog, graph: Any, context: Any, journal: ReplyJournal) -> None:
        self._log, self.started, self.session_id = log, log.started, log.session_id
        self._game, self.scenario = log.game, log.scenario
        self.seats, self.projection = log.game.seats(log.scenario), log.projection
        self._graph, self._context, self._journal = graph, context, journal

    @property
    def turn(self) -> int:
        """The number of the last turn."""
        return self.projection.turn

    @property
    def ended(self) -> bool:
        """Return whether the game is over."""
        return self.projection.ended

    def listen(self, reader: str) -> None:
        """Keep events for a reader from now on; see `news`."""
        self._log.unread.listen(reader)

    async def reconcile(self) -> list[str]:
        """Follow the log if it has grown, and repair the checkpoint; the caller holds the session's lock.

        Returns:
            The repairs, one line each.
        """
        return await self._log.reconcile()

    async def read(self) -> TurnState[Any]:
        """Return the state to prepare a turn from; the caller holds the session's lock."""
        await self.reconcile()
        return self.projection.state

    async def prepare(
        self,
        before: TurnState[Any],
        text: str,
        seat: str = PUBLIC,
        replies: Replies | None = None,
        failures: Mapping[str, ReplyFailure] | None = None,
        is_replay: bool = True,
        by: str = "",
    ) -> PreparedTurn:
        """Prepare the turn of a message from a seat; no lock is needed, and nothing is recorded.

        Args:
            before: the state, from `read`.
            replies, failures: the recorded replies, in a replay; without them models are asked.
            is_replay: whether they are the log's, and not those of a turn that is prepared again.
            by: the sender's name.
        Raises:
            EchoesError: it can't be handled.
        """
        text = clean(text)
        must_have(self.seats, seat)
        state: TurnState[Any] = {
            **before, "message": text, "seat": seat, "by": by, "outbox": [], "undo": 0
        }  # fmt: skip
        holder = self.projection.seating.holders.get(seat)
        with self._journal.recording(replies, failures, is_replay) as recording, span("graph"):
            result = await self._graph.ainvoke(state, context=self._context)
        outbox, undo = [*result["outbox"]], result.get("undo", 0)
        return PreparedTurn(before, holder, text, seat, outbox, undo, recording, by)

    async def rebase(self, prepared: PreparedTurn) -> PreparedTurn | None:
        """Prepare a turn that came too late again, from its own replies; the lock is held.

        None if the replies no longer fit, or others would be needed.
        """
        now, holder = await self.read(), self.projection.seating.holders.get(prepared.seat)
        if self.ended or self.unsettled(now) or not prepared.fits(self._game, now, holder):
            return None
        recording, text = prepared.recording, prepared.message or ""
        try:
            return await self.prepare(
                now, text, prepared.seat, recording.replies, recording.failed, False, prepared.by
            )
        except EchoesError:
            return None

    def defer_usage(self, usage: Usage) -> None:
        """Add the cost of discarded follow-up work to the next write."""
        self._log.defer_usage(usage)

    async def commit(
        self, prepared: PreparedTurn, by: str = "", dropped: Usage | None = None, reader: str = PUBLIC
    ) -> Turn | None:
        """Record a prepared turn; the caller holds the session's lock.

        Args:
            prepared: the turn, from `prepare` or `prepare_follow_up`.
            by: the sender's name, if several play.
            dropped: the cost of earlier attempts at it that were discarded.
            reader: the reader that is answered; see `UnreadEvents.take`.
        Returns:
            None if the game has moved on since it was begun; nothing was recorded then.
        """
        before = await self.read()
        compared = _COMPARED if prepared.message is not None else (*_COMPARED, "turn")
        if any(before.get(key) != prepared.before.get(key) for key in compared):
            return None
        if self.projection.seating.holders.get(prepared.seat) != prepared.holder:
            return None
        must_hold(self.projection.seating, prepared.seat, by)
        entries = number_turns(prepared.entries, self.turn)
        log = await self._log.entries() if prepared.undo else []
        if count := turns_to_undo(log, prepared.seat, prepared.undo):
            entries = [undo_entry(self._game, self.scenario, log, count), *entries]
        recorded = await self._log.record(entries, prepared.cause(entries, by, dropped), log)
        if prepared.message is None:
            self._log.unread.announce(entry.event for entry in recorded)
            return Turn("", PUBLIC, [])
        after = None if self.ended else self.projection.state
        events = [entry.event for entry in recorded]
        news = self._log.unread.take(reader, prepared.seat)
        return Turn(prepared.message, prepared.seat, events, news, after, self._log.position)

    async def process_player_input(
        self,
        text: str,
        replies: Replies | None = None,
        by: str = "",
        seat: str = PUBLIC,
        failures: Mapping[str, ReplyFailure] | None = None,
    ) -> list[Event]:
        """Handle one message by `prepare` and `commit`, whose arguments it takes; the lock is held."""
        prepared = await self.prepare(await self.read(), text, seat, replies, failures, by=by)
        turn = await self.commit(prepared, by)
        assert turn, "nothing moves while the lock is held"
        return [*turn.news, *turn.events]

    def unsettled(self, state: TurnState[Any]) -> bool:
        """Tell from the state whether follow-up work of the last turn is left, also after a crash."""
        return not self.ended and self._game.unsettled(state.get("game"))

    async def news(self, reader: str, seat: str, moves: bool = False) -> list[Event]:
        """Return the events outside of messages since a reader's last call, as a seat may see them."""
        return await self._log.seen(self._log.unread.take(reader, seat, moves), seat)

    async def prepare_follow_up(
        self,
        before: TurnState[Any],
        replies: Replies | None = None,
        failures: Mapping[str, ReplyFailure] | None = None,
    ) -> PreparedTurn:
        """Do the follow-up work of the last turn, or raise EchoesError; no lock is needed."""
        with self._journal.recording(replies, failures) as recording:
            entries = await self._game.settle(self._context, before)
        return PreparedTurn(before, None, None, PUBLIC, [*entries], 0, recording)

    async def refuse(self, error: str | EchoesError, text: str, seat: str, spent: Usage) -> Turn:
        """Record why a message failed although models were asked; the lock is held."""
        await self.reconcile()
        failed = failure_event(error, self.turn, seat)
        recorded = await self._log.record([Entry(failed, Trace(usage=spent))])
        return Turn(text, seat, [entry.event for entry in recorded])

    async def sit(self, change: SeatChange, host: str = "") -> list[Event]:
        """Record that somebody takes or leaves a seat, or raise BadInput; the lock is held."""
        await self.reconcile()
        owner = host or person_mark(self.started.player_id, self.session_id)
        if not changes_seat(self.seats, self.projection.seating, change, owner):
            return []
        event = change.model_copy(update={"turn": self.turn})
        return await self._change(Entry(event), Cause(by=change.by, seat=change.seat))

    async def choose_as_main_line(self, choice: int) -> list[Event]:
        """Record that it is the main line of its lineage, by a choice of this number; the lock is held."""
        await self.reconcile()
        chosen = Entry(MainLineChosen(choice=choice, turn=self.turn))
        return [entry.event for entry in await self._log.record([chosen])]

    async def seen(self, events: Sequence[Event], seat: str) -> list[Event]:
        """Return those of just recorded events that a seat may see, numbered as it counts."""
        return await self._log.seen(events, seat)

    async def undo(self, count: int) -> list[Event]:
        """Take back the last turns, and return the event of it, if there were any; the lock is held."""
        await self.reconcile()
        entries = await self._log.entries()
        if not last_turns(entries, count):
            return []
        undone = undo_entry(self._game, self.scenario, entries, count)
        return await self._change(undone, Cause(undo=count), entries)

    async def operate(self, operation: Operation) -> list[Event]:
        """Do an operation of an author or operator, or raise BadInput; the lock is held."""
        form = self._game.operation(operation)
        entry = await self._game.operate(self._context, await self.state(), form)
        done = Operation(name=operation.name, arguments=form.model_dump(mode="json"))
        return await self._change(entry, Cause(operation=done))

    async def _change(self, entry: Entry, cause: Cause, log: Sequence[Entry] = ()) -> list[Event]:
        """Record a change from outside the game."""
        if self.ended:
            raise BadInput("this session has ended", "Fork it to go on from an earlier turn.")
        return [entry.event for entry in await self._log.record([entry], cause, log)]

    async def narration_request(self, turn: Turn) -> NarrationRequest | None:
        """Return the request to a narrator for a turn; that of a hidden turn is for its audience."""
        events, audience = narrated_to(turn.events)
        if turn.after is None or not events:
            return None
        message = turn.message if audience in [(turn.seat,), ()] and len(events) == len(turn.events) else ""
        request = await self._game.narration_request(self._context, turn.after, message, events)
        return replace(request, audience=audience) if request else None

    async def record_narration(self, entry: Entry, since: int) -> list[Event]:
        """Record a narration that was requested when the log stood at `since`; the lock is held."""
        await self.reconcile()
        if self._log.position != since:
            entries = await self._log.entries()
            counts = entry.event.turn in last_turns(entries, len(entries)) and not self.ended
            entry = entry if counts else entry.changed(text="")
        return [entry.event for entry in await self._log.record([entry])]

    async def next_seat(self, by: str = "") -> str:
        """Return the seat that somebody holds, else the first that may act next; the lock is held."""
        may = self._game.may_act(self.scenario, await self.state()) if self.seats else ()
        own = [seat for seat, holder in self.projection.seating.holders.items() if by and holder.name == by]
        return next(iter([*(seat for seat in may if seat in own), *own, *(may or self.seats)]), PUBLIC)

    async def state(self) -> Any:
        """Return the game's own state; the caller holds the session's lock."""
        return (await self.read()).get("game")

    async def window(
        self, role: str, message: str = "", name: str | None = None, notes: Notes = (), seat: str = PUBLIC
    ) -> Window:
        """Return the window that a role would be shown with a message from a seat; the lock is held."""
        state: TurnState[Any] = {**await self.read(), "seat": seat}
        return await self._game.window(role, self._context, state, message, name, notes)

    def failed(self, error: EchoesError, seat: str = PUBLIC) -> Event:
        """Return an event that tells a seat why its message could not be handled; it is not in the log."""
        return self._log.transient_event(failure_event(error, self._log.turn(seat)))
