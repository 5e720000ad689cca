"""The AI players of heists by name."""

from collections.abc import Sequence

from echoes.core.errors import BadInput
from echoes.core.protocols import LLMClient
from echoes.core.registry import Registry
from echoes.games.player import Player, PlayerSeat

HEIST_PLAYERS = Registry(
    "player",
    "echoes.heist_players",
    {
        "cautious": "echoes.games.heist.players.strategies:CautiousScoundrel",
        "greedy": "echoes.games.heist.players.strategies:GreedyScoundrel",
        "random": "echoes.games.heist.players.strategies:RandomScoundrel",
        "baseline": "echoes.games.heist.players.strategies:CautiousScoundrel",
        "none": "echoes.games.heist.players.strategies:RandomScoundrel",
        "model": "echoes.games.heist.players.model:ModelScoundrel",
        "scripted": "echoes.games.heist.players.scripted:ScriptedScoundrel",
    },
)
"""The strategies by name; `baseline` and `none` are names that other kinds of game have too."""


def check_strategy(name: str, llm: LLMClient | None, script: Sequence[str]) -> None:
    """Check that a player has what it needs.

    Args:
        name: of the strategy.
        llm: the model of the player's role.
        script: the lines of a scripted player.
    Raises:
        UnknownName: no such strategy.
        BadInput: it needs a script or a model, and there is none.
    """
    HEIST_PLAYERS.load(name)
    if name == "scripted" and not script:
        raise BadInput("the scripted player has no script", "Name a file of messages with --script.")
    if name == "model" and llm is None:
        raise BadInput("the model player has no model", "Configure one for the role 'player': echoes doctor")


def open_strategy(name: str, seat: PlayerSeat) -> Player:
    """Return the named player for one session.

    Raises:
        UnknownName: no such strategy.
        BadInput: it lacks a script.
    """
    check_strategy(name, seat.llm, seat.script)
    player: Player = HEIST_PLAYERS.load(name)(seat)
    return player
