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
