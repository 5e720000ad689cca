"""A LangGraph graph whose nodes are timed."""

from collections.abc import Callable
from functools import wraps
from inspect import iscoroutinefunction, isfunction
from typing import Any

from langgraph.graph import StateGraph

from echoes.core.operation.tracing import span

_Graph: Any = StateGraph


class TracedGraph(_Graph):
    """A graph that times each node, by its name."""

    def add_node(self, node: Any, action: Any = None, **named: Any) -> Any:
        """Add a node, given as LangGraph allows: a name and a function, or a function alone."""
        name, work = (node, action) if isinstance(node, str) else (getattr(node, "__name__", "node"), node)
        graph: Any = super()
        return graph.add_node(name, _timed(name, work) if isfunction(work) else work, **named)


def _timed(name: str, node: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(node)
    async def awaited(*args: Any, **named: Any) -> Any:
        with span(name):
            return await node(*args, **named)

    @wraps(node)
    def called(*args: Any, **named: Any) -> Any:
        with span(name):
            return node(*args, **named)

    return awaited if iscoroutinefunction(node) else called
