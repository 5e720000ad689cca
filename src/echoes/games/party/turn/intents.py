"""The meaning of a message to a table, and who may be named in one."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from echoes.games.party.turn.party_move import PartyMove


@dataclass(frozen=True)
class Neighbours:
    """Those who may be named in a message, and the ways from where it is sent.

    Attributes:
        language: of the message.
        names: by which each is called of whom the speaker knows, people of the module and companions.
        called: by which anybody is called, also whom the speaker can't know.
        here: who is where the speaker is.
        companions: which of them are characters of the party.
        place: the title of the scene where the speaker is; sight: its description.
        towards: the move on the way to whom the speaker has met elsewhere, or seen leaving.
        closed: ways from here that are not open; beyond: ways on from places that the speaker knows, each
            under the move with which one sets out.
    """

    language: str
    names: Mapping[str, Sequence[str]]
    called: Mapping[str, Sequence[str]]
    here: frozenset[str] = frozenset()
    companions: frozenset[str] = frozenset()
    place: str = ""
    towards: Mapping[str, str] = field(default_factory=dict[str, str])
    closed: Sequence[PartyMove] = ()
    beyond: Sequence[PartyMove] = ()
    sight: str = ""


@dataclass(frozen=True)
class PartyIntent:
    """The meaning of a message.

    Attributes:
        kind: `move`, `ask` (which of `keys`), `command`, `speech`, `absent` (`key` is not here), `here` (it
            is, and need not be followed), `companion` (`key` is of the party and is to be spoken to), `looks`
            (at whom, or at what `text` tells), `range` (a number that stands for nothing; `text` is the
            greatest that does), `stuck` (no way leads on), `spent` (it was tried before), or `unknown`.
        key: of the move, or the name of the command, or who is meant.
        text: the command's argument, the word of an unknown one, or what is said aloud.
        why: the phrase that asks back.
        rest: what was said to do beyond the move.
    """

    kind: Literal[
        "move",
        "ask",
        "command",
        "speech",
        "absent",
        "here",
        "companion",
        "looks",
        "range",
        "stuck",
        "spent",
        "unknown",
    ]
    key: str = ""
    text: str = ""
    keys: tuple[str, ...] = ()
    why: str = "which"
    rest: str = ""
