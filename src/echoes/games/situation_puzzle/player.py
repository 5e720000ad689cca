"""The AI players of situation puzzles: which there are, and the simplest of them."""

from collections.abc import Iterable, Iterator, Sequence

from pydantic import BaseModel, ConfigDict, Field

from echoes.core.errors import BadInput
from echoes.core.events import ClarificationAsked, Event
from echoes.core.protocols import LLMClient
from echoes.core.registry import Registry
from echoes.games.player import Move, Player, PlayerSeat

PLAYERS = Registry(
    "player",
    "echoes.players",
    {
        "model": "echoes.games.situation_puzzle.players.model:ModelPlayer",
        "baseline": "echoes.games.situation_puzzle.players.baseline:BaselinePlayer",
        "none": "echoes.games.situation_puzzle.players.answer_only:AnswerOnlyPlayer",
        "scripted": "echoes.games.situation_puzzle.player:ScriptedPlayer",
    },
)
"""The strategies by name."""


class PlayerSettings(BaseModel):
    """How AI players play.

    Attributes:
        turns, calls, tokens: the hard bounds of a game, as in `games.player.Caps`.
        restate_every: after so many turns a model is told the story once more.
        look_ups: how often it may use a tool before one message.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    turns: int = Field(default=30, ge=1)
    calls: int | None = Field(default=None, ge=1)
    tokens: int | None = Field(default=None, ge=1)
    restate_every: int = Field(default=5, ge=1)
    look_ups: int = Field(default=1, ge=0)


def open_player(name: str, seat: PlayerSeat, settings: PlayerSettings) -> Player:
    """The named player for one session.

    Raises:
        UnknownName: no such strategy.
        BadInput: it needs a model, or a script, and there is none.
    """
    check_player(name, seat.llm, seat.script)
    player: Player = PLAYERS.load(name)(seat, settings)
    return player


def check_player(name: str, llm: LLMClient | None, script: Sequence[str]) -> None:
    """See that a player has what it needs.

    Args:
        name: of a strategy.
        llm: the model of the player's role.
        script: what it is to say.
    Raises:
        UnknownName: no such strategy.
        BadInput: it needs a model, or a script, and there is none.
    """
    PLAYERS.load(name)
    if name == "model" and llm is None:
        raise BadInput("the player has no model", "Configure one (models.roles.player), or choose another.")
    if name == ScriptedPlayer.name and not script:
        raise BadInput("the scripted player has no script", "Name a file of messages with --script.")


def many_picked(asked: ClarificationAsked, numbers: Iterable[int]) -> str:
    """The message that picks several options at once; 0 where none of the numbers is offered."""
    offered = {option.n for option in asked.options}
    return " ".join(f"#{number}" for number in numbers if number in offered) or "0"


class ScriptedPlayer:
    """Says what stands in a script, a line a message."""

    name = "scripted"
    asks_a_model = False

    def __init__(self, seat: PlayerSeat, settings: PlayerSettings) -> None:
        self._lines: Iterator[str] = iter(seat.script)

    async def move(self, events: Sequence[Event], turns_left: int) -> Move | None:
        """The next line."""
        line = next(self._lines, None)
        return None if line is None else Move(line)
