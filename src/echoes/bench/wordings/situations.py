"""A situation of a game: what is open in it, and what words are read as; each kind of game brings its own."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

from echoes.core.registry import Registry
from echoes.games.reading.reader import OpenMoves, WordReader

SITUATIONS = Registry(
    "kind of game with free words",
    "echoes.situations",
    {
        "story": "echoes.bench.story.situations:situation_of_story",
        "heist": "echoes.bench.heist.situations:situation_of_heist",
        "party": "echoes.bench.party.situations:situation_at_table",
    },
)
"""The function `(scenario, moves) -> WordingSituation` of each kind of game."""


@dataclass(frozen=True)
class WordsRead:
    """The reading of a message.

    Attributes:
        taken: the move that is made; empty for none.
        offered: the moves that are asked back, or offered instead.
        command: the command that it is taken for; empty for none.
    """

    taken: str = ""
    offered: Sequence[str] = ()
    command: str = ""


@dataclass(frozen=True)
class WordingSituation:
    """A situation of a game.

    Attributes:
        opened: the moves that are open in it.
        read: returns the reading of a message, with the reader of words.
    """

    opened: OpenMoves
    read: Callable[[str, WordReader], Awaitable[WordsRead]]
