"""The AI players of one kind of game by name, and the one that every kind has: the scripted player."""

from collections.abc import Iterator, Mapping, Sequence

from echoes.core.errors import BadInput
from echoes.core.log.events import Event
from echoes.core.protocols import LLMClient
from echoes.core.registry import Registry
from echoes.games.player import Move, Player, PlayerSeat


class ScriptedPlayer:
    """A player that says the lines of a script, one a message.

    Args:
        seat: with the script.
        settings: of the other players of a kind of game; this one has none.
    """

    name = "scripted"
    asks_a_model = False

    def __init__(self, seat: PlayerSeat, settings: object = None) -> None:
        self._lines: Iterator[str] = iter(seat.script)

    async def move(self, events: Sequence[Event], turns_left: int) -> Move | None:
        """Return the next line; None at the end."""
        line = next(self._lines, None)
        return None if line is None else Move(line)


class PlayerRegistry(Registry):
    """The strategies of a kind of game; `model` needs a model, and `scripted` a script.

    Args:
        group: the entry-point group through which packages add theirs.
        builtin: the built-in strategies beside `scripted`, `"module:attribute"` by name.
    """

    def __init__(self, group: str, builtin: Mapping[str, str]) -> None:
        super().__init__("player", group, {**builtin, "scripted": f"{__name__}:{ScriptedPlayer.__name__}"})

    def check(self, name: str, llm: LLMClient | None, script: Sequence[str]) -> None:
        """Check that a player has what it needs.

        Args:
            name: of the strategy.
            llm: the model of the player's role.
            script: the lines of a scripted player.
        Raises:
            UnknownName: no such strategy.
            BadInput: it needs a model, or a script, and there is none.
        """
        self.load(name)
        if name == "model" and llm is None:
            raise BadInput(
                "the player has no model", "Configure one (models.roles.player), or choose another."
            )
        if name == "scripted" and not script:
            raise BadInput("the scripted player has no script", "Name a file of messages with --script.")

    def open(self, name: str, seat: PlayerSeat, *settings: object) -> Player:
        """Return the named player for one session, or for one seat of it.

        Args:
            name: of the strategy.
            seat: everything that the player is given.
            settings: of the players of this kind of game, where they have some.
        Raises:
            UnknownName, BadInput: as in `check`.
        """
        self.check(name, seat.llm, seat.script)
        player: Player = self.load(name)(seat, *settings)
        return player
