"""Cache of what is made of a scenario once, shared by all sessions that play the same version."""

import threading
from collections import OrderedDict, defaultdict
from collections.abc import Callable
from typing import Generic, TypeVar

from echoes.games.scenario import ScenarioT

MadeT = TypeVar("MadeT")
_Key = tuple[str, str, str]


class VersionCache(Generic[ScenarioT, MadeT]):
    """A cache by id, language and content; the least recently used is dropped.

    Args:
        make: makes what is kept; the result never changes.
        most: the most versions in the cache.
    """

    def __init__(self, make: Callable[[ScenarioT], MadeT], most: int) -> None:
        self._make, self._most = make, most
        self._made: OrderedDict[_Key, MadeT] = OrderedDict()
        # Held while the cache is looked up or changed, never while something is made.
        self._changing = threading.Lock()
        # Held while something is made, so that two threads do not make the same.
        self._making: defaultdict[_Key, threading.Lock] = defaultdict(threading.Lock)

    def of(self, scenario: ScenarioT) -> MadeT:
        """Return the value made of a scenario, from the cache where it is there."""
        key = (scenario.id, scenario.language, scenario.content_hash)
        with self._making[key]:
            with self._changing:
                found = [self._made[key]] if key in self._made else []
            made = found[0] if found else self._make(scenario)
            with self._changing:
                self._made[key] = made
                self._made.move_to_end(key)
                while len(self._made) > self._most:
                    self._made.popitem(last=False)
        return made
