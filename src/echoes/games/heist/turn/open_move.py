"""A move that is open, and the words by which it may be meant."""

from dataclasses import dataclass

from echoes.games.heist.rules.tables import Action


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
