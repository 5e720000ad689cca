"""Settings of several files laid over each other, key by key, with the file that each comes from."""

from collections.abc import Mapping
from typing import Any, cast


class Layers:
    """Nested settings; what is laid on later covers what lies below it."""

    def __init__(self) -> None:
        self.settings: dict[str, Any] = {}
        self._sources: dict[tuple[str, ...], str] = {}

    def lay(self, settings: Mapping[str, Any], source: str) -> None:
        """Lay settings over those that are there; a section without keys changes none.

        Args:
            settings: nested.
            source: names the file that they stand in.
        """
        self._lay(self.settings, settings, source, ())

    def _lay(
        self, below: dict[str, Any], settings: Mapping[str, Any], source: str, path: tuple[str, ...]
    ) -> None:
        for key, value in settings.items():
            place, covered = (*path, str(key)), below.get(key)
            if isinstance(covered, dict) and value is None:
                continue
            if isinstance(value, dict):
                inner = cast("dict[str, Any]", covered if isinstance(covered, dict) else {})
                below[key] = inner
                self._lay(inner, cast("dict[str, Any]", value), source, place)
            else:
                below[key] = value
            self._sources[place] = source

    def source(self, *path: object) -> str | None:
        """The file that a setting comes from, or the innermost section around it that is in one."""
        for length in range(len(path), 0, -1):
            if found := self._sources.get(tuple(map(str, path[:length]))):
                return found
        return None
