"""A cache of the output mode that works with each endpoint."""

import json
from pathlib import Path
from typing import Any, cast

from echoes.core.files import atomic_write
from echoes.models.settings import OUTPUT_MODES, OutputMode


class ModeCache:
    """Keeps the output mode of each endpoint, in memory and in a small JSON file.

    Args:
        path: None keeps the modes only while the process runs. A file that can't be read or written is
            ignored: all it saves is one search.
    """

    def __init__(self, path: Path | None = None) -> None:
        self._path = path
        self._modes: dict[str, Any] = {}
        if path:
            try:
                self._modes = cast("dict[str, Any]", dict(json.loads(path.read_text("utf-8"))))
            except (OSError, ValueError, TypeError):
                self._modes = {}

    def get(self, endpoint: str) -> OutputMode | None:
        """Return the mode that worked last, or None if none is known."""
        return next((mode for mode in OUTPUT_MODES if mode == self._modes.get(endpoint)), None)

    def put(self, endpoint: str, mode: OutputMode) -> None:
        """Keep the mode of an endpoint."""
        self._modes[endpoint] = mode
        self._write()

    def _write(self) -> None:
        if self._path is None:
            return
        try:
            atomic_write(self._path, json.dumps(self._modes, indent=1, sort_keys=True), private=True)
        except OSError:
            return
