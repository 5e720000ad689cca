"""Settings of heists, from `config/agents.yaml`."""

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field


class HeistSettings(BaseModel):
    """Settings of heists.

    Attributes:
        dice: `pool` or `roll` for every score; `score` leaves it to the author.
        seed: of the dice of all new sessions; empty draws one for each.
        by: `model` lets the model of the narrator speak, where there is one.
        turns: the hard bound of an AI player's game.
        context_tokens: the bound of what a model is shown.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    dice: Literal["score", "pool", "roll"] = "score"
    seed: str = ""
    by: Literal["rules", "model"] = "model"
    turns: int = Field(default=400, ge=1)
    context_tokens: int = Field(default=4000, ge=1000)
