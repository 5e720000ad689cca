"""A move: something that a seat can do now."""

from collections.abc import Mapping
from dataclasses import dataclass

from echoes.games.reading.move import WordedMove

_ACTS = {"talk": "ask", "tell": "tell", "go": "go", "wait": "wait"}
NO_REPLY = "no reply"
FINAL = ("tell", "accuse", "use", "flee", "cast", "parley")
"""Kinds of moves that can't be taken back."""
HOLDS = {"": "hold:", NO_REPLY: f"hold:{NO_REPLY}"}
"""The keys of moves that do nothing, by what stands after `/hold`."""


@dataclass(frozen=True)
class PartyMove:
    """Something that can be done.

    Attributes:
        key: its kind and what it is about: `try:FEATURE`, `talk:PERSON.TOPIC`, `go:EXIT`, `use:ITEM`,
            `tell:SECRET`, `accuse:SUSPECT`, `wait:`; in a fight `attack:WEAPON.FOE`, `cast:SPELL.TARGET`,
            `shove:FOE`, `tend:SEAT`, `guard:`, `parley:`, `flee:`. `hold:` does nothing, `hold:no reply`
            since no model answers.
        text: as it is offered.
        cues: words by which players mean it.
        offered: whether it is among what is shown; others must be said.
        ready: whether a character that nobody plays would make it now.
    """

    key: str
    text: str
    cues: tuple[str, ...] = ()
    offered: bool = True
    ready: bool = True

    def worded(self, towards: Mapping[str, str]) -> WordedMove:
        """Return the move with the words by which it may be meant.

        Args:
            towards: the move on the way to each who is elsewhere, by id.
        """
        kind, _, rest = self.key.partition(":")
        who = rest.partition(".")[0] if kind == "talk" else ""
        about = [one for one, way in towards.items() if way == self.key] if kind == "go" else []
        act = _ACTS.get(kind, "")
        return WordedMove(
            self.key, self.text, self.cues, act, who, about, final=kind in FINAL, shown=self.offered
        )
