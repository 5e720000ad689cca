"""One session: a message goes in, recorded events come out."""

import logging
from collections.abc import Mapping, Sequence
from typing import Any

from pydantic import JsonValue

from echoes.core.errors import BadInput, EchoesError, OperatorError
from echoes.core.events import Draft, GameEvent, RulingCorrected, SessionEnded, SessionStarted
from echoes.core.history import active, draft_of, last_turns
from echoes.core.log_entries import Cause, LogEntry
from echoes.core.plain_text import clean
from echoes.core.protocols import Clock
from echoes.core.roles import Role
from echoes.core.tape import Tape
from echoes.core.usage import Usage
from echoes.engine.checkpoint import Checkpoint
from echoes.engine.history import fold
from echoes.engine.recorder import Recorder
from echoes.games.base import GameType, Scenario, TurnState
from echoes.games.context_window import Window
from echoes.games.rolling import usage_of
from echoes.games.table import Telling
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
        game: GameType,
        scenario: Scenario,
        graph: Any,
        context: Any,
        storage: Storage,
        clock: Clock,
        tape: Tape,
    ) -> None:
        self.started = started
        self.session_id = started.session_id
        self._game = game
        self.scenario = scenario
        self._graph = graph
        self._context = context
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
        self.ended = False
        self._latest, self._said = TurnState(), ""
        self._news: list[GameEvent] = []

    async def process_player_input(
        self, text: str, replies: Sequence[JsonValue] | None = None, by: str = ""
    ) -> list[GameEvent]:
        """Handle one message; the caller holds the session's lock.

        Args:
            text: what the player sent.
            replies: what the referee said, in a replay; None asks it.
            by: who sent it, where several play.
        Returns:
            The events that it led to, already in the log.
        Raises:
            EchoesError: nothing was recorded, and the session is as before.
        """
        self._report(await self.mend())
        text = clean(text)
        stamp = self._recorder.now()
        self._tape.start(replies)
        desk = TurnState(message=text, outbox=[], undo=0, scratch={})
        turn = {**desk, "turn": self.turn, "entries": self._entries, "stamp": stamp}
        result = await self._graph.ainvoke(turn, self._config, context=self._context, durability="exit")
        self._latest, self._said = result, text
        drafts: list[Draft] = result["outbox"]
        if count := result.get("undo", 0):
            drafts = [self._undoing(self._log.read(self.session_id), count), *drafts]
        cause = self._cause(text, drafts, by)
        recorded = self._recorder.record(drafts, stamp, cause, self._position)
        await self._settle(recorded, rebuilt=bool(count))
        news, self._news = self._news, []
        return [*news, *(entry.event for entry in recorded)]

    async def undo(self, count: int) -> list[GameEvent]:
        """Take back the last turns; the caller holds the session's lock.

        Returns:
            The event that says so; none where nothing can be taken back.
        """
        self._report(await self.mend())
        entries = self._log.read(self.session_id)
        if not last_turns(entries, count):
            return []
        return await self._change(self._undoing(entries, count), Cause(undo=count))

    async def correct(
        self, turn: int, ruling: str, facts: Sequence[str], because: str = ""
    ) -> list[GameEvent]:
        """Correct the ruling of an earlier turn; the caller holds the session's lock.

        Returns:
            The event that says so, already in the log.
        Raises:
            BadInput: there is no such ruling, or the session has ended.
        """
        self._report(await self.mend())
        game = (await self._checkpoint.values())["game"]
        draft = self._game.correction(self._context, game, turn, ruling, facts, because)
        said: dict[str, JsonValue] = {"turn": turn, "ruling": ruling, "facts": [*facts], "because": because}
        return await self._change(draft, Cause(correction=said))

    async def _change(self, draft: Draft, cause: Cause) -> list[GameEvent]:
        """Record what changes earlier turns from outside the game, and build the state anew."""
        if self.ended:
            raise BadInput("this session has ended", "Fork it to go on from an earlier turn.")
        recorded = self._recorder.record([draft], self._recorder.now(), cause, self._position)
        await self._settle(recorded, rebuilt=True)
        return [entry.event for entry in recorded]

    async def telling(self, events: Sequence[GameEvent]) -> Telling | None:
        """What a narrator is to say to the message that was just handled; None for nothing."""
        if self.ended:
            return None
        return await self._game.telling(self._context, self._latest, self._said, events)

    async def add(self, draft: Draft, since: int) -> list[GameEvent]:
        """Record what belongs to a turn and changes nothing in the game; the caller holds the lock.

        Args:
            draft: words about a turn; they are left out where the turn no longer counts.
            since: the log's position when they were asked for.
        """
        self._report(await self.mend())
        if self._position != since:
            entries = self._log.read(self.session_id)
            counts = draft["turn"] in last_turns(entries, len(entries)) and not self.ended
            draft = draft if counts else {**draft, "text": ""}
        recorded = self._recorder.record([draft], self._recorder.now(), None, self._position)
        await self.hear(recorded)
        return [entry.event for entry in recorded]

    async def hear(self, entries: Sequence[LogEntry]) -> None:
        """Take note of entries that change nothing in the game and are in the log already."""
        self._follow(entries, self._position)
        before = Usage(**(await self._checkpoint.values()).get("spent", {}))
        spent = usage_of([draft_of(entry) for entry in entries], before)
        state = {"entries": self._entries, "stamp": self._recorder.latest, "spent": spent}
        await self._checkpoint.change(state)

    @property
    def position(self) -> int:
        """Where the log stood when it was last looked at."""
        return self._position

    async def state(self) -> dict[str, Any]:
        """The game's own state, for the game's own code."""
        self._report(await self.mend())
        return (await self._checkpoint.values())["game"]

    async def window(
        self,
        role: Role,
        message: str = "",
        name: str | None = None,
        notes: Sequence[tuple[str, str]] = (),
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
        self._report(await self.mend())
        state: Any = await self._checkpoint.values()
        return await self._game.window(role, self._context, state, message, name, notes)

    def failed(self, error: EchoesError) -> GameEvent:
        """The event that says why a message could not be handled; it is not in the log."""
        who = "operator" if isinstance(error, OperatorError) else "player"
        failed: Draft = {"event": "turn_failed", "error": str(error), "mended_by": who, "turn": self.turn}
        return self._recorder.unrecorded(failed)

    def _cause(self, text: str, drafts: Sequence[Draft], by: str) -> Cause | None:
        """What the log keeps of a message: not twice what an event says, and nothing that was refused."""
        if not drafts or drafts[0]["event"] == "turn_failed":
            return None
        said = drafts[0].get("text") == text and drafts[0]["event"] != "command_result"
        return Cause(message=None if said else text, by=by, replies=self._tape.kept)

    def _undoing(self, entries: Sequence[LogEntry], count: int) -> Draft:
        turns = last_turns(entries, count)
        before = active(entries)
        left = [e for e in before if e.event.turn not in turns]
        was, state = (fold(self._game, self.scenario, part).get("game", {}) for part in (before, left))
        return {
            "event": "turns_undone",
            "turns": [*turns],
            "progress": self._game.progress(self.scenario, state),
            "turn": self.turn,
            "trace": self._game.kept(was),
        }

    def _follow(self, entries: Sequence[LogEntry], since: int) -> None:
        """Go on behind what was read of the log from a position on."""
        if since == 0:
            self._entries, self.turn, self.ended = 0, 0, False
        self._entries += len(entries)
        self._recorder.follow(entries, self._entries)
        self.turn = max([self.turn, *(entry.event.turn for entry in entries)])
        self.ended = self.ended or any(isinstance(entry.event, SessionEnded) for entry in entries)
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
        entries: list[LogEntry] | None = None
        position = self._log.position(self.session_id)
        if self._position != position:
            since = self._position if 0 < self._position < position else 0
            entries, repaired = self._log.repair(self.session_id, since)
            repairs += [repaired] if repaired else []
            if entries and isinstance(entries[0].event, SessionStarted):
                since = 0  # another file took its place, and was read from the beginning
            self._follow(entries, since)
            # What an author corrected from elsewhere, the player has not been told yet.
            self._news += [e.event for e in entries if since and isinstance(e.event, RulingCorrected)]
            entries = None if since else entries
        known = await self._checkpoint.read()
        if self._checkpoint.built and known and self._stands(known):
            return repairs
        state = self._state_of(entries or self._log.read(self.session_id))
        right = known is not None and all(known.get(key) == state.get(key) for key in _COMPARED)
        await self._checkpoint.write(state)
        if not right and (known is not None or (self._entries > 1 and not self.started.forked_from)):
            repairs.append(f"the state of session '{self.session_id}' was built again from its log")
        return repairs

    def _report(self, repairs: Sequence[str]) -> None:
        for line in repairs:
            logging.getLogger(__name__).warning("%s", line)

    def _stands(self, values: Mapping[str, Any]) -> bool:
        """Whether a checkpoint belongs to this log: count and time of the last entry tell."""
        return (values.get("entries"), values.get("stamp")) == (self._entries, self._recorder.latest)

    def _state_of(self, entries: Sequence[LogEntry]) -> TurnState:
        state = fold(self._game, self.scenario, entries)
        state.update(stamp=self._recorder.latest, undo=0)
        return state

    async def _settle(self, recorded: Sequence[LogEntry], rebuilt: bool) -> None:
        self._follow(recorded, self._position)
        if rebuilt:
            await self._checkpoint.write(self._state_of(self._log.read(self.session_id)))
        self._messages += 1
        if self._messages % _PRUNE_EVERY == 1:
            await self._storage.prune(self.session_id)
