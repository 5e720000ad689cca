"""The bearings of a companion: the ways that it has gone, and the places that its errands name."""

import re
from collections.abc import Sequence

from echoes.core.log.events import Event
from echoes.games.party.events import PartyArrived, QuestMoved
from echoes.games.world.events import MoveOption

_CHINESE = re.compile(r"[\u4e00-\u9fff]+")


class Bearings:
    """Keeps the ways and errands of one seat, from the events that it has seen."""

    def __init__(self, seat: str) -> None:
        self._seat, self._here = seat, ""
        self._names: dict[str, frozenset[str]] = {}
        self._ways: dict[str, dict[str, str]] = {}
        self._errands: dict[str, frozenset[str]] = {}
        self._went = ""

    def note(self, event: Event) -> None:
        """Remember where a way has led, and which errands are open."""
        match event:
            case PartyArrived() if self._seat in event.seats:
                if self._went:
                    self._ways.setdefault(self._here, {})[self._went] = event.scene
                self._here, self._went = event.scene, ""
                self._names[event.scene] = names_in(event.title)
            case QuestMoved():
                self._errands.pop(event.quest, None)
                if not event.done:
                    self._errands[event.quest] = names_in(f"{event.title} {event.text}")
            case _:
                pass

    def set_out(self, option: MoveOption) -> None:
        """Remember which way is taken."""
        self._went = option.key if option.key.startswith("go:") else ""

    def serves_errand(self, option: MoveOption) -> bool:
        """Return whether a move is what an errand asks for, by its words."""
        return any(len(errand & names_in(option.text)) > 1 for errand in self._errands.values())

    def way_to_errand(self, options: Sequence[MoveOption]) -> MoveOption | None:
        """Return the first step to the nearest place that an errand names; None where none is known."""
        errands = [*self._errands.values()]
        named = {
            place for place, names in self._names.items() if names and any(names <= one for one in errands)
        }
        if self._here in named:
            return None
        ways = [option for option in options if option.key.startswith("go:")]
        found = {self._here}
        reached = [(self._ways.get(self._here, {}).get(option.key, ""), option) for option in ways]
        for place, option in reached:  # grows: from the nearest places to the farthest
            if place in named:
                return option
            if place and place not in found:
                found.add(place)
                reached += [(further, option) for further in self._ways.get(place, {}).values()]
        unknown = [option for place, option in reached if not place]
        return next((one for one in unknown if any(names_in(one.text) & errand for errand in errands)), None)


def names_in(text: str) -> frozenset[str]:
    """Return the longer words of a text, and the pairs of Chinese characters that stand together."""
    plain = text.casefold()
    pairs = {plain[at : at + 2] for at in range(len(plain) - 1)}
    return frozenset(re.findall(r"[a-z]{4,}", plain)) | {pair for pair in pairs if _CHINESE.fullmatch(pair)}
