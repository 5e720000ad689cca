"""The meaning of a message to a story."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True)
class StoryIntent:
    """The meaning of a message.

    Attributes:
        kind: `move`, `choose` (which of `moves`), `command`, `absent` (who was addressed is not here),
            `alone` (nobody is there), `elsewhere` (what was named is not here; `moves` lead to it),
            `here` (the player is there already), `done` (an act that comes but once), `closed` (an act that
            can't be done now), `declined` (all that was asked back), `range` (a number that stands for
            nothing), `unknown`.
        name: the key of a move, the name of a command, or who is absent; empty for a command that there
            is not.
        argument: of a command, or the word of one that there is not.
        moves: between which to choose.
        why: the phrase that asks back, or that says why an act is closed.
        rest: what was wished beyond the move.
        nearest: the open moves that come nearest, where it leads to none of its own.
    """

    kind: Literal[
        "move",
        "choose",
        "command",
        "absent",
        "alone",
        "elsewhere",
        "here",
        "done",
        "closed",
        "declined",
        "range",
        "unknown",
    ]
    name: str = ""
    argument: str = ""
    moves: Sequence[str] = ()
    why: str = "ask_which"
    rest: str = ""
    nearest: Sequence[str] = ()
