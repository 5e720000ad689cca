"""The graph of one message, from the player's words to the events that answer them."""

from langgraph.graph import START

from echoes.games.situation_puzzle.narration.remarks import narrate
from echoes.games.situation_puzzle.turn.classify import classify_message, route_by_type
from echoes.games.situation_puzzle.turn.closing import guard_disclosure, reveal_solution, route_by_ending
from echoes.games.situation_puzzle.turn.commands import run_command
from echoes.games.situation_puzzle.turn.hints import (
    check_hint_budget,
    choose_hint,
    route_by_budget,
    write_hint,
)
from echoes.games.situation_puzzle.turn.hypotheses import judge_hypothesis
from echoes.games.situation_puzzle.turn.questions import rule_on_question
from echoes.games.turn_state import GameGraph


def add_nodes(graph: GameGraph, end: str) -> None:
    """Wire the nodes.

    Args:
        graph: of one message.
        end: the node to which everything leads.
    """
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
    graph.add_conditional_edges(
        "guard_disclosure", route_by_ending, {"reveal_solution": "reveal_solution", "close": end}
    )
    graph.add_edge("reveal_solution", end)
