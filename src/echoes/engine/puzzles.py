"""The repository of puzzles: the current ones, and the versions that sessions began with."""

import json
import os
import time
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from difflib import get_close_matches
from functools import lru_cache
from pathlib import Path

from echoes.core.errors import BadPuzzleFile, StorageFailed, UnknownName
from echoes.core.events import SessionStarted
from echoes.core.protocols import JsonObject
from echoes.engine.scenario_files import modified_at, write_scenario
from echoes.games.base import AnyGame
from echoes.games.scenario import FileReport, Scenario

_YOUNG_S = 3600
_FEW = 5
"""Ids that are named in an error."""
_AT_HAND = 1024
"""The most puzzles kept in memory, as files and as versions each."""
_RECORDS = "records"
"""The folder beside the scenarios with the records that they were made of."""


class PuzzleRepository:
    """The puzzles of the data folder and the bundled ones, and a copy of each version that is played.

    A puzzle of the data folder replaces a bundled one of the same id and language.

    Args:
        games: the game types, each with its folder below `data`.
        data: the data folder.
        versions: the folder for versions in play.
        bundled: a second, read-only data folder; None for none.
        came_along: names of files of the data folder, without suffix, that are bundled puzzles.
    """

    def __init__(
        self,
        games: Mapping[str, AnyGame],
        data: Path,
        versions: Path,
        bundled: Path | None = None,
        came_along: Collection[str] = (),
    ) -> None:
        self._games = games
        self._data = data
        self._versions = versions
        self._came_along = frozenset(came_along)
        self._folders = list(dict.fromkeys(folder for folder in (data, bundled) if folder))
        self._versions_read: dict[Path, Scenario] = {}
        self._file_read = lru_cache(maxsize=_AT_HAND)(self._reports)

    def all(self) -> list[FileReport]:
        """Return every record of every puzzle file, the unreadable ones with their error."""
        return [report for _, report in self._all()]

    def _all(self, named: str = "") -> list[tuple[str, FileReport]]:
        """Return the records of all files, or of those of an id; of equal ones in two folders, the first."""
        found: list[tuple[str, FileReport]] = []
        taken: set[tuple[str, str]] = set()
        for folder in self._folders:
            here = [
                (name, report)
                for name, game in self._games.items()
                for path in game.find_files(folder / game.folder, named)
                for report in self._file(name, path)
                if report.scenario is None or _key(report.scenario) not in taken
            ]
            taken |= {_key(report.scenario) for _, report in here if report.scenario}
            found += here
        return found

    def scenarios(self) -> list[tuple[str, Scenario]]:
        """Return every scenario with the name of its game type, sorted by id; one per language version."""
        found = [(name, report.scenario) for name, report in self._all() if report.scenario is not None]
        return sorted(found, key=lambda pair: (pair[1].id, pair[1].language))

    def get(self, puzzle_id: str, language: str | None) -> tuple[str, Scenario]:
        """Return one scenario, with the name of its game type.

        Args:
            puzzle_id: the id, the same in all languages.
            language: the language; None takes the only one, otherwise English.
        Raises:
            UnknownName: there is none; the message lists the known ids or languages.
            BadPuzzleFile: its file can't be read.
        """
        versions = {scenario.language: (name, scenario) for name, scenario in self._candidates(puzzle_id)}
        if not versions:
            raise self._unknown(puzzle_id)
        if language is None:
            language = "en" if "en" in versions else sorted(versions)[0]
        if language not in versions:
            known = ", ".join(sorted(versions))
            raise UnknownName(
                f"puzzle '{puzzle_id}' is not there in '{language}'", f"It is there in: {known}."
            )
        return versions[language]

    def languages(self, puzzle_id: str) -> list[str]:
        """Return the languages that a puzzle is there in; none for an unknown one."""
        return sorted({scenario.language for _, scenario in self._candidates(puzzle_id)})

    def _candidates(self, puzzle_id: str) -> list[tuple[str, Scenario]]:
        named = [
            (name, report.scenario)
            for name, report in self._all(_glob_safe(puzzle_id))
            if report.scenario is not None and report.scenario.id == puzzle_id
        ]
        return named or [(name, scenario) for name, scenario in self.scenarios() if scenario.id == puzzle_id]

    def _file(self, game: str, path: Path) -> Sequence[FileReport]:
        """Return the records of a file, which is read again only if it has changed."""
        try:
            found = [file.stat() for file in self._games[game].files_of(path)]
        except OSError:  # gone meanwhile, or a link to nowhere: the report says so
            return self._reports(game, path, 0, 0)
        size = sum(file.st_size for file in found)
        return self._file_read(game, path, max(file.st_mtime_ns for file in found), size)

    def _reports(self, game: str, path: Path, modified: int, size: int) -> Sequence[FileReport]:
        return tuple(self._games[game].read_file(path))

    def _unknown(self, puzzle_id: str) -> Exception:
        reports = self.all()
        for report in reports:
            if report.error and Path(report.source.split(" [")[0]).stem.startswith(puzzle_id):
                return BadPuzzleFile(report.error, "Mend the file, then try again.")
        known = sorted({report.scenario.id for report in reports if report.scenario})
        near = get_close_matches(puzzle_id, known, n=3)
        remedy = f"Did you mean {' or '.join(near)}?" if near else _known(known)
        return UnknownName(f"unknown puzzle '{puzzle_id}'", remedy)

    def save(self, game: str, scenario: Scenario) -> Path:
        """Save a canonical copy in the data folder, replacing one of the same id and language.

        Raises:
            StorageFailed: the folder can't be written.
        """
        path = self._path(self._data, game, scenario)
        write_scenario(path, json.dumps(scenario.to_json(), ensure_ascii=False, indent=1) + "\n")
        return path

    def stored(self, game: str, scenario: Scenario) -> Scenario | None:
        """Return the stored puzzle of the same id and language, if any."""
        return self.stored_as(game, scenario.id, scenario.language)

    def stored_as(self, game: str, scenario_id: str, language: str) -> Scenario | None:
        """Return the puzzle stored under an id in a language, if any."""
        here = self._games[game]
        for folder in self._folders:
            for path in here.find_files(folder / here.folder, _glob_safe(scenario_id))[::-1]:
                found = [one.scenario for one in here.read_file(path) if one.scenario]
                if same := [one for one in found if (one.id, one.language) == (scenario_id, language)]:
                    return same[0]
        return None

    def keep_record(self, game: str, scenario: Scenario, record: JsonObject) -> None:
        """Keep what a scenario was made of beside it; players are never shown it.

        Raises:
            StorageFailed: the folder can't be written.
        """
        path = self._path(self._data, game, scenario)
        write_scenario(path.parent / _RECORDS / path.name, json.dumps(record, ensure_ascii=False) + "\n")

    def would_be_lost(self, game: str, scenario: Scenario) -> bool:
        """Tell whether saving a puzzle would overwrite, or hide, a bundled one."""
        path = self._path(self._data, game, scenario)
        is_pack = bool(self._came_along) and (path.parent / scenario.id).is_dir()
        return is_pack or (path.stem in self._came_along and path.exists())

    def files(self, puzzle_id: str, language: str | None = None) -> list[Path]:
        """Return the files of a puzzle in the data folder; `language`: None for all.

        Raises:
            UnknownName: the data folder holds none.
        """
        files = [
            path
            for game in self._games.values()
            for path in sorted((self._data / game.folder).glob("*_??.json"))
            if path.stem[:-3] == puzzle_id and language in (None, path.stem[-2:])
        ]
        if not files:
            named = f"'{puzzle_id}'" + (f" in '{language}'" if language else "")
            raise UnknownName(f"no puzzle {named} was taken in", "Bundled puzzles can't be removed.")
        return files

    def remove(self, puzzle_id: str, language: str | None = None) -> list[Path]:
        """Remove a puzzle from the data folder; a bundled one of the same id comes back.

        Args:
            puzzle_id: the puzzle.
            language: the language to remove; None removes all.
        Returns:
            The removed files.
        Raises:
            UnknownName: the data folder has no such puzzle.
            StorageFailed: a file can't be removed.
        """
        files = self.files(puzzle_id, language)
        for path in files:
            try:
                path.unlink(missing_ok=True)
                (path.parent / _RECORDS / path.name).unlink(missing_ok=True)
            except OSError as error:
                raise StorageFailed(
                    f"{path} can't be removed ({error.strerror})", "Make its folder writable."
                ) from error
        return files

    def _path(self, folder: Path, game: str, scenario: Scenario) -> Path:
        return folder / self._games[game].folder / f"{scenario.id}_{scenario.language}.json"

    def keep_version(self, game: str, scenario: Scenario) -> None:
        """Save the version that a session begins with; an unreadable copy is replaced.

        Raises:
            StorageFailed: the folder can't be written.
        """
        path = self._version_path(scenario.id, scenario.language, scenario.content_hash)
        if self._kept(game, path, scenario.content_hash) is None:
            write_scenario(path, json.dumps(scenario.to_json(), ensure_ascii=False))
        else:
            with suppress(OSError):
                os.utime(path)  # it is in play from now on

    def drop_versions(self, keep: Collection[tuple[str, str, str]]) -> int:
        """Remove the copies of versions that nobody plays any more.

        Args:
            keep: id, language and hash of the versions in play.
        Returns:
            The number of removed copies.
        """
        kept = {self._version_path(*version) for version in keep}
        settled = time.time() - _YOUNG_S  # a session that begins keeps its version first
        files = [path for path in self._versions.glob("*.json") if path not in kept]
        stale = [path for path in files if modified_at(path) < settled]
        for path in stale:
            path.unlink(missing_ok=True)
        return len(stale)

    def version_of(self, started: SessionStarted) -> Scenario:
        """Return the version that a session began with.

        Raises:
            StorageFailed: its copy is gone or damaged, and the puzzle has been edited since.
        """
        puzzle_id, language, content_hash = started.puzzle_id, started.lang, started.puzzle_hash
        path = self._version_path(puzzle_id, language, content_hash)
        kept = self._version(started.game_type, path, content_hash)
        if kept is None:
            current = {scenario.language: scenario for _, scenario in self._candidates(puzzle_id)}
            kept = current.get(language)
        if kept is None or kept.content_hash != content_hash:
            raise StorageFailed(
                f"the version of '{puzzle_id}' that this session began with can't be read",
                f"Restore {path} from a backup; other games are not affected.",
            )
        return kept

    def _version(self, game: str, path: Path, content_hash: str) -> Scenario | None:
        """Return the content of a copy; since its name determines its content, it is read only once."""
        found = self._versions_read.get(path) or self._kept(game, path, content_hash)
        if found:
            self._versions_read[path] = found
            while len(self._versions_read) > _AT_HAND:
                del self._versions_read[next(iter(self._versions_read))]
        return found

    def _kept(self, game: str, path: Path, content_hash: str) -> Scenario | None:
        """Return the content of a copy; None if it is missing, damaged, or of another version."""
        try:
            scenario = self._games[game].load(json.loads(path.read_text("utf-8")))
        except (OSError, ValueError, TypeError, KeyError, AttributeError, RecursionError):
            return None
        return scenario if scenario.content_hash == content_hash else None

    def _version_path(self, puzzle_id: str, language: str, content_hash: str) -> Path:
        return self._versions / f"{puzzle_id}_{language}-{content_hash}.json"


def _known(ids: Sequence[str]) -> str:
    """Name what there is, as long as it can be taken in at a glance."""
    few = len(ids) <= _FEW
    return f"Known: {', '.join(ids) or 'none'}." if few else "`echoes puzzles list` shows the known ones."


def _key(scenario: Scenario) -> tuple[str, str]:
    return scenario.id, scenario.language


def _glob_safe(name: str) -> str:
    return "".join(c if c.isalnum() or c in "_-" else "?" for c in name)
