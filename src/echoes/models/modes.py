"""Which way of asking for closed forms works with which endpoint."""

import json
from pathlib import Path
from typing import Any, cast

from echoes.core.files import write_whole
from echoes.models.settings import MODES, Mode


class ModeMemory:
    """Remembers the mode of each endpoint, in memory and in a small file.

    Args:
        path: None remembers as long as the process runs. A file that can't be read or written
            is done without: all it saves is one call.
    """

    def __init__(self, path: Path | None = None) -> None:
        self._path = path
        self._known: dict[str, Any] = {}
        if path:
            try:
                self._known = cast("dict[str, Any]", dict(json.loads(path.read_text("utf-8"))))
            except (OSError, ValueError, TypeError):
                self._known = {}

    def get(self, endpoint: str) -> Mode | None:
        """The mode that worked last; None where none is known."""
        return next((mode for mode in MODES if mode == self._known.get(endpoint)), None)

    def put(self, endpoint: str, mode: Mode) -> None:
        """Remember a mode."""
        self._known[endpoint] = mode
        self._write()

    def _write(self) -> None:
        if self._path is None:
            return
        try:
            write_whole(self._path, json.dumps(self._known, indent=1, sort_keys=True))
        except OSError:
            return
