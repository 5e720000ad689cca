"""The state of a session as a fold of its log, and the graph that thinks about one message."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, cast

from echoes.core.entries import Cause, Entry
from echoes.core.errors import EchoesError, OperatorError
from echoes.core.events import Event, TurnFailed, TurnsUndone
from echoes.core.history import effective_entries, last_turns, usage_of
from echoes.core.reply_journal import Recording
from echoes.core.seating import Holder
from echoes.core.seats import PUBLIC
from echoes.core.usage import Usage
from echoes.games.base import AnyGame
from echoes.games.history_summary import empty_history, remember
from echoes.games.scenario import Scenario
from echoes.games.turn_state import TurnState


@dataclass(frozen=True)
class Thought:
    """The result of thinking about a message; it has no effect before it is committed.

    Attributes:
        before: the state that the thought is about.
        holder: the holder of the seat at that time; None for nobody.
        message, seat: the message and the seat that sent it; no message for after-work.
        entries: the resulting entries, without envelopes.
        undo: the number of turns to take back first.
        recording: the replies that were asked for.
    """

    before: TurnState[Any]
    holder: Holder | None
    message: str | None
    seat: str
    entries: Sequence[Entry]
    undo: int
    recording: Recording

    @property
    def usage(self) -> Usage:
        """The cost of the thought."""
        return sum(map(usage_of, self.entries), Usage())

    def fits(self, game: AnyGame, now: TurnState[Any], holder: Holder | None) -> bool:
        """Tell whether its replies may be used in the state of now (`GameType.still_fits`)."""
        if self.message is None or self.undo or holder != self.holder:
            return False
        return game.still_fits(self.message, self.seat, self.before.get("game"), now.get("game"))

    def cause(self, entries: Sequence[Entry], by: str, dropped: Usage | None) -> Cause | None:
        """Return what the log keeps of the message beside its entries; None if it was refused.

        Args:
            entries: the entries as they are recorded.
            by: the sender's name.
            dropped: the cost of earlier thoughts about it that were discarded.
        """
        if not entries or isinstance(entries[0].event, TurnFailed):
            return None
        return Cause(
            message=self.message,
            by=by,
            seat=self.seat,
            replies=self.recording.replies,
            failures=self.recording.failed,
            settles=self.before.get("turn", 0) if self.message is None else None,
            dropped=dropped,
        )


@dataclass(frozen=True)
class Turn:
    """The outcome of a message.

    Attributes:
        message: the message.
        seat: the seat that sent it.
        events: the recorded events in order, including those for other seats only.
        news: events recorded outside of messages since the reader was last answered.
        after: the state of the session; None if it has ended.
        position: the position of the log after it.
    """

    message: str
    seat: str
    events: Sequence[Event]
    news: Sequence[Event] = ()
    after: TurnState[Any] | None = field(default=None, repr=False)
    position: int = 0


def failure_event(error: str | EchoesError, turn: int, seat: str = PUBLIC) -> TurnFailed:
    """Return the event that tells a seat why its message could not be handled."""
    who = "operator" if isinstance(error, OperatorError) else "player"
    return TurnFailed(error=str(error), mended_by=who, turn=turn, audience=(seat,) if seat else ())


def turn_graph(game: AnyGame) -> Any:
    """Compile the graph of one message of a game; without a checkpointer, since a thought leaves no trace."""
    from langgraph.graph import END, StateGraph

    graph: Any = cast("Any", StateGraph)(TurnState)
    game.add_nodes(graph, END)
    return graph.compile()


def fold(game: AnyGame, scenario: Scenario, entries: Sequence[Entry]) -> TurnState[Any]:
    """Return the state after a whole log: the game's own, its history, and the cost of models."""
    start = TurnState[Any](game=game.initial_state(scenario), history=empty_history(), entries=0)
    folded = follow(game, start, effective_entries(entries))
    return {**folded, "spent": spent_on(entries), "entries": len(entries), **_end_of(entries)}


def follow(game: AnyGame, state: TurnState[Any], entries: Sequence[Entry]) -> TurnState[Any]:
    """Return the state after appended entries that take nothing back.

    Args:
        game: the game type.
        state: the state before them, from `fold`.
        entries: the appended entries.
    """
    own, history = state.get("game", {}), state.get("history") or empty_history()
    for entry in entries:
        own = game.evolve(own, entry)
        # The shared history must not contain events that are for some seats only.
        history = history if entry.event.audience else remember(history, entry, game)
    return {
        **state,
        "game": own,
        "history": history,
        "spent": spent_on(entries, state.get("spent")),
        "entries": state.get("entries", 0) + len(entries),
        **_end_of(entries, state.get("turn", 0)),
    }


def _end_of(entries: Sequence[Entry], turn: int = 0) -> TurnState[Any]:
    if not entries:
        return {"turn": turn}
    last = max([turn, *(entry.event.turn for entry in entries)])
    return {"turn": last, "stamp": entries[-1].event.timestamp}


def undoing(game: AnyGame, scenario: Scenario, entries: Sequence[Entry], count: int) -> Entry:
    """Return the entry that takes back the last turns, with the progress that remains."""
    turns, before = last_turns(entries, count), effective_entries(entries)
    left = [entry for entry in before if entry.event.turn not in turns]
    was, state = (fold(game, scenario, part).get("game") for part in (before, left))
    last = max(entry.event.turn for entry in entries)
    undone = TurnsUndone(turns=turns, progress=game.progress(scenario, state), turn=last)
    return Entry(undone, game.kept(was))


def spent_on(entries: Iterable[Entry], before: Mapping[str, float] | None = None) -> Mapping[str, float]:
    """Return the cost of entries plus the cost before them, as usage."""
    spent = Usage.model_validate(before or {})
    return sum(map(usage_of, entries), spent).model_dump()
