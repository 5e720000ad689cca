"""The state that goes through the graph of one message."""

from collections.abc import Callable, Mapping, Sequence
from typing import Generic, Protocol, TypedDict, TypeVar

from echoes.core.log.entries import Entry
from echoes.games.history_summary import History

StateT = TypeVar("StateT")
ContextT = TypeVar("ContextT")


class GameGraph(Protocol):
    """The graph of one message, as a game builds it: a `StateGraph` of LangGraph.

    Its methods are those of LangGraph. A node takes the state and the `Runtime`, and returns a partial state.
    """

    def add_node(self, node: str, action: Callable[..., object], /) -> object:
        """Add a node under a name."""
        ...

    def add_edge(self, start: str, end: str, /) -> object:
        """Add an edge from one node to another."""
        ...

    def add_conditional_edges(
        self, source: str, path: Callable[..., str], path_map: dict[str, str] | list[str], /
    ) -> object:
        """Add edges among which a function chooses; `path_map` names the nodes."""
        ...


class TurnState(TypedDict, Generic[StateT], total=False):
    """The state that goes through a game's graph.

    Attributes:
        message: what the player sent.
        seat: from which seat; empty where all share one.
        by: who sent it, by name; `core.seats.seating.RUNNER` for a seat that nobody holds.
        turn: the number of the last turn.
        entries, stamp: how many entries of the log `game` reflects, and the time of the last.
        outbox: what this message leads to, in order; the engine numbers, records and shows it.
        undo: how many turns the engine is asked to take back.
        game: the game's own state, the fold of the log by `GameType.evolve`: plain data of bounded size.
        spent: what models have cost in the session, undone turns and all, as usage.
        history: the tail of what happened and a summary of the rest, by `games.history_summary`.

    What nodes hand to each other within one message, a game declares in a class of its own, which derives
    from this one.
    """

    message: str
    seat: str
    by: str
    turn: int
    entries: int
    stamp: str
    outbox: Sequence[Entry]
    undo: int
    game: StateT
    history: History
    spent: Mapping[str, float]
