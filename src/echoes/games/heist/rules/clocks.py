"""Clocks of a heist: which of them run and are seen, how far each has come, and what a tick moves."""

from collections.abc import Iterator
from dataclasses import dataclass

from echoes.core.chance import hash_of
from echoes.games.heist.events import OmenShown
from echoes.games.heist.pack.parts import ClockSpec
from echoes.games.heist.pack.schema import Score
from echoes.games.heist.state import HeistState

_DIGITS = 12
"""Of a hash by which a line is known again."""

_MOST = 0.95
"""As far as a game comes that has not ended."""


@dataclass(frozen=True)
class Tick:
    """A movement of a clock.

    Attributes:
        clock: its id; `spec`: what the score says of it.
        old, filled: its filled segments before and after.
    """

    clock: str
    spec: ClockSpec
    old: int
    filled: int


def filled_segments(score: Score, state: HeistState, clock: str) -> int:
    """Return the filled segments of a clock of a score."""
    return state["clocks"].get(clock, score.clocks[clock].start)


def filled_of_obstacle(state: HeistState, obstacle: str) -> int:
    """Return the filled segments of an obstacle's clock; it is named `scene.obstacle`."""
    return state["clocks"].get(obstacle, 0)


def clock_began(state: HeistState, clock: str, spec: ClockSpec) -> bool:
    """Return whether a clock has begun; it may be full."""
    return spec.present or clock in state["clocks"]


def clock_waits(state: HeistState, spec: ClockSpec) -> bool:
    """Return whether a clock waits for another one to be full."""
    return spec.after is not None and spec.after not in state["full"]


def shown_clocks(score: Score, state: HeistState) -> list[tuple[str, ClockSpec]]:
    """Return the clocks that a player may know of: they run, and they are not hidden or have come about."""
    running = {
        key: spec
        for key, spec in score.clocks.items()
        if clock_began(state, key, spec) and not clock_waits(state, spec)
    }
    return [
        (key, spec) for key, spec in running.items() if spec.visibility != "hidden" or key in state["full"]
    ]


def moving_clock(score: Score, state: HeistState, clock: str) -> str:
    """Return the clock that moves in the place of one: itself, or the one that waited for it to be full.

    Returns:
        Nothing where all of them are full; then it is heat.
    """
    while clock in state["full"]:
        waiting = [key for key, one in score.clocks.items() if one.after == clock]
        if not waiting:
            return ""
        clock = next((key for key in waiting if key not in state["full"]), waiting[0])
    return clock


def tick_of(score: Score, state: HeistState, clock: str, by: int) -> Tick | None:
    """Return the move of a clock by some segments, which may be negative; None where it does not."""
    spec, old = score.clocks[clock], filled_segments(score, state, clock)
    filled = max(0, min(spec.segments, old + by))
    return None if clock_waits(state, spec) or filled == old else Tick(clock, spec, old, filled)


def omens_of(tick: Tick) -> Iterator[OmenShown]:
    """Return the hint that a tick gives the player."""
    for filled in range(tick.old + 1, min(tick.filled + 1, tick.spec.segments)):
        if filled in tick.spec.omens:
            text = tick.spec.omens[filled]
            # The key is public, and must not say which hidden clock speaks, nor how far it has come.
            yield OmenShown(text=text, line=f"omen:{hash_of(text)[:_DIGITS]}")


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
