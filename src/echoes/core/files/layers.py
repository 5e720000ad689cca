"""Settings merged from several files, key by key, with the file that each value comes from."""

from collections.abc import Mapping
from typing import Any, cast


class Layers:
    """Nested settings; later layers override earlier ones."""

    def __init__(self) -> None:
        self.settings: dict[str, Any] = {}
        self._sources: dict[tuple[str, ...], str] = {}

    def lay(self, settings: Mapping[str, Any], source: str) -> None:
        """Merge settings over those that are there; an empty section changes nothing.

        Args:
            settings: nested settings.
            source: the name of the file that they come from.
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
        """Return the file that a setting, or the innermost section around it, comes from."""
        for length in range(len(path), 0, -1):
            if found := self._sources.get(tuple(map(str, path[:length]))):
                return found
        return None
