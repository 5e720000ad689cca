"""Versions of a scenario that an author has published, as its file and the folder beside it hold them."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from echoes.engine.engine import GameEngine
from echoes.engine.scenarios.files import earlier_versions, modified_at
from echoes.games.scenario import Scenario


@dataclass(frozen=True)
class Version:
    """A version of a scenario.

    Attributes:
        number: counts from 1.
        saved: the time at which it was saved, ISO 8601 in UTC.
        current: whether it is the one that new games begin with.
    """

    number: int
    saved: str
    scenario: Scenario
    current: bool


def withdrawn_scenario(engine: GameEngine, game: str, scenario_id: str, language: str) -> Scenario | None:
    """Return the latest version of a scenario that is withdrawn, or was never published; None for others."""
    path = engine.scenarios.place_of(game, scenario_id, language)
    kept = [] if path.exists() else earlier_versions(path)
    return read_scenario(engine, game, kept[-1]) if kept else None


def versions_in(engine: GameEngine, game: str, path: Path) -> list[Version]:
    """Return the versions of a file that can be read."""
    files = earlier_versions(path)
    numbered = [(int(file.stem), file) for file in files]
    found = [_version(engine, game, number, file, False) for number, file in numbered]
    last = numbered[-1][0] if numbered else 0
    current = _version(engine, game, last + 1, path, True)
    found.append(current)
    return list(_without_repeat([one for one in found if one]))


def _without_repeat(versions: list[Version]) -> Iterator[Version]:
    """Leave out the last earlier version where the current one is the same."""
    for index, one in enumerate(versions):
        after = versions[index + 1] if index + 1 < len(versions) else None
        if after and after.current and after.scenario.content_hash == one.scenario.content_hash:
            yield Version(one.number, one.saved, one.scenario, True)
            return
        yield one


def _version(engine: GameEngine, game: str, number: int, path: Path, current: bool) -> Version | None:
    scenario = read_scenario(engine, game, path)
    if scenario is None:
        return None
    saved = datetime.fromtimestamp(modified_at(path), UTC).isoformat(timespec="seconds")
    return Version(number, saved, scenario, current)


def read_scenario(engine: GameEngine, game: str, path: Path) -> Scenario | None:
    """Return the scenario of a file in its canonical form, or in any form that an author has put there."""
    try:
        return engine.games[game].load(json.loads(path.read_text("utf-8")))
    except (OSError, ValueError, TypeError, KeyError, AttributeError, RecursionError):
        reports = engine.games[game].reports_of(path) if path.is_file() else []
        return next((one.scenario for one in reports if one.scenario), None)
