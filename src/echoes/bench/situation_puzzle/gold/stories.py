"""The stories of a gold set in an engine: those of the data folder, or outside ones taken in for a while."""

import json
import tempfile
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, cast

from echoes.app import open_engine
from echoes.config import Config
from echoes.core.errors import BadInput
from echoes.engine.engine import GameEngine
from echoes.games.situation_puzzle.game import SituationPuzzle


@asynccontextmanager
async def engine_with_stories(
    config: Config, stories: Path | None = None
) -> AsyncGenerator[tuple[GameEngine, dict[str, str]]]:
    """Open an engine; for outside stories a temporary one, with the ids under which it knows their titles."""
    if stories is None:
        async with open_engine(config) as engine:
            yield engine, {}
        return
    with tempfile.TemporaryDirectory(prefix="echoes-bench-") as folder:
        own = config.model_copy(deep=True)
        own.paths.all_below(Path(folder))
        async with open_engine(own) as engine:
            yield engine, _take_in(engine, stories, Path(folder) / "incoming")


def _take_in(engine: GameEngine, stories: Path, folder: Path) -> dict[str, str]:
    try:
        found: Any = json.loads(stories.read_text("utf-8"))
        records = [cast("dict[str, Any]", record) for record in found]
    except (OSError, ValueError, TypeError) as error:
        raise BadInput(
            f"{stories} can't be read as stories ({error})", "Give a JSON list of stories."
        ) from None
    folder.mkdir()
    ids: dict[str, str] = {}
    for number, record in enumerate(records, 1):
        path = folder / f"story_{number}.json"
        path.write_text(json.dumps({**record, "id": f"story_{number}", "index": None}), "utf-8")
        [read] = engine.games[SituationPuzzle.name].read_file(path)
        if read.scenario is None:
            raise BadInput(f"{stories}: {read.error}", "Each story needs title, surface and bottom.")
        engine.scenarios.save(SituationPuzzle.name, read.scenario)
        ids[str(record.get("title"))] = f"story_{number}"
    return ids


def story_languages(engine: GameEngine, ids: dict[str, str]) -> dict[str, set[str]]:
    """Return the stories that an engine has, each with its languages."""
    languages: dict[str, set[str]] = {}
    for _, scenario in engine.scenarios.list_all():
        languages.setdefault(scenario.id, set()).add(scenario.language)
    return {title: languages.get(one, set()) for title, one in ids.items()} if ids else languages
