"""The meaning of a message."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from echoes.games.heist.turn.open_move import OpenMove


@dataclass(frozen=True)
class HeistIntent:
    """The meaning of a message.

    Attributes:
        kind: `move` (one that is open), `choose` (which of these), `speak` (to `person`), `question`,
            `command`, `unknown`.
        move: the key of a move, or the name of a command.
        text: what the player said, or a command's argument.
        moves: between which to choose.
        why: the phrase that asks back, or says what was not understood.
        person: who was addressed, of those who are there; empty for nobody.
        rest: what was said to do beyond the move.
    """

    kind: Literal["move", "choose", "speak", "question", "command", "unknown"]
    move: str = ""
    text: str = ""
    moves: Sequence[OpenMove] = field(default=())
    why: str = "ask_which"
    person: str = ""
    rest: str = ""


UNWANTED = HeistIntent("unknown", why="ask_negated")
"""The intent of words that deny what fits no move."""
