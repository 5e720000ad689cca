"""The repository of scenarios: the current ones, and the versions that sessions began with."""

from collections.abc import Collection, Generator, Iterable, Mapping, Sequence
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path

from filelock import FileLock

from echoes.core.errors import StorageFailed, UnknownName
from echoes.core.files.writing import private_folder
from echoes.core.log.events import SessionStarted
from echoes.engine.scenarios.files import (
    DATA_FOLDER_REMEDY,
    STORAGE_FOLDER_REMEDY,
    drop_earlier,
    replace_scenario,
    unknown_scenario,
    versioned_files,
    write_scenario,
)
from echoes.engine.scenarios.played_versions import PlayedVersions
from echoes.games.base import AnyGame
from echoes.games.scenario import FileReport, Scenario

_AT_HAND = 1024
"""The most scenario files kept in memory."""
_LOCK_S = 60
"""The most seconds to wait for somebody else who changes scenarios."""
_RECORDS = "records"
"""The folder beside the scenarios with the records that they were made of."""


class ScenarioRepository:
    """The scenarios of the data folder and the bundled ones, and a copy of each version that is played.

    A scenario of the data folder replaces a bundled one of the same id and language.

    Args:
        games: the game types, each with its folder below `data`.
        data: the data folder.
        versions: the folder for versions in play.
        bundled: a second, read-only data folder; None for none.
        bundled_stems: names of files of the data folder, without suffix, that are bundled scenarios.
    Attributes:
        folders: where scenarios are looked for.
    """

    def __init__(
        self,
        games: Mapping[str, AnyGame],
        data: Path,
        versions: Path,
        bundled: Path | None = None,
        bundled_stems: Collection[str] = (),
    ) -> None:
        self._games = games
        self._data = data
        self._played = PlayedVersions(games, versions)
        self._lock = FileLock(versions / ".lock", timeout=_LOCK_S, mode=0o600)
        self._bundled_stems = frozenset(bundled_stems)
        self.folders = list(dict.fromkeys(folder for folder in (data, bundled) if folder))
        self._file_read = lru_cache(maxsize=_AT_HAND)(self._reports)

    def file_reports(self, game: str | None = None) -> list[FileReport]:
        """Return every record of every scenario file, the unreadable ones with their error.

        Args:
            game: only of this kind of game, so that no other's files are read; None for all.
        """
        return [report for _, report in self._all([game] if game else ())]

    def _all(self, games: Iterable[str] = (), named: str = "") -> list[tuple[str, FileReport]]:
        """Return the records of all files; of equal ones in two folders, the first.

        Args:
            games: only of these kinds of game; empty for all.
            named: only of this id.
        """
        found: list[tuple[str, FileReport]] = []
        taken: set[tuple[str, str]] = set()
        for folder in self.folders:
            here = [
                (name, report)
                for name in games or self._games
                for path in self._games[name].find_files(folder / self._games[name].folder, named)
                for report in self._file(name, path)
                if report.scenario is None or _key(report.scenario) not in taken
            ]
            taken |= {_key(report.scenario) for _, report in here if report.scenario}
            found += here
        return found

    def list_all(self, game: str | None = None) -> list[tuple[str, Scenario]]:
        """Return every scenario with the name of its game type, sorted by id; one per language version.

        Args:
            game: only of this kind of game, so that no other's files are read; None for all.
        """
        reports = self._all([game] if game else ())
        found = [(name, report.scenario) for name, report in reports if report.scenario is not None]
        return sorted(found, key=lambda pair: (pair[1].id, pair[1].language))

    def get(self, scenario_id: str, language: str | None) -> tuple[str, Scenario]:
        """Return one scenario, with the name of its game type.

        Args:
            scenario_id: the id, the same in all languages.
            language: the language; None takes the only one, otherwise English.
        Raises:
            UnknownName: there is none; the message lists the known ids or languages.
            BadScenarioFile: its file can't be read.
        """
        versions = {scenario.language: (name, scenario) for name, scenario in self._candidates(scenario_id)}
        if not versions:
            raise unknown_scenario(scenario_id, self.file_reports(), self.folders)
        if language is None:
            language = "en" if "en" in versions else sorted(versions)[0]
        if language not in versions:
            known = ", ".join(sorted(versions))
            raise UnknownName(
                f"puzzle '{scenario_id}' is not there in '{language}'", f"It is there in: {known}."
            )
        return versions[language]

    def languages(self, scenario_id: str) -> list[str]:
        """Return the languages that a scenario is there in; none for an unknown one."""
        return sorted({scenario.language for _, scenario in self._candidates(scenario_id)})

    def _candidates(self, scenario_id: str) -> list[tuple[str, Scenario]]:
        for game in self._games:  # of the first that has it; the others need not even be imported
            named = [
                (name, report.scenario)
                for name, report in self._all([game], scenario_id)
                if report.scenario is not None and report.scenario.id == scenario_id
            ]
            if named:
                return named
        return [(name, scenario) for name, scenario in self.list_all() if scenario.id == scenario_id]

    def _file(self, game: str, path: Path) -> Sequence[FileReport]:
        """Return the records of a file, which is read again only if it has changed."""
        try:
            found = [file.stat() for file in self._games[game].files_of(path)]
        except OSError:  # gone meanwhile, or a link to nowhere: the report says so
            return self._reports(game, path, 0, 0)
        size = sum(file.st_size for file in found)
        return self._file_read(game, path, max(file.st_mtime_ns for file in found), size)

    def _reports(self, game: str, path: Path, modified: int, size: int) -> Sequence[FileReport]:
        return tuple(self._games[game].reports_of(path))

    @contextmanager
    def writing(self) -> Generator[None]:
        """Keep all others, also other processes, from changing scenarios meanwhile; may be nested.

        Raises:
            StorageFailed: the folder can't be used, or somebody else takes too long.
        """
        try:
            private_folder(Path(self._lock.lock_file).parent)
            self._lock.acquire()
        except OSError as error:
            said = f"{self._lock.lock_file} can't be used ({error})"
            raise StorageFailed(said, STORAGE_FOLDER_REMEDY) from error
        try:
            yield
        finally:
            self._lock.release()

    def save(self, game: str, scenario: Scenario) -> Path:
        """Save a canonical copy in the data folder; the one before becomes an earlier version.

        Raises:
            StorageFailed: the folder can't be written.
        """
        path = self.path_of(game, scenario)
        with self.writing():
            replace_scenario(path, scenario)
        return path

    def stored(self, game: str, scenario: Scenario) -> Scenario | None:
        """Return the stored scenario of the same id and language, if any."""
        return self.stored_as(game, scenario.id, scenario.language)

    def stored_as(self, game: str, scenario_id: str, language: str) -> Scenario | None:
        """Return the scenario stored under an id in a language, if any."""
        here = self._games[game]
        for folder in self.folders:
            for path in here.find_files(folder / here.folder, scenario_id)[::-1]:
                found = [one.scenario for one in here.reports_of(path) if one.scenario]
                if same := [one for one in found if (one.id, one.language) == (scenario_id, language)]:
                    return same[0]
        return None

    def keep_record(self, game: str, scenario: Scenario, record: str) -> None:
        """Keep what a scenario was made of, as JSON, beside it; players are never shown it.

        Raises:
            StorageFailed: the folder can't be written.
        """
        path = self.path_of(game, scenario)
        write_scenario(path.parent / _RECORDS / path.name, record + "\n")

    def would_be_lost(self, game: str, scenario: Scenario) -> bool:
        """Return whether saving a scenario would overwrite, or hide, a bundled one."""
        path = self.path_of(game, scenario)
        is_pack = bool(self._bundled_stems) and (path.parent / scenario.id).is_dir()
        return is_pack or (path.stem in self._bundled_stems and path.exists())

    def files(self, scenario_id: str, language: str | None = None) -> list[Path]:
        """Return the files of a scenario in the data folder; `language`: None for all.

        Raises:
            UnknownName: the data folder holds none.
        """
        files = [
            path
            for game in self._games.values()
            for path in versioned_files(self._data / game.folder)
            if path.stem[:-3] == scenario_id and language in (None, path.stem[-2:])
        ]
        if not files:
            named = f"'{scenario_id}'" + (f" in '{language}'" if language else "")
            raise UnknownName(f"no puzzle {named} was taken in", "Bundled puzzles can't be removed.")
        return files

    def remove(self, scenario_id: str, language: str | None = None) -> list[Path]:
        """Remove a scenario with its earlier versions from the data folder; a bundled one comes back.

        Args:
            scenario_id: the scenario.
            language: the language to remove; None removes all.
        Returns:
            The removed files.
        Raises:
            UnknownName: the data folder has no such scenario.
            StorageFailed: a file can't be removed.
        """
        files = self.files(scenario_id, language)
        for path in files:
            try:
                path.unlink(missing_ok=True)
                drop_earlier(path)
                (path.parent / _RECORDS / path.name).unlink(missing_ok=True)
            except OSError as error:
                raise StorageFailed(
                    f"{path} can't be removed ({error.strerror})", DATA_FOLDER_REMEDY
                ) from error
        return files

    def authored_files(self) -> list[tuple[str, Path]]:
        """Return the files that authors have put into the data folder, also those that were withdrawn."""
        return [
            (name, path)
            for name, game in self._games.items()
            for path in versioned_files(self._data / game.folder)
            if path.stem not in self._bundled_stems
        ]

    def path_of(self, game: str, scenario: Scenario) -> Path:
        """Return the path of a scenario."""
        return self.place_of(game, scenario.id, scenario.language)

    def place_of(self, game: str, scenario_id: str, language: str) -> Path:
        """Return the path of the scenario of an id and language."""
        return self._data / self._games[game].folder / f"{scenario_id}_{language}.json"

    def keep_version(self, game: str, scenario: Scenario) -> None:
        """Save the version that a session begins with.

        Raises:
            StorageFailed: the folder can't be written.
        """
        self._played.keep(game, scenario)

    def drop_versions(self, keep: Collection[tuple[str, str, str]]) -> int:
        """Remove the copies of versions but for `keep` (id, language, hash), and return their number."""
        return self._played.drop(keep)

    def version_of(self, started: SessionStarted) -> Scenario:
        """Return the version that a session began with.

        Raises:
            StorageFailed: its copy is gone or damaged, and the scenario has been edited since.
        """
        if kept := self._played.read(started):
            return kept
        now = {scenario.language: scenario for _, scenario in self._candidates(started.puzzle_id)}
        current = now.get(started.lang)
        if current is None or current.content_hash != started.puzzle_hash:
            raise StorageFailed(
                f"the version of '{started.puzzle_id}' that this session began with can't be read",
                f"Restore {self._played.path_of(started)} from a backup; other games are not affected.",
            )
        return current


def _key(scenario: Scenario) -> tuple[str, str]:
    return scenario.id, scenario.language
