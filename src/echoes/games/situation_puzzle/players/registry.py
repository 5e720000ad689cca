"""The registry of AI players for situation puzzles, and their settings."""

from pydantic import BaseModel, ConfigDict, Field

from echoes.games.player_registry import PlayerRegistry

PLAYERS = PlayerRegistry(
    "echoes.players",
    {
        "model": "echoes.games.situation_puzzle.players.model:ModelPlayer",
        "baseline": "echoes.games.situation_puzzle.players.baseline:BaselinePlayer",
        "none": "echoes.games.situation_puzzle.players.answer_only:AnswerOnlyPlayer",
    },
)
"""The strategies by name."""


class PlayerSettings(BaseModel):
    """Settings of AI players.

    Attributes:
        turns, calls, tokens: the hard bounds of a game, as in `games.player.PlayerLimits`.
        restate_every: number of turns after which a model is shown the story once more.
        look_ups: the most uses of a tool before one message.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    turns: int = Field(default=30, ge=1)
    calls: int | None = Field(default=None, ge=1)
    tokens: int | None = Field(default=None, ge=1)
    restate_every: int = Field(default=5, ge=1)
    look_ups: int = Field(default=1, ge=0)
