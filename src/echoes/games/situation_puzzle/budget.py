"""What models may cost in one session."""

from echoes.core.usage import Usage
from echoes.games.situation_puzzle.context import PuzzleTurn, game_of


def over_budget(state: PuzzleTurn) -> bool:
    """Whether no model may be asked any more in this session; turns that were undone have cost too."""
    game, used = game_of(state), spent(state)
    tokens = used.prompt_tokens + used.completion_tokens
    bounds = ((game["max_calls"], used.model_calls), (game["max_tokens"], tokens))
    return any(bound is not None and so_far >= bound for bound, so_far in bounds)


def spent(state: PuzzleTurn) -> Usage:
    """What models have cost in this session."""
    return Usage.model_validate(state.get("spent", {}))


def hints_left(state: PuzzleTurn) -> int:
    """How many hints there are still to have: of the ladder, and by a model that may go on."""
    game = game_of(state)
    further = 0 if over_budget(state) else game["further_hints"]
    return max(0, game["max_hints"] + further - game["hints"])
