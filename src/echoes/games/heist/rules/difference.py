"""Differences that something put into an action would make: none is sold that makes none."""

from echoes.games.heist.pack.scenes import Obstacle
from echoes.games.heist.rules.actions import filled_by, position_and_effect
from echoes.games.heist.rules.tables import Effect, Position, complication_ticks, tier_of
from echoes.games.heist.state import Framing, HeistState

_RANKS = ("disaster", "bad", "partial", "success", "critical")


def makes_a_difference(state: HeistState, framing: Framing, obstacle: Obstacle, use: str) -> bool:
    """Return whether some die at hand would buy more, or at less harm.

    Args:
        state: in the mood of action.
        framing: of the action.
        obstacle: that is tried.
        use: what would be put into it: `push`, `trade`, `assist`, `gear:…`, `flashback:…`.
    """
    used = [*framing["used"], use]
    after = position_and_effect(state, framing["obstacle"], obstacle, framing["approach"], used)
    before = framing["position"], framing["effect"]
    dice = state["pool"] if state["dice"] == "pool" else range(1, 7)
    return any(
        new > old
        for die in dice
        for new, old in zip(
            _bought(state, framing, obstacle, die, *after),
            _bought(state, framing, obstacle, die, *before),
            strict=True,
        )
    )


def _bought(
    state: HeistState, framing: Framing, obstacle: Obstacle, die: int, position: Position, effect: Effect
) -> tuple[int, int, int]:
    """Return the gains of a die, more being better: segments filled, tier, and how little goes wrong."""
    tier = tier_of(die, position)
    filled = filled_by(state, framing["obstacle"], obstacle, tier, effect)
    return filled, _RANKS.index(tier), -complication_ticks(tier, position)
