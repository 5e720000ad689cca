"""The author's ladder of hints: the rungs that are left, and those that tell anything new."""

from echoes.games.situation_puzzle.puzzle.schema import Puzzle
from echoes.games.situation_puzzle.state import PuzzleState


def rungs_left(puzzle: Puzzle, game: PuzzleState) -> list[int]:
    """Return the levels that were not given yet, in the order of this session."""
    order = game["hint_order"] or range(1, len(puzzle.hints) + 1)
    return [level for level in order if level not in game["given"]]


def next_rung(puzzle: Puzzle, game: PuzzleState) -> int | None:
    """Return the level of the next hint; None where the game allows no more, or none would help."""
    left = rungs_left(puzzle, game)
    used_up = len(game["given"]) - hints_written(puzzle, game) >= game["max_hints"]
    if not left or used_up or has_found_everything(puzzle, game):
        return None
    return next((level for level in left if not _is_known(puzzle, game, level)), None)


def hints_written(puzzle: Puzzle, game: PuzzleState) -> int:
    """Count the hints that a model wrote: their levels come after the author's."""
    return sum(level > len(puzzle.hints) for level in game["given"])


def has_found_everything(puzzle: Puzzle, game: PuzzleState) -> bool:
    """Return whether nothing that matters is missing."""
    core = {*puzzle.core_facts}
    return bool(core) and core <= {*game["facts"]}


def _is_known(puzzle: Puzzle, game: PuzzleState, level: int) -> bool:
    """Return whether what a rung leads to is established: its core facts, where it leads to any."""
    hint = puzzle.hints[level - 1]
    told = {*hint.facts, *hint.steps}
    aims = told & {*puzzle.core_facts} or told
    return bool(aims) and aims <= {*game["facts"]}
