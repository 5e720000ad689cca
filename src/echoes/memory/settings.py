"""Settings of memory: what is remembered, and what follows from it."""

from typing import Literal

from pydantic import BaseModel, ConfigDict


class MemorySettings(BaseModel):
    """The switches of memory, one for each effect.

    Attributes:
        remember: whether games are counted at all.
        propose: whether puzzles are proposed by the player's own record.
        hints: whether record and statistics decide how early and how strongly hints come.
        difficulty: whether difficulty is shown against the player's own record.
        summaries: who sums up a game that has ended.
    """

    model_config = ConfigDict(extra="forbid")

    remember: bool = True
    propose: bool = True
    hints: bool = True
    difficulty: bool = True
    summaries: Literal["rules", "model"] = "rules"
