"""Phases of a game, moods while it is played, and which may follow which."""

from typing import Literal

from echoes.core.errors import InvalidTransition

HeistPhase = Literal["creation", "scenario", "playing", "between_scenes", "ended"]
HeistMood = Literal["", "scene", "action", "aftermath", "trauma", "bargain"]
"""The mood of play; empty in any other phase."""

_PHASES: dict[HeistPhase, tuple[HeistPhase, ...]] = {
    "creation": ("scenario", "ended"),
    "scenario": ("playing", "ended"),
    "playing": ("between_scenes", "ended"),
    "between_scenes": ("playing", "ended"),
    "ended": (),
}
_MOODS: dict[HeistMood, tuple[HeistMood, ...]] = {
    "": ("scene",),
    "scene": ("action", "trauma", "bargain", ""),
    "action": ("scene", "aftermath", "trauma", ""),
    "aftermath": ("scene", "trauma", ""),
    "trauma": ("scene", ""),
    "bargain": ("scene", "trauma", ""),
}


def check_phase(was: HeistPhase, now: HeistPhase) -> None:
    """Refuse a phase that may not follow.

    Raises:
        InvalidTransition: it may not.
    """
    if now not in _PHASES[was]:
        raise InvalidTransition(f"phase '{now}' can't follow '{was}'")


def check_mood(was: HeistMood, now: HeistMood) -> None:
    """Refuse a mood that may not follow.

    Raises:
        InvalidTransition: it may not.
    """
    if now not in _MOODS[was]:
        raise InvalidTransition(f"mood '{now or 'none'}' can't follow '{was or 'none'}'")
