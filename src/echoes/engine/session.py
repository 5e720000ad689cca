"""One session: a message goes in, recorded events come out."""

import logging
from collections.abc import Sequence
from typing import Any

from pydantic import JsonValue

from echoes.core.entries import Cause, Entry
from echoes.core.errors import BadInput, EchoesError, OperatorError
from echoes.core.events import Event, SeatChange, SessionStarted, TurnFailed
from echoes.core.history import ending_of, last_turns
from echoes.core.plain_text import clean
from echoes.core.protocols import Clock
from echoes.core.seats import PUBLIC, held_seats, is_private
from echoes.core.tape import Tape
from echoes.engine.checkpoint import Checkpoint
from echoes.engine.recorder import Recorder
from echoes.engine.seating import changes_seat, must_have, seen_of
from echoes.engine.turns import fold, spent_on, undoing
from echoes.games.base import AnyGame
from echoes.games.context_window import Notes, Window
from echoes.games.scenario import Scenario
from echoes.games.table import Telling
from echoes.games.turn_state import TurnState
from echoes.storage.backends import Storage

_PRUNE_EVERY = 16
_COMPARED = ("entries", "stamp", "game", "history")


class GameSession:
    """Runs the graph for each message, records what comes out, and only then returns it.

    The log is the truth. The checkpoint only serves resuming: before each message it is
    compared with the log, and rebuilt where they differ.

    Args:
        started: the first event of the session.
        game: its game type.
        scenario: the version that it began with.
        graph: the game's graph, compiled with the checkpointer.
        context: what the nodes are handed.
        storage: log and checkpoints.
        clock: tells the time.
        tape: the one through which the context's referee speaks.

    Attributes:
        turn: the number of the last turn.
        ended: whether the game is over.
    """

    def __init__(
        self,
        started: SessionStarted,
        game: AnyGame,
        scenario: Scenario,
        graph: Any,
        context: Any,
        storage: Storage,
        clock: Clock,
        tape: Tape,
    ) -> None:
        self.started, self.session_id = started, started.session_id
        self._game, self.scenario, self._seats = game, scenario, game.seats(scenario)
        self._graph, self._context = graph, context
        self._storage = storage
        self._log = storage.event_log
        self._recorder = Recorder(storage.event_log, self.session_id, clock)
        self._config = {"configurable": {"thread_id": self.session_id}}
        self._checkpoint = Checkpoint(graph, self._config, self.session_id, storage)
        self._position = -1
        self._tape = tape
        self.turn = 0
        self._entries = 0
        self._messages = 0
        self.ended, self._private = False, False
        self._latest, self._said, self._news = TurnState[Any](), "", list[Event]()

    async def process_player_input(
        self, text: str, replies: Sequence[JsonValue] | None = None, by: str = "", seat: str = PUBLIC
    ) -> list[Event]:
        """Handle one message; the caller holds the session's lock.

        Args:
            text: what the player sent.
            replies: what the referee said, in a replay; None asks it.
            by: who sent it, where several play.
            seat: from which seat.
        Returns:
            The events that it led to, already in the log; the secret ones of other seats among them.
        Raises:
            EchoesError: nothing was recorded, and the session is as before.
        """
        await self._mended()
        text = clean(text)
        stamp = self._recorder.now()
        self._tape.start(replies)
        must_have(self._seats, seat)
        desk = TurnState[Any](message=text, seat=seat, outbox=[], undo=0, scratch={})
        turn = {**desk, "turn": self.turn, "entries": self._entries, "stamp": stamp}
        result = await self._graph.ainvoke(turn, self._config, context=self._context, durability="exit")
        self._latest, self._said = result, text
        entries: list[Entry] = [*result["outbox"]]
        count = result.get("undo", 0)
        if count and last_turns(before := self._log.read(self.session_id), count):
            entries = [undoing(self._game, self.scenario, before, count), *entries]
        recorded = await self._record(entries, stamp, self._cause(text, entries, by, seat))
        await self._settle(recorded, rebuilt=bool(count))
        news, self._news = self._news, []
        return [*news, *(entry.event for entry in recorded)]

    async def sit(self, change: SeatChange) -> list[Event]:
        """Record that somebody takes or leaves a seat; the caller holds the session's lock.

        Raises:
            BadInput: it can't be.
        """
        await self._mended()
        if not changes_seat(self._seats, held_seats(self._log.read(self.session_id)), change):
            return []
        event = change.model_copy(update={"turn": self.turn})
        return await self._change(Entry(event), Cause(by=change.by, seat=change.seat))

    def seen(self, events: Sequence[Event], seat: str) -> list[Event]:
        """What a seat sees of events that were just recorded, as it counts them."""
        return seen_of(events, self._log.read(self.session_id), seat) if self._private else [*events]

    async def undo(self, count: int) -> list[Event]:
        """Take back the last turns; the caller holds the session's lock.

        Returns:
            The event that says so; none where nothing can be taken back.
        """
        await self._mended()
        entries = self._log.read(self.session_id)
        if not last_turns(entries, count):
            return []
        return await self._change(undoing(self._game, self.scenario, entries, count), Cause(undo=count))

    async def correct(self, turn: int, ruling: str, facts: Sequence[str], because: str = "") -> list[Event]:
        """Correct the ruling of an earlier turn; the caller holds the session's lock.

        Returns:
            The event that says so, already in the log.
        Raises:
            BadInput: there is no such ruling, or the session has ended.
        """
        await self._mended()
        game = (await self._checkpoint.values())["game"]
        entry = self._game.correction(self._context, game, turn, ruling, facts, because)
        said: dict[str, JsonValue] = {"turn": turn, "ruling": ruling, "facts": [*facts], "because": because}
        return await self._change(entry, Cause(correction=said))

    async def _change(self, entry: Entry, cause: Cause) -> list[Event]:
        """Record what changes earlier turns from outside the game, and build the state anew."""
        if self.ended:
            raise BadInput("this session has ended", "Fork it to go on from an earlier turn.")
        recorded = await self._record([entry], self._recorder.now(), cause)
        await self._settle(recorded, rebuilt=True)
        return [entry.event for entry in recorded]

    async def _record(self, entries: Sequence[Entry], stamp: str, cause: Cause | None = None) -> list[Entry]:
        return await self._recorder.record(entries, stamp, cause, self._position)

    async def telling(self, events: Sequence[Event]) -> Telling | None:
        """What a narrator is to say to the message that was just handled; None for nothing."""
        state, said = self._latest, self._said
        return None if self.ended else await self._game.telling(self._context, state, said, events)

    async def add(self, entry: Entry, since: int) -> list[Event]:
        """Record what belongs to a turn and changes nothing in the game; the caller holds the lock.

        Args:
            entry: words about a turn; they are left out where the turn no longer counts.
            since: the log's position when they were asked for.
        """
        await self._mended()
        if self._position != since:
            entries = self._log.read(self.session_id)
            counts = entry.event.turn in last_turns(entries, len(entries)) and not self.ended
            entry = entry if counts else entry.changed(text="")
        recorded = await self._record([entry], self._recorder.now())
        await self.hear(recorded)
        return [entry.event for entry in recorded]

    async def hear(self, entries: Sequence[Entry]) -> None:
        """Take note of entries that change nothing in the game and are in the log already."""
        self._follow(entries, self._position)
        spent = spent_on(entries, (await self._checkpoint.values()).get("spent"))
        state = {"entries": self._entries, "stamp": self._recorder.latest, "spent": spent}
        await self._checkpoint.change(state)

    @property
    def position(self) -> int:
        """Where the log stood when it was last looked at."""
        return self._position

    async def next_seat(self) -> str:
        """The seat that may act next, the first where several may; the caller holds the session's lock."""
        may = self._game.may_act(self.scenario, await self.state()) if self._seats else ()
        return next(iter(may or self._seats), PUBLIC)

    async def state(self) -> Any:
        """The game's own state, for the game's own code; the caller holds the session's lock."""
        await self._mended()
        return (await self._checkpoint.values())["game"]

    async def window(
        self, role: str, message: str = "", name: str | None = None, notes: Notes = ()
    ) -> Window:
        """What a role would be shown with a message.

        Args:
            role: who looks.
            message: what the player sends; empty for nothing.
            name: as whom, where several play the role.
            notes: what was noted beside the session, each after the name of who noted it.
        Raises:
            UnknownName: the game lays out no contexts.
            BadSetting: the role's budget does not hold what it can't do without.
        """
        await self._mended()
        state: Any = await self._checkpoint.values()
        return await self._game.window(role, self._context, state, message, name, notes)

    def failed(self, error: EchoesError) -> Event:
        """The event that says why a message could not be handled; it is not in the log."""
        who = "operator" if isinstance(error, OperatorError) else "player"
        return self._recorder.unrecorded(TurnFailed(error=str(error), mended_by=who, turn=self.turn))

    def _cause(self, text: str, entries: Sequence[Entry], by: str, seat: str) -> Cause | None:
        """What the log keeps of a message; nothing of one that was refused."""
        if not entries or isinstance(entries[0].event, TurnFailed):
            return None
        return Cause(message=text, by=by, seat=seat, replies=self._tape.kept)

    def _follow(self, entries: Sequence[Entry], since: int) -> None:
        """Go on behind what was read of the log from a position on."""
        if since == 0:
            self._entries, self.turn, self.ended = 0, 0, False
        self._entries += len(entries)
        self._recorder.follow(entries, self._entries)
        self.turn = max([self.turn, *(entry.event.turn for entry in entries)])
        self.ended = self.ended or ending_of(entries) is not None
        self._private = self._private or is_private(entry.event for entry in entries)
        self._position = self._log.position(self.session_id)

    async def mend(self) -> list[str]:
        """Read the log where it has grown, and bring the checkpoint in line with it.

        The caller holds the session's lock. The graph saves its checkpoint before the log is
        written, so that a crash in between leaves a checkpoint that nobody was shown. The first
        time the state is built from the log in any case: a damaged checkpoint would be believed.

        Returns:
            What was repaired, a line each.
        """
        repairs: list[str] = []
        entries: list[Entry] | None = None
        position = self._log.position(self.session_id)
        if self._position != position:
            since = self._position if 0 < self._position < position else 0
            entries, repaired = self._log.repair(self.session_id, since)
            repairs += [repaired] if repaired else []
            if entries and isinstance(entries[0].event, SessionStarted):
                since = 0  # another file took its place, and was read from the beginning
            self._follow(entries, since)
            # What an author corrected from elsewhere, the player has not been told yet.
            self._news += [e.event for e in entries if since and e.event.is_news]
            entries = None if since else entries
        known = await self._checkpoint.read()
        # Count and time of the last entry tell whether a checkpoint belongs to this log.
        ours = {"entries": self._entries, "stamp": self._recorder.latest}
        if self._checkpoint.built and known and ours.items() <= known.items():
            return repairs
        state = self._state_of(entries or self._log.read(self.session_id))
        right = known is not None and all(known.get(key) == state.get(key) for key in _COMPARED)
        await self._checkpoint.write(state)
        if not right and (known is not None or (self._entries > 1 and not self.started.forked_from)):
            repairs.append(f"the state of session '{self.session_id}' was built again from its log")
        return repairs

    async def _mended(self) -> None:
        for line in await self.mend():
            logging.getLogger(__name__).warning("%s", line)

    def _state_of(self, entries: Sequence[Entry]) -> TurnState[Any]:
        state = fold(self._game, self.scenario, entries)
        state.update(stamp=self._recorder.latest, undo=0)
        return state

    async def _settle(self, recorded: Sequence[Entry], rebuilt: bool) -> None:
        self._follow(recorded, self._position)
        if rebuilt:
            await self._checkpoint.write(self._state_of(self._log.read(self.session_id)))
        self._messages += 1
        if self._messages % _PRUNE_EVERY == 1:
            await self._storage.prune(self.session_id)
