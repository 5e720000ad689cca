"""The graph of one message, from the player's words to the events that answer them."""

from typing import Any

from langgraph.graph import END, START, StateGraph

from echoes.games.base import TurnState
from echoes.games.situation_puzzle.commands import run_command
from echoes.games.situation_puzzle.context import PuzzleContext
from echoes.games.situation_puzzle.hints import check_hint_budget, choose_hint, route_by_budget, write_hint
from echoes.games.situation_puzzle.hypotheses import judge_hypothesis
from echoes.games.situation_puzzle.narration import narrate
from echoes.games.situation_puzzle.nodes import (
    advance_phase,
    classify_message,
    guard_disclosure,
    reveal_solution,
    route_by_ending,
    route_by_type,
)
from echoes.games.situation_puzzle.questions import rule_on_question


def build_graph() -> "StateGraph[TurnState, Any, TurnState, TurnState]":
    """Wire the nodes; the engine compiles the result with its checkpointer."""
    graph: Any = StateGraph(TurnState, context_schema=PuzzleContext)
    for node in (
        classify_message,
        rule_on_question,
        judge_hypothesis,
        check_hint_budget,
        choose_hint,
        write_hint,
        run_command,
        narrate,
        guard_disclosure,
        reveal_solution,
        advance_phase,
    ):
        graph.add_node(node.__name__, node)

    graph.add_edge(START, "classify_message")
    graph.add_conditional_edges(
        "classify_message",
        route_by_type,
        ["rule_on_question", "judge_hypothesis", "check_hint_budget", "run_command", "narrate"],
    )
    graph.add_edge("rule_on_question", "narrate")
    graph.add_edge("judge_hypothesis", "narrate")
    graph.add_conditional_edges(
        "check_hint_budget", route_by_budget, ["choose_hint", "write_hint", "narrate"]
    )
    graph.add_edge("choose_hint", "narrate")
    graph.add_edge("write_hint", "narrate")
    graph.add_edge("run_command", "narrate")
    graph.add_edge("narrate", "guard_disclosure")
    graph.add_conditional_edges("guard_disclosure", route_by_ending, ["reveal_solution", "advance_phase"])
    graph.add_edge("reveal_solution", "advance_phase")
    graph.add_edge("advance_phase", END)
    return graph
