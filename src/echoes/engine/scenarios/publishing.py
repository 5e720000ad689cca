"""Publishing: scenarios are put before players, withdrawn and brought back, and no version is lost."""

import time
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Literal

from echoes.core.errors import BadInput, StorageFailed, UnknownName
from echoes.engine.engine import GameEngine
from echoes.engine.scenarios.files import (
    DATA_FOLDER_REMEDY,
    earlier_versions,
    keep_earlier,
    modified_at,
    scenario_text,
    write_withdrawn,
)
from echoes.engine.scenarios.versions import Version, read_scenario, versions_in
from echoes.games.scenario import Scenario

_NEW_S = 14 * 24 * 3600
_MOST_NEW = 12
"""The most scenarios that are called new: where all are, none is."""

PublicationStatus = Literal["published", "withdrawn", "bundled"]


@dataclass(frozen=True)
class Publication:
    """A scenario as its author sees it.

    Attributes:
        game: its game type.
        scenario: the current version; the latest of one that was withdrawn.
        status: `bundled` is one that came with the app and was not edited.
        versions: how many there are.
    """

    game: str
    scenario: Scenario
    status: PublicationStatus
    versions: int


def publications(engine: GameEngine) -> list[Publication]:
    """Return all scenarios that there are or were, by title; those that can't be read are left out."""
    current = {(game, one.id, one.language): one for game, one in engine.scenarios.list_all()}
    found: list[Publication] = []
    for game, path in engine.scenarios.authored_files():
        if one := _publication(engine, game, path):
            current.pop((game, one.scenario.id, one.scenario.language), None)
            found.append(one)
    found += [Publication(game, one, "bundled", 1) for (game, _, _), one in current.items()]
    return sorted(found, key=lambda one: (one.scenario.title.casefold(), one.scenario.language))


def newly_published(engine: GameEngine) -> set[tuple[str, str]]:
    """Return id and language of what authors have put here in the last two weeks, the latest of it."""
    since = time.time() - _NEW_S
    edited = [path for _, path in engine.scenarios.authored_files() if path.exists()]
    came = [
        (modified_at([*earlier_versions(path), path][0]), path.stem)
        for path in edited
        if modified_at(path) > since
    ]
    latest = sorted(one for one in came if one[0] > since)[-_MOST_NEW:]
    return {(stem[:-3], stem[-2:]) for _, stem in latest}


def publication_of(engine: GameEngine, scenario_id: str, language: str) -> Publication:
    """Return a scenario as its author sees it.

    Raises:
        UnknownName: there is none.
    """
    if found := _authored(engine, scenario_id, language):
        return found
    game, scenario = engine.scenarios.get(scenario_id, language)
    return Publication(game, scenario, "bundled", 1)


def versions_of(engine: GameEngine, scenario_id: str, language: str) -> list[Version]:
    """Return the versions of a scenario, the oldest first; none of a bundled one.

    The last is current, unless the scenario was withdrawn.
    """
    for game, path in _files_of(engine, scenario_id, language):
        return versions_in(engine, game, path)
    return []


def published_language(engine: GameEngine, scenario_id: str) -> str:
    """Return the language of a scenario that authors have published, the first of several.

    Raises:
        UnknownName: no author has published it.
    """
    stems = [path.stem for _, path in engine.scenarios.authored_files()]
    for stem in sorted(stems):
        if stem[:-3] == scenario_id:
            return stem[-2:]
    known = ", ".join(sorted({stem[:-3] for stem in stems})) or "none"
    zh = f"没有作者发布过“{scenario_id}”。已发布的有：{known}。"
    raise UnknownName(f"no author has published '{scenario_id}'", f"Published: {known}.", zh)


def publish(
    engine: GameEngine, game: str, scenario: Scenario, base: str = "", withheld: bool = False
) -> None:
    """Save a scenario as the current version.

    Args:
        engine: whose scenarios they are.
        game: its game type.
        scenario: the new version.
        base: the hash of the version that was edited; empty for a new scenario.
        withheld: whether it waits for its author to publish it, as one that was withdrawn does.
    Raises:
        BadInput: there is another scenario of this id, or somebody else has edited it meanwhile.
        StorageFailed: the folder can't be written.
    """
    with engine.scenarios.writing():
        authored = _authored(engine, scenario.id, scenario.language)
        latest = authored.scenario if authored else engine.scenarios.stored(game, scenario)
        identity = _identity(latest or scenario)
        if latest and not base:
            raise BadInput(
                f"there is a scenario already: {identity}",
                "Edit that one, or give this another id.",
                zh=f"已经有一个了：{identity}。请修改那一个，或者换一个编号。",
            )
        if latest and latest.content_hash != base:
            raise _changed_meanwhile(identity)
        if engine.scenarios.would_be_lost(game, scenario):
            raise BadInput(
                f"{identity} came with the app",
                "Give your version an id of its own.",
                zh=f"{identity}是应用自带的。请给你的版本另取一个编号。",
            )
        keep = partial(keep_withdrawn, engine) if withheld else engine.scenarios.save
        keep(game, scenario)


def publish_or_keep(engine: GameEngine, found: Publication, scenario: Scenario) -> None:
    """Save an edit of a scenario: as the current version, or as the latest of one that is withdrawn.

    Args:
        engine: whose scenarios they are.
        found: the scenario that was edited.
        scenario: the edit.
    Raises:
        BadInput: somebody else has edited it meanwhile, or it came with the app.
        StorageFailed: the folder can't be written.
    """
    if found.status != "withdrawn":
        publish(engine, found.game, scenario, found.scenario.content_hash)
        return
    with engine.scenarios.writing():
        current = publication_of(engine, found.scenario.id, found.scenario.language)
        edited = found.scenario.content_hash
        if current.status != found.status or current.scenario.content_hash != edited:
            raise _changed_meanwhile(_identity(current.scenario))
        keep_withdrawn(engine, found.game, scenario)


def keep_withdrawn(engine: GameEngine, game: str, scenario: Scenario) -> None:
    """Save a version that nobody plays until its author publishes it.

    Raises:
        StorageFailed: the folder can't be written.
    """
    with engine.scenarios.writing():
        write_withdrawn(engine.scenarios.path_of(game, scenario), scenario_text(scenario))


def withdraw(engine: GameEngine, scenario_id: str, language: str) -> None:
    """Take a scenario from players; sessions in play keep theirs, and all versions stay.

    Raises:
        UnknownName: no author has published it.
        BadInput: it came with the app.
        StorageFailed: the folder can't be written.
    """
    authored = [path for _, path in _files_of(engine, scenario_id, language)]
    for path in engine.scenarios.files(scenario_id, language):
        if path not in authored:
            raise BadInput(
                f"'{scenario_id}' came with the app",
                "Only what authors publish is withdrawn.",
                zh=f"“{scenario_id}”是应用自带的，只有作者自己发布的才能撤下。",
            )
        with engine.scenarios.writing():
            keep_earlier(path)
            try:
                path.unlink(missing_ok=True)
            except OSError as error:
                raise StorageFailed(
                    f"{path} can't be removed ({error.strerror})", DATA_FOLDER_REMEDY
                ) from error


def republish(engine: GameEngine, scenario_id: str, language: str, number: int | None = None) -> Version:
    """Make an earlier version the current one; the one before stays too.

    Args:
        engine: whose scenarios they are.
        scenario_id: the scenario.
        language: its language.
        number: of the version; None for the latest.
    Raises:
        UnknownName: there is no such version.
        StorageFailed: the folder can't be written.
    """
    versions = versions_of(engine, scenario_id, language)
    wanted = [one for one in versions if number in (None, one.number)][-1:]
    if not wanted:
        raise UnknownName(
            f"'{scenario_id}' has no version {number or ''}".rstrip(),
            "See its versions.",
            zh=f"“{scenario_id}”没有第 {number or ''} 版。请看看它有哪些版本。",
        )
    game = publication_of(engine, scenario_id, language).game
    if not wanted[0].current:
        engine.scenarios.save(game, wanted[0].scenario)
    return wanted[0]


def _identity(scenario: Scenario) -> str:
    return f"“{scenario.title}” ({scenario.id}, {scenario.language})"


def _changed_meanwhile(identity: str) -> BadInput:
    return BadInput(
        f"{identity} was changed meanwhile",
        "Open it again, and repeat your change there.",
        zh=f"{identity}这期间被改过了。请重新打开，再改一次。",
    )


def _authored(engine: GameEngine, scenario_id: str, language: str) -> Publication | None:
    """Return a scenario that an author has published, also if it was withdrawn."""
    found = (_publication(engine, game, path) for game, path in _files_of(engine, scenario_id, language))
    return next(filter(None, found), None)


def _files_of(engine: GameEngine, scenario_id: str, language: str) -> list[tuple[str, Path]]:
    """Return the files of a scenario that authors have published or withdrawn, each with its game type."""
    stem = f"{scenario_id}_{language}"
    return [(game, path) for game, path in engine.scenarios.authored_files() if path.stem == stem]


def _publication(engine: GameEngine, game: str, path: Path) -> Publication | None:
    earlier = earlier_versions(path)
    latest = path if path.exists() else earlier[-1]
    scenario = read_scenario(engine, game, latest)
    if scenario is None:
        return None
    is_another = path.exists() and not (earlier and earlier[-1].read_bytes() == path.read_bytes())
    return Publication(
        game, scenario, "published" if latest == path else "withdrawn", len(earlier) + is_another
    )
