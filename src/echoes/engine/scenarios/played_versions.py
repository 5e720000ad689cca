"""The copies of scenarios that sessions in play began with."""

import json
import os
import time
from collections.abc import Collection, Mapping
from contextlib import suppress
from pathlib import Path

from echoes.core.log.events import SessionStarted
from echoes.engine.scenarios.files import STORAGE_FOLDER_REMEDY, modified_at, write_scenario
from echoes.games.base import AnyGame
from echoes.games.scenario import Scenario, content_hash_of

_YOUNG_S = 3600
_AT_HAND = 1024
"""The most versions kept in memory."""


class PlayedVersions:
    """A folder with a copy of each version that is played, under its hash.

    Args:
        games: the game types by name.
        folder: the folder.
    """

    def __init__(self, games: Mapping[str, AnyGame], folder: Path) -> None:
        self._games, self._folder = games, folder
        self._read: dict[Path, Scenario] = {}

    def keep(self, game: str, scenario: Scenario) -> None:
        """Save the version that a session begins with; an unreadable copy is replaced.

        Raises:
            StorageFailed: the folder can't be written.
        """
        path = self._path(scenario.id, scenario.language, scenario.content_hash)
        if self._kept(game, path, scenario.content_hash) is None:
            text = json.dumps(scenario.to_json(), ensure_ascii=False)
            write_scenario(path, text, STORAGE_FOLDER_REMEDY)
        else:
            with suppress(OSError):
                os.utime(path)  # it is in play from now on

    def drop(self, keep: Collection[tuple[str, str, str]]) -> int:
        """Remove the copies of versions that nobody plays any more.

        Args:
            keep: id, language and hash of the versions in play.
        Returns:
            The number of removed copies.
        """
        kept = {self._path(*version) for version in keep}
        settled = time.time() - _YOUNG_S  # a session that begins keeps its version first
        files = [path for path in self._folder.glob("*.json") if path not in kept]
        stale = [path for path in files if modified_at(path) < settled]
        for path in stale:
            path.unlink(missing_ok=True)
        return len(stale)

    def read(self, started: SessionStarted) -> Scenario | None:
        """Return the version that a session began with; None if its copy is missing or damaged.

        Since its name determines its content, a copy is read only once.
        """
        path = self.path_of(started)
        found = self._read.get(path) or self._kept(started.game_type, path, started.puzzle_hash)
        if found:
            self._read[path] = found
            while len(self._read) > _AT_HAND:
                del self._read[next(iter(self._read))]
        return found

    def path_of(self, started: SessionStarted) -> Path:
        """Return the place of the copy of a session's version."""
        return self._path(started.puzzle_id, started.lang, started.puzzle_hash)

    def _kept(self, game: str, path: Path, content_hash: str) -> Scenario | None:
        """Return the content of a copy; None if it is missing, damaged, or of another version."""
        try:
            data = json.loads(path.read_text("utf-8"))
            scenario = self._games[game].load(data)
        except (OSError, ValueError, TypeError, KeyError, AttributeError, RecursionError):
            return None
        # A form that has grown since hashes otherwise; the copy is still the one that was kept.
        return scenario if content_hash in (content_hash_of(data), scenario.content_hash) else None

    def _path(self, scenario_id: str, language: str, content_hash: str) -> Path:
        return self._folder / f"{scenario_id}_{language}-{content_hash}.json"
