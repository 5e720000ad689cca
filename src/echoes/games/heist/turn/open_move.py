"""A move that is open, and the words by which it may be meant."""

from collections.abc import Collection
from dataclasses import dataclass

from echoes.games.heist.narration.phrases import phrases_in
from echoes.games.heist.rules.tables import Action
from echoes.games.reading.move import WordedMove

FREE = ("approach:", "exit:", "plan:", "detail:", "fill:", "trauma:", "ready", "own", "veteran",
        "drop", "throw", "go")  # fmt: skip
"""Moves that cost nothing yet; any other is made only where a text of it is said."""


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
