"""The LangGraph graph that runs when a game ends: read the game, count it, sum it up.

It is the only graph whose nodes write.

```
START → read_game → update_player_profile → summarize_session → END
```
Only counting takes the lock, so that nobody waits for a model that writes the summary.
"""

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from typing import TypedDict

from langgraph.graph import END, START, StateGraph
from langgraph.runtime import Runtime

from echoes.core.log.event_log import EventLog, read_log
from echoes.core.log.records import ScenarioInfo
from echoes.core.protocols import LLMClient
from echoes.memory.manager import MemoryManager
from echoes.memory.records import GameRecord, record_of


class GameEndState(TypedDict, total=False):
    """The state of the graph.

    Attributes:
        session_id: the session that has ended.
        info: the public traits of its scenario.
        record: its record.
        summary: its summary, in a few sentences.
        counted: whether the game was new to memory.
    """

    session_id: str
    info: ScenarioInfo
    record: GameRecord | None
    summary: str
    counted: bool


class GameEndContext(TypedDict):
    """The context of the nodes.

    Attributes:
        writer: the model that sums up; None for rules.
        lock: the lock that is held while games are counted.
    """

    log: EventLog
    memory: MemoryManager
    writer: LLMClient | None
    lock: Callable[[], AbstractAsyncContextManager[None]]


async def read_game(state: GameEndState, runtime: Runtime[GameEndContext]) -> GameEndState:
    """Make the record from the session's log; None if the session has not ended."""
    session_id = state.get("session_id", "")
    log = runtime.context["log"]
    entries = await read_log(log, log.read, session_id)
    rules = runtime.context["memory"].rules_of(entries, session_id)
    return {"record": record_of(entries, state.get("info", ScenarioInfo()), rules)}


async def summarize_session(state: GameEndState, runtime: Runtime[GameEndContext]) -> GameEndState:
    """Sum up the session in a few sentences, and store them."""
    memory, writer = runtime.context["memory"], runtime.context["writer"]
    return {"summary": await memory.summarize_session(state.get("session_id", ""), writer)}


async def update_player_profile(state: GameEndState, runtime: Runtime[GameEndContext]) -> GameEndState:
    """Count the game in the profile of its player and the statistics of its puzzle."""
    record = state.get("record")
    if record is None:
        return {"counted": False}
    async with runtime.context["lock"]():
        return {"counted": await runtime.context["memory"].ledger.remember(record)}


def route_by_record(state: GameEndState) -> str:
    """Continue if there is a game to remember."""
    return "update_player_profile" if state.get("record") else END


def build_game_end_graph() -> "StateGraph[GameEndState, GameEndContext, GameEndState, GameEndState]":
    """Return the graph, not compiled."""
    graph = StateGraph(GameEndState, context_schema=GameEndContext)
    for node in (read_game, summarize_session, update_player_profile):
        graph.add_node(node.__name__, node)
    graph.add_edge(START, "read_game")
    graph.add_conditional_edges("read_game", route_by_record, ["update_player_profile", END])
    graph.add_edge("update_player_profile", "summarize_session")
    graph.add_edge("summarize_session", END)
    return graph
