"""The model budget of one session."""

from echoes.core.usage import Usage
from echoes.games.situation_puzzle.turn.context import PuzzleTurn, puzzle_state


def over_budget(state: PuzzleTurn) -> bool:
    """Return whether the session's model budget is spent; undone turns count too."""
    game, used = puzzle_state(state), spent(state)
    tokens = used.prompt_tokens + used.completion_tokens
    bounds = ((game["max_calls"], used.model_calls), (game["max_tokens"], tokens))
    return any(bound is not None and so_far >= bound for bound, so_far in bounds)


def spent(state: PuzzleTurn) -> Usage:
    """Return the cost of models in this session."""
    return Usage.model_validate(state.get("spent", {}))


def hints_left(state: PuzzleTurn) -> int:
    """Count the hints that are left: those of the ladder, and those that a model may write."""
    game = puzzle_state(state)
    further = 0 if over_budget(state) else game["further_hints"]
    return max(0, game["max_hints"] + further - game["hints"])
