"""The registry of AI players for situation puzzles, and their settings."""

from collections.abc import Sequence

from pydantic import BaseModel, ConfigDict, Field

from echoes.core.errors import BadInput
from echoes.core.protocols import LLMClient
from echoes.core.registry import Registry
from echoes.games.player import Player, PlayerSeat

PLAYERS = Registry(
    "player",
    "echoes.players",
    {
        "model": "echoes.games.situation_puzzle.players.model:ModelPlayer",
        "baseline": "echoes.games.situation_puzzle.players.baseline:BaselinePlayer",
        "none": "echoes.games.situation_puzzle.players.answer_only:AnswerOnlyPlayer",
        "scripted": "echoes.games.situation_puzzle.players.scripted:ScriptedPlayer",
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


def open_player(name: str, seat: PlayerSeat, settings: PlayerSettings) -> Player:
    """Return the named player for one session.

    Raises:
        UnknownName: no such strategy.
        BadInput: it needs a model, or a script, and there is none.
    """
    check_player(name, seat.llm, seat.script)
    player: Player = PLAYERS.load(name)(seat, settings)
    return player


def check_player(name: str, llm: LLMClient | None, script: Sequence[str]) -> None:
    """Check that a player has what it needs.

    Args:
        name: the strategy.
        llm: the model of the player's role.
        script: the lines of a scripted player.
    Raises:
        UnknownName: no such strategy.
        BadInput: it needs a model, or a script, and there is none.
    """
    PLAYERS.load(name)
    if name == "model" and llm is None:
        raise BadInput("the player has no model", "Configure one (models.roles.player), or choose another.")
    if name == "scripted" and not script:
        raise BadInput("the scripted player has no script", "Name a file of messages with --script.")
