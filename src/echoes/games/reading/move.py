"""The moves that are open as far as words are read as them, and the circumstances of the words."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

MOST_ASKED = 3
"""The most moves that are asked back."""
SPEECHES = frozenset(("ask", "tell", "show", "greet"))
"""The acts of moves by which something is said to somebody."""
COMMAND = "command"
"""The act of a move that asks the game itself for something."""


@dataclass(frozen=True)
class WordedMove:
    """A move that words may mean.

    Attributes:
        key: its name in the game.
        text: as it is offered.
        cues: other words by which it may be meant.
        act: the speech act by which it is made, such as `ask` or `go`; empty for whatever its words say,
            `command` for what is said to the game itself.
        who: to whom something is said by it; empty for nobody.
        about: whom it concerns: who is asked about, looked at, or met on the way.
        final: whether it has a price that nothing gives back, or settles something for good.
        shown: whether it may be offered to whoever said something else.
        is_open: whether it can be made now; what can't may be meant all the same, and is answered.
    """

    key: str
    text: str
    cues: Sequence[str] = ()
    act: str = ""
    who: str = ""
    about: Sequence[str] = ()
    final: bool = False
    shown: bool = True
    is_open: bool = True

    @property
    def texts(self) -> Sequence[str]:
        """Return all words by which it may be meant."""
        return (self.text, *self.cues)


def unmade_move(key: str, texts: Sequence[str], act: str = "", who: str = "") -> WordedMove:
    """Return a meaning that is no move: it is answered, and never offered.

    Args:
        key: its name.
        texts: by which it may be meant, at least one.
        act: the speech act; empty for whatever its words say.
        who: whom it concerns; empty for nobody.
    """
    about = (who,) if who else ()
    return WordedMove(key, texts[0], texts[1:], act, about=about, shown=False, is_open=False)


def command_moves(words: Mapping[str, Sequence[str]]) -> Iterator[WordedMove]:
    """Yield the commands that may be asked for in plain words; what is taken back is said in just these.

    Args:
        words: by which each command may be asked for, by its name.
    """
    for name, texts in words.items():
        yield WordedMove(f"/{name}", texts[0], texts[1:], COMMAND, final=name == "undo", shown=False)


@dataclass(frozen=True)
class Circumstances:
    """The circumstances in which a message was said.

    Attributes:
        here: who is there.
        last: to whom something was said last; empty for nobody.
        shown: the moves on the screen.
        pronouns: by which each is spoken of, `he` or `she`, as far as it is known.
    """

    here: frozenset[str] = frozenset()
    last: str = ""
    shown: Sequence[str] = ()
    pronouns: Mapping[str, str] = field(default_factory=dict[str, str])
