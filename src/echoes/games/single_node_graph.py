"""The graph of a kind of game that answers each message in one node."""

from collections.abc import Callable

from echoes.games.turn_state import GameGraph


def add_single_node(graph: GameGraph, node: Callable[..., object], end: str) -> None:
    """Add the one node between a graph's start and its end; it is named after its function.

    Args:
        graph: of one message.
        node: answers a message; its arguments are the state and the `Runtime`.
        end: the end of the graph.
    """
    from langgraph.graph import START

    name = node.__name__
    graph.add_node(name, node)
    graph.add_edge(START, name)
    graph.add_edge(name, end)
