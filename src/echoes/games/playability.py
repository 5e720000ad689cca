"""The judgement of how far a scenario can be played without a language model."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

Level = Literal["not", "hardly", "well"]


@dataclass(frozen=True)
class PlayabilityStep:
    """A part of what makes a scenario playable.

    Attributes:
        label: for its author.
        done: how much of it is there, at most as much as is needed.
        of: how much is needed.
    """

    label: str
    done: int
    of: int


@dataclass(frozen=True)
class Playability:
    """The judgement on a scenario, for its author; players are told the level alone.

    Attributes:
        level: `not` where it needs a model.
        reason: what decided, with figures.
        next_step: what brings it further; empty where nothing has to be done.
        steps: how far each part of it is.
    """

    level: Level
    reason: str
    next_step: str = ""
    steps: Sequence[PlayabilityStep] = ()
