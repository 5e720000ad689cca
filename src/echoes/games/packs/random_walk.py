"""Seeded random walks through a scenario: what went wrong, and what was never reached."""

from collections.abc import Callable, Sequence

_PROBLEMS, _SHARE_OF_SHY = 5, 6
"""The most problems that are listed, and of how many walks one is added where an ending was not reached."""

WalkOnce = Callable[[str, set[str], bool], str]
"""Plays a game with a seed, adds what it reaches (such as `scene quay`), and returns what went wrong.

Who is shy takes back each move that would end the game in a way that all walks have seen.
"""


def walk_often(walk: WalkOnce, wanted: Sequence[str], seed: int, walks: int) -> list[str]:
    """Play a scenario at random, again and again; return problems and what was never reached, a line each.

    Args:
        walk: plays it once.
        wanted: all that can be reached.
        seed: of all that is left to chance.
        walks: how often.
    """
    reached: set[str] = set()
    problems = [(n, walk(f"{seed}/{n}", reached, False)) for n in range(walks)]
    for number in range(walks // _SHARE_OF_SHY):
        if any(one.startswith("ending ") and one not in reached for one in wanted):
            walk(f"{seed}/shy/{number}", reached, True)
    found = [f"walk {n}: {problem}" for n, problem in problems if problem]
    return [*found[:_PROBLEMS], *(f"never reached: {one}" for one in wanted if one not in reached)]
