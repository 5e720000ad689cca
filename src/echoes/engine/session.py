"""One session: messages go in, recorded events come out."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, cast

from pydantic import JsonValue

from echoes.core.entries import Cause, Entry, Operation, number_turns
from echoes.core.errors import BadInput, EchoesError
from echoes.core.events import Event, SeatChange, SessionStarted, Trace
from echoes.core.history import last_turns
from echoes.core.plain_text import clean
from echoes.core.protocols import TimeSource
from echoes.core.reply_journal import Replies, ReplyFailure, ReplyJournal
from echoes.core.seating import changes_seat, must_have, must_hold, person_mark
from echoes.core.seats import PUBLIC, narrated_to, seen_of, turns_to_undo
from echoes.core.usage import Usage
from echoes.engine.recorder import Recorder
from echoes.engine.session_state import SessionState
from echoes.engine.turns import Thought, Turn, failure_event, undoing
from echoes.games.base import AnyGame
from echoes.games.context_window import Notes, Window
from echoes.games.resources import NarrationRequest
from echoes.games.scenario import Scenario
from echoes.games.turn_state import TurnState
from echoes.storage.backends import Storage

_COMPARED = ("game", "history")


class GameSession:
    """A session: it thinks about messages, records the results, and only then returns them.

    A message takes three steps: `read` and `commit` need the session's lock, `think` does not, so nobody
    waits for a model. A thought is committed only if the game has not moved on since.

    Args:
        entries: the log of the session, from its opening on.
        game: its game type.
        scenario: the version that it began with.
        graph: the game's graph.
        context: the run-time context of the graph's nodes.
        storage: log and checkpoints.
        clock: tells the time.
        journal: the journal through which the context asks for replies.

    Attributes:
        seats: the seats of the game; none if all share one.
    """

    def __init__(
        self,
        entries: Sequence[Entry],
        game: AnyGame,
        scenario: Scenario,
        graph: Any,
        context: Any,
        storage: Storage,
        clock: TimeSource,
        journal: ReplyJournal,
    ) -> None:
        self.started = cast("SessionStarted", entries[0].event)
        self.session_id = self.started.session_id
        self._game, self.scenario, self.seats = game, scenario, game.seats(scenario)
        self._graph, self._context, self._journal = graph, context, journal
        self._log = storage.event_log
        self._recorder = Recorder(storage.event_log, self.session_id, clock)
        self._state = SessionState(entries, game, scenario, storage)
        self._owed = Usage()

    @property
    def turn(self) -> int:
        """The number of the last turn."""
        return self._state.turn

    @property
    def ended(self) -> bool:
        """Tell whether the game is over."""
        return self._state.ended

    def listen(self, reader: str) -> None:
        """Keep events for a reader from now on; see `news`."""
        self._state.listen(reader)

    async def reconcile(self) -> list[str]:
        """Follow the log if it has grown, and repair the checkpoint; the caller holds the session's lock.

        Returns:
            The repairs, one line each.
        """
        repairs = await self._state.reconcile()
        self._recorder.follow(self._state.values.get("stamp", ""), self._state.values.get("entries", 0))
        return repairs

    async def read(self) -> TurnState[Any]:
        """Return the state to think about; the caller holds the session's lock."""
        await self.reconcile()
        return self._state.values

    async def think(
        self,
        before: TurnState[Any],
        text: str,
        seat: str = PUBLIC,
        replies: Replies | None = None,
        failures: Mapping[str, ReplyFailure] | None = None,
    ) -> Thought:
        """Think about a message from a seat; no lock is needed, and nothing is recorded.

        Args:
            before: the state, from `read`.
            replies, failures: the recorded replies, in a replay; without them models are asked.
        Raises:
            EchoesError: it can't be handled.
        """
        text = clean(text)
        must_have(self.seats, seat)
        state: TurnState[Any] = {
            **before, "message": text, "seat": seat, "outbox": [], "undo": 0, "scratch": {}
        }  # fmt: skip
        holder = self._state.seating.holders.get(seat)
        with self._journal.recording(replies, failures) as recording:
            result = await self._graph.ainvoke(state, context=self._context)
        return Thought(before, holder, text, seat, [*result["outbox"]], result.get("undo", 0), recording)

    async def fitted(self, thought: Thought) -> Thought | None:
        """Answer a message again from the replies of a thought that came too late; the lock is held.

        None if the replies no longer fit, or others would be needed.
        """
        now, holder = await self.read(), self._state.seating.holders.get(thought.seat)
        if self.ended or self.unsettled(now) or not thought.fits(self._game, now, holder):
            return None
        recording, text = thought.recording, thought.message or ""
        try:
            return await self.think(now, text, thought.seat, recording.replies, recording.failed)
        except EchoesError:
            return None

    def owe(self, usage: Usage) -> None:
        """Add the cost of discarded after-work to the next write."""
        self._owed += usage

    async def commit(
        self, thought: Thought, by: str = "", dropped: Usage | None = None, reader: str = PUBLIC
    ) -> Turn | None:
        """Record the result of a thought; the caller holds the session's lock.

        Args:
            thought: the thought, from `think` or `think_on`.
            by: the sender's name, if several play.
            dropped: the cost of earlier thoughts about the message that were discarded.
            reader: the reader that is answered; see `SessionState.news`.
        Returns:
            None if the game has moved on since the thought was begun; nothing was recorded then.
        """
        before = await self.read()
        compared = _COMPARED if thought.message is not None else (*_COMPARED, "turn")
        if any(before.get(key) != thought.before.get(key) for key in compared):
            return None
        if self._state.seating.holders.get(thought.seat) != thought.holder:
            return None
        must_hold(self._state.seating, thought.seat, by)
        entries = number_turns(thought.entries, self.turn)
        log = self._log.read(self.session_id) if thought.undo else []
        if count := turns_to_undo(log, thought.seat, thought.undo):
            entries = [undoing(self._game, self.scenario, log, count), *entries]
        recorded = await self._record(entries, thought.cause(entries, by, dropped))
        if thought.message is None:
            self._state.announce(entry.event for entry in recorded)
            return Turn("", PUBLIC, [])
        after = None if self.ended else self._state.values
        events = [entry.event for entry in recorded]
        news = self._state.news(reader, thought.seat)
        return Turn(thought.message, thought.seat, events, news, after, self._state.position)

    async def process_player_input(
        self,
        text: str,
        replies: Replies | None = None,
        by: str = "",
        seat: str = PUBLIC,
        failures: Mapping[str, ReplyFailure] | None = None,
    ) -> list[Event]:
        """Handle one message by `think` and `commit`, whose arguments it takes; the lock is held."""
        thought = await self.think(await self.read(), text, seat, replies, failures)
        turn = await self.commit(thought, by)
        assert turn, "nothing moves while the lock is held"
        return [*turn.news, *turn.events]

    def unsettled(self, state: TurnState[Any]) -> bool:
        """Tell from the state whether after-work of the last turn is left, also after a crash."""
        return not self.ended and self._game.unsettled(state.get("game"))

    def news(self, reader: str, seat: str) -> list[Event]:
        """Return the events outside of messages since a reader's last call, as a seat may see them."""
        return self.seen(self._state.news(reader, seat), seat)

    async def think_on(
        self,
        before: TurnState[Any],
        replies: Replies | None = None,
        failures: Mapping[str, ReplyFailure] | None = None,
    ) -> Thought:
        """Do the after-work of the last turn, or raise EchoesError; no lock is needed."""
        with self._journal.recording(replies, failures) as recording:
            entries = await self._game.settle(self._context, before)
        return Thought(before, None, None, PUBLIC, [*entries], 0, recording)

    async def refuse(self, error: str | EchoesError, text: str, seat: str, spent: Usage) -> Turn:
        """Record why a message failed although models were asked; the lock is held."""
        await self.reconcile()
        failed = failure_event(error, self.turn, seat)
        recorded = await self._record([Entry(failed, Trace(usage=spent))])
        return Turn(text, seat, [entry.event for entry in recorded])

    async def sit(self, change: SeatChange, host: str = "") -> list[Event]:
        """Record that somebody takes or leaves a seat, or raise BadInput; the lock is held."""
        await self.reconcile()
        owner = host or person_mark(self.started.player_id, self.session_id)
        if not changes_seat(self.seats, self._state.seating, change, owner):
            return []
        event = change.model_copy(update={"turn": self.turn})
        return await self._change(Entry(event), Cause(by=change.by, seat=change.seat))

    def seen(self, events: Sequence[Event], seat: str) -> list[Event]:
        """Return those of just recorded events that a seat may see, numbered as it counts."""
        return seen_of(events, self._log.read(self.session_id), seat) if self._state.private else [*events]

    async def undo(self, count: int) -> list[Event]:
        """Take back the last turns, and return the event of it, if there were any; the lock is held."""
        await self.reconcile()
        entries = self._log.read(self.session_id)
        if not last_turns(entries, count):
            return []
        return await self._change(undoing(self._game, self.scenario, entries, count), Cause(undo=count))

    async def operate(self, operation: str, arguments: Mapping[str, JsonValue]) -> list[Event]:
        """Do an operation of an author or operator, or raise BadInput; the lock is held."""
        form = self._game.operation(operation, arguments)
        entry = self._game.operate(self._context, await self.state(), form)
        return await self._change(
            entry, Cause(operation=Operation(name=operation, arguments=form.model_dump(mode="json")))
        )

    async def _change(self, entry: Entry, cause: Cause) -> list[Event]:
        """Record a change from outside the game."""
        if self.ended:
            raise BadInput("this session has ended", "Fork it to go on from an earlier turn.")
        return [entry.event for entry in await self._record([entry], cause)]

    async def _record(self, entries: Sequence[Entry], cause: Cause | None = None) -> list[Entry]:
        if not entries:
            return []
        if cause and self._owed != Usage():
            cause = cause.model_copy(update={"dropped": self._owed + (cause.dropped or Usage())})
        recorded = await self._recorder.record(entries, cause, self._state.position)
        self._owed = Usage() if cause else self._owed
        await self._state.recorded(recorded)
        return recorded

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
        if self._state.position != since:
            entries = self._log.read(self.session_id)
            counts = entry.event.turn in last_turns(entries, len(entries)) and not self.ended
            entry = entry if counts else entry.changed(text="")
        return [entry.event for entry in await self._record([entry])]

    async def next_seat(self, by: str = "") -> str:
        """Return the seat that somebody holds, else the first that may act next; the lock is held."""
        may = self._game.may_act(self.scenario, await self.state()) if self.seats else ()
        own = [seat for seat, holder in self._state.seating.holders.items() if by and holder.name == by]
        return next(iter([*(seat for seat in may if seat in own), *own, *(may or self.seats)]), PUBLIC)

    async def state(self) -> Any:
        """Return the game's own state; the caller holds the session's lock."""
        return (await self.read()).get("game")

    async def window(
        self, role: str, message: str = "", name: str | None = None, notes: Notes = (), seat: str = PUBLIC
    ) -> Window:
        """Return what a role would be shown with a message from a seat; the lock is held."""
        state: TurnState[Any] = {**await self.read(), "seat": seat}
        return await self._game.window(role, self._context, state, message, name, notes)

    def failed(self, error: EchoesError) -> Event:
        """Return an event that says why a message could not be handled; it is not in the log."""
        return self._recorder.transient_event(failure_event(error, self.turn))
