"""The judgement of how far a scenario can be played without a language model."""

from dataclasses import dataclass
from typing import Literal

Level = Literal["not", "hardly", "well"]


@dataclass(frozen=True)
class Playability:
    """The judgement on a scenario, for its author; players are told the level alone.

    Attributes:
        level: `not` where it needs a model.
        reason: what decided, with figures.
        next_step: what brings it further; empty where nothing has to be done.
    """

    level: Level
    reason: str
    next_step: str = ""
