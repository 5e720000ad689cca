"""The files in which scenarios are kept, and their earlier versions."""

import json
import os
import shutil
import time
from collections.abc import Sequence
from difflib import get_close_matches
from pathlib import Path

from echoes.core.errors import BadScenarioFile, EchoesError, StorageFailed, UnknownName
from echoes.core.files.writing import atomic_write
from echoes.games.scenario import FileReport, Scenario

DATA_FOLDER_REMEDY = "Make the folder writable, or name another with ECHOES__PATHS__DATA."
"""For whoever may not write where scenarios are kept."""
STORAGE_FOLDER_REMEDY = "Make the folder writable, or name another with ECHOES__PATHS__GAME_STORAGE."
"""For whoever may not write where sessions are kept, with the versions that they play."""
_NOTHING_REMEDY = "Name another folder with ECHOES__PATHS__DATA, or take something in with `echoes ingest`."
_FEW = 5
"""Ids that are named in an error."""
_VERSIONS = "versions"
"""The folder beside the scenarios with a folder for each, of its earlier versions by number."""


def modified_at(path: Path) -> float:
    """Return the time at which a file was changed; now where it is gone."""
    try:
        return path.stat().st_mtime
    except OSError:
        return time.time()


def write_scenario(path: Path, text: str, remedy: str = DATA_FOLDER_REMEDY) -> None:
    """Write a file as a whole; `remedy` is for whoever may not.

    Raises:
        StorageFailed: the folder can't be written.
    """
    try:
        atomic_write(path, text, private=True)  # a scenario holds its solution
    except OSError as error:
        raise StorageFailed(
            f"{path} can't be written ({error.strerror})",
            f"Free space, {remedy[0].lower()}{remedy[1:]}",
        ) from error


def replace_scenario(path: Path, scenario: Scenario) -> None:
    """Write a scenario's file; the one before becomes an earlier version.

    Raises:
        StorageFailed: the folder can't be written.
    """
    keep_earlier(path)
    write_scenario(path, scenario_text(scenario))


def scenario_text(scenario: Scenario) -> str:
    """Return the text of a scenario's file: its canonical form."""
    return json.dumps(scenario.to_json(), ensure_ascii=False, indent=1) + "\n"


def earlier_versions(path: Path) -> list[Path]:
    """Return the versions of a scenario's file that were overwritten or withdrawn, the oldest first."""
    folder = path.parent / _VERSIONS / path.stem
    return sorted(
        (file for file in folder.glob("*.json") if file.stem.isdecimal()), key=lambda one: int(one.stem)
    )


def is_earlier(path: Path, scenario: Scenario) -> bool:
    """Return whether a scenario is an earlier version of its file."""
    text = scenario_text(scenario).encode()
    return any(file.read_bytes() == text for file in earlier_versions(path))


def keep_earlier(path: Path) -> None:
    """Keep a scenario's file among its earlier versions, before it is overwritten or withdrawn.

    Raises:
        StorageFailed: it can't be read, or the folder can't be written.
    """
    try:
        content, saved = path.read_text("utf-8"), path.stat().st_mtime
        kept = earlier_versions(path)
        if kept and kept[-1].read_text("utf-8") == content:
            return
    except FileNotFoundError:
        return
    except (OSError, UnicodeError) as error:
        raise StorageFailed(f"{path} can't be read ({error})", "Make it readable.") from error
    version = write_withdrawn(path, content)
    os.utime(version, (saved, saved))  # it was saved when it was written, not when it was put away


def write_withdrawn(path: Path, text: str) -> Path:
    """Write the text of a scenario's file as the latest of its earlier versions, and return its path.

    Raises:
        StorageFailed: the folder can't be written.
    """
    kept = earlier_versions(path)
    number = int(kept[-1].stem) + 1 if kept else 1
    version = path.parent / _VERSIONS / path.stem / f"{number:04}.json"
    write_scenario(version, text)
    return version


def drop_earlier(path: Path) -> None:
    """Remove the earlier versions of a scenario's file for good."""
    shutil.rmtree(path.parent / _VERSIONS / path.stem, ignore_errors=True)


def versioned_files(folder: Path) -> list[Path]:
    """Return the places of a folder's scenario files, those that were withdrawn among them."""
    kept = [folder / f"{versions.name}.json" for versions in (folder / _VERSIONS).glob("*_??")]
    return sorted({*folder.glob("*_??.json"), *(path for path in kept if earlier_versions(path))})


def nothing_to_play(folders: Sequence[Path], game: str = "") -> UnknownName:
    """Return the error of folders in which there is nothing to play.

    Args:
        folders: where it was looked for.
        game: the kind of game that was looked for; empty for any.
    """
    kind, looked = f" of the kind '{game}'" if game else "", " or ".join(map(str, folders))
    return UnknownName(f"there is nothing to play{kind} in {looked}", _NOTHING_REMEDY)


def unknown_scenario(scenario_id: str, reports: Sequence[FileReport], folders: Sequence[Path]) -> EchoesError:
    """Return the error of an id that is in no file, or in one that can't be read.

    Args:
        scenario_id: the id.
        reports: of all files.
        folders: where they lie.
    """
    if not reports:
        return UnknownName(
            f"unknown puzzle '{scenario_id}': {nothing_to_play(folders).problem}", _NOTHING_REMEDY
        )
    for report in reports if scenario_id else ():
        if report.error and Path(report.source.split(" [")[0]).stem.startswith(scenario_id):
            return BadScenarioFile(report.error, "Fix the file, then try again.")
    known = sorted({report.scenario.id for report in reports if report.scenario})
    near = get_close_matches(scenario_id, known, n=3)
    remedy = f"Did you mean {' or '.join(near)}?" if near else _known(known)
    return UnknownName(f"unknown puzzle '{scenario_id}'", remedy)


def _known(ids: Sequence[str]) -> str:
    """Name what there is, as long as it can be taken in at a glance."""
    few = len(ids) <= _FEW
    return f"Known: {', '.join(ids) or 'none'}." if few else "`echoes puzzles list` shows the known ones."
