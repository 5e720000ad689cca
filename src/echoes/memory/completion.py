"""What happens when a game ends, as a LangGraph graph: read it, sum it up, remember it.

It is the one graph whose nodes write: that is all they are for.

```
START → read_game → update_player_profile → summarize_session → END
```
Where a model is configured for summaries it writes them; only counting needs the lock, so that
nobody waits for a model.
"""

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from typing import Any, TypedDict, cast

from langgraph.graph import END, START, StateGraph
from langgraph.runtime import Runtime

from echoes.core.protocols import EventLog, JsonObject, LLMClient
from echoes.memory.manager import MemoryManager
from echoes.memory.records import record_of


class Completion(TypedDict, total=False):
    """The state of the graph.

    Attributes:
        session_id: which session has ended.
        about: what is publicly known of its scenario.
        record: what memory keeps of it.
        summary: it in a few sentences.
        counted: whether it was new to memory.
    """

    session_id: str
    about: JsonObject
    record: JsonObject | None
    summary: str
    counted: bool


class CompletionContext(TypedDict):
    """What the nodes are handed."""

    log: EventLog
    memory: MemoryManager
    writer: LLMClient | None
    lock: Callable[[], AbstractAsyncContextManager[None]]


async def read_game(state: Completion, runtime: Runtime[CompletionContext]) -> Completion:
    """Make a record of the session's log; a session that has not ended has none."""
    session_id = state.get("session_id", "")
    entries = runtime.context["log"].read(session_id)
    rules = runtime.context["memory"].rules_of(entries, session_id)
    return {"record": record_of(entries, state.get("about", {}), rules)}


async def summarize_session(state: Completion, runtime: Runtime[CompletionContext]) -> Completion:
    """Say in a few sentences how it went, and keep that."""
    memory, writer = runtime.context["memory"], runtime.context["writer"]
    return {"summary": await memory.summarize_session(state.get("session_id", ""), writer)}


async def update_player_profile(state: Completion, runtime: Runtime[CompletionContext]) -> Completion:
    """Count the game in the profile of its player and the statistics of its puzzle."""
    record = cast("JsonObject", state.get("record"))
    async with runtime.context["lock"]():
        return {"counted": await runtime.context["memory"].ledger.remember(record)}


def route_by_record(state: Completion) -> str:
    """On, where there is a game to remember."""
    return "update_player_profile" if state.get("record") else END


def build_completion_graph() -> "StateGraph[Completion, CompletionContext, Completion, Completion]":
    """The graph, not compiled."""
    graph: Any = StateGraph(Completion, context_schema=CompletionContext)
    for node in (read_game, summarize_session, update_player_profile):
        graph.add_node(node.__name__, node)
    graph.add_edge(START, "read_game")
    graph.add_conditional_edges("read_game", route_by_record, ["update_player_profile", END])
    graph.add_edge("update_player_profile", "summarize_session")
    graph.add_edge("summarize_session", END)
    return graph
