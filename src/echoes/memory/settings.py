"""The `memory` section of the settings."""

from typing import Literal

from pydantic import BaseModel, ConfigDict


class MemorySettings(BaseModel):
    """The switches of memory, one per effect.

    Attributes:
        remember: whether games are counted.
        propose: whether puzzles are ordered by the player's own record.
        hints: whether record and statistics decide when hints are offered, and in which order.
        difficulty: whether difficulty is compared with the player's own record.
        summaries: who sums up a game that has ended.
    """

    model_config = ConfigDict(extra="forbid")

    remember: bool = True
    propose: bool = True
    hints: bool = True
    difficulty: bool = True
    summaries: Literal["rules", "model"] = "rules"
