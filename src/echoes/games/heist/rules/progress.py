"""Progress of a heist: how much of the way to an ending lies behind the scoundrel."""

from echoes.games.heist.pack.schema import Score
from echoes.games.heist.rules.clocks import filled_of_obstacle
from echoes.games.heist.state import HeistState

_MOST = 0.95
"""As far as a game comes that has not ended."""


def heist_progress(score: Score, state: HeistState) -> float:
    """Return the share of the way that is done, 0 to 1, by scenes and by the obstacles of the current one.

    Args:
        score: that is played.
        state: of the game.
    """
    if state["ended"]:
        return 1.0
    if not state["scene"]:
        return 0.0
    done, left = len(state["done"]), scenes_left(score, state["to"] or state["scene"])
    begun = 0.0 if state["to"] else _share_here(score, state)
    return round(min(_MOST, (done + begun) / (done + left)), 4)


def _share_here(score: Score, state: HeistState) -> float:
    """Return the progress of the obstacle on which most was done, 0 to 1."""
    obstacles = score.scenes[state["scene"]].obstacles.items()
    filled = (filled_of_obstacle(state, f"{state['scene']}.{key}") / one.clock for key, one in obstacles)
    return min(1.0, max(filled, default=0.0))


def scenes_left(score: Score, scene: str) -> int:
    """Return the least number of scenes from one to an ending, itself included."""
    reached, ring, count = {scene}, {scene}, 1
    while ring and not any(not way.to for one in ring for way in score.scenes[one].exits.values()):
        ring = {way.to for one in ring for way in score.scenes[one].exits.values() if way.to} - reached
        reached |= ring
        count += 1
    return count
