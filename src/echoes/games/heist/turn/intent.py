"""The meaning of a message."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from typing import Literal

from echoes.core.log.events import Option
from echoes.games.heist.events import HeistAsked, HeistTrace
from echoes.games.heist.narration.phrases import phrases_in
from echoes.games.heist.rules.play import HeistPlay
from echoes.games.heist.rules.tables import Action
from echoes.games.reading.move import WordedMove

FREE = ("approach:", "exit:", "plan:", "detail:", "fill:", "trauma:", "ready", "own", "veteran",
        "drop", "throw", "go")  # fmt: skip
"""Moves that cost nothing yet; any other is made only where a text of it is said."""

MAKING = ("creation", "scenario")
"""The phases in which somebody is made: all that can be said there stands on the page."""


@dataclass(frozen=True)
class OpenMove:
    """A move that is open.

    Attributes:
        key: its name, such as `approach:quay.watch:bribe`.
        text: on its button, with its price.
        cues: words by which a player may mean it.
        verb: the action that it takes; None for none.
        label: what it is called; a word of it may stand in a message by the way.
        beside: words that come near it: it is asked back at one of them, and never made.
    """

    key: str
    text: str
    cues: tuple[str, ...] = ()
    verb: Action | None = None
    label: str = ""
    beside: tuple[str, ...] = ()

    def worded(self, language: str, final: bool, taken: Collection[str] = ()) -> WordedMove:
        """Return the move with the words by which it may be meant.

        Args:
            language: of the session.
            final: whether it has a price of its own.
            taken: words of all moves: a verb that is one of them means the move that has it.
        """
        verbs = phrases_in(language).list_groups["verbs"].get(self.verb, ()) if self.verb else ()
        verbs = [verb for verb in verbs if verb not in taken]
        final = final or not self.key.startswith(FREE)
        return WordedMove(self.key, self.label or self.text, (*self.cues, *self.beside, *verbs), final=final)


@dataclass(frozen=True)
class HeistIntent:
    """The meaning of a message.

    Attributes:
        kind: `move` (one that is open), `choose` (which of these), `speak` (to `person`), `question`,
            `command`, `range` (a number that stands for nothing), `declined` (what was asked back),
            `unknown`.
        move: the key of a move, or the name of a command; empty for one that there is not.
        text: what the player said, a command's argument, or the word of one that there is not.
        moves: between which to choose.
        why: the phrase that asks back, or says what was not understood.
        person: who was addressed, of those who are there; empty for nobody.
        rest: what was said to do beyond the move.
    """

    kind: Literal["move", "choose", "speak", "question", "command", "range", "declined", "unknown"]
    move: str = ""
    text: str = ""
    moves: Sequence[OpenMove] = field(default=())
    why: str = "ask_which"
    person: str = ""
    rest: str = ""


UNWANTED = HeistIntent("unknown", why="ask_negated")
"""The intent of words that deny what fits no move."""


def ask_back(play: HeistPlay, intent: HeistIntent, message: str) -> None:
    """Ask which move was meant, where any may be; the answer is a number."""
    if not intent.moves:
        return
    options = [Option(n=n, text=move.text) for n, move in enumerate(intent.moves, 1)]
    asked = HeistAsked(
        text=message, prompt=play.say(intent.why), options=options, decline=play.say("never_mind")
    )
    play.add(asked, HeistTrace(keys=tuple(move.key for move in intent.moves)))
