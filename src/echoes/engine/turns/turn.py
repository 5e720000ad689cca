"""One turn: the graph that answers a message, the prepared turn, and its outcome."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from echoes.core.errors import EchoesError, OperatorError
from echoes.core.log.entries import Cause, Entry
from echoes.core.log.events import Event, TurnFailed
from echoes.core.log.queries import usage_of
from echoes.core.log.reply_journal import Recording
from echoes.core.operation.usage import Usage
from echoes.core.seats.seating import RUNNER, Holder
from echoes.core.seats.visibility import PUBLIC
from echoes.games.base import AnyGame
from echoes.games.turn_state import TurnState


@dataclass(frozen=True)
class PreparedTurn:
    """A turn that is worked out but not committed yet; it has no effect before that.

    Attributes:
        before: the state that it was prepared from.
        holder: the holder of the seat at that time; None for nobody.
        message, seat, by: the message, and the seat and the name that sent it; no message for follow-up work.
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
    by: str = ""

    @property
    def usage(self) -> Usage:
        """The cost of preparing it."""
        return sum(map(usage_of, self.entries), Usage())

    def fits(self, game: AnyGame, now: TurnState[Any], holder: Holder | None) -> bool:
        """Return whether its replies may be used in the state of now (`GameType.still_fits`)."""
        if self.message is None or self.undo or holder != self.holder:
            return False
        return game.still_fits(self.message, self.seat, self.before.get("game"), now.get("game"))

    def cause(self, entries: Sequence[Entry], by: str, dropped: Usage | None) -> Cause | None:
        """Return the part of the message that the log keeps beside its entries; None if it was refused.

        Args:
            entries: the entries as they are recorded.
            by: the sender's name.
            dropped: the cost of earlier attempts at it that were discarded.
        """
        if not entries or isinstance(entries[0].event, TurnFailed):
            return None
        return Cause(
            message=self.message,
            by="" if by == RUNNER else by,
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
    """Compile the graph of one message of a game; without a checkpointer: preparing leaves no trace."""
    from langgraph.graph import END

    from echoes.engine.turns.traced_graph import TracedGraph  # a second of imports

    graph: Any = TracedGraph(TurnState)
    game.add_nodes(graph, END)
    return graph.compile()
