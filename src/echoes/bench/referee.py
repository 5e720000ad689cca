"""`echoes bench referee`: a referee, or archived replies, against gold rulings."""

import json
import tempfile
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, cast

from echoes.app import open_engine
from echoes.bench.gold import Item, gold_label, read_gold
from echoes.bench.scoring import Scored
from echoes.config import load_config
from echoes.core.errors import BadInput
from echoes.engine.engine import GameEngine
from echoes.games.situation_puzzle.asking import ask


def bundled_gold(data: Path) -> list[Item]:
    """The question files of the bundled puzzles."""
    return [item for path in sorted((data / "gold").glob("*.jsonl")) for item in read_gold(path)]


def score_replies(items: Sequence[Item]) -> list[Scored]:
    """Score archived replies; what is no label by exact match is unparsable, and wrong."""
    rows: list[Scored] = []
    for item in items:
        given = gold_label(item.reply)
        rows.append(Scored(item.story, item.ruling, given, unparsable=given is None))
    return rows


async def score_referee(items: Sequence[Item], stories: Path | None, referee: str | None) -> list[Scored]:
    """Ask a referee every question.

    Args:
        items: questions; `story` is a puzzle's id, or a title in `stories`.
        stories: outside stories; None takes the puzzles of the data folder.
        referee: None takes the configured one.
    Raises:
        BadInput, UnknownName: a story is not there.
    """
    rows: list[Scored] = []
    async with _engine(stories) as (engine, ids):
        tables: dict[tuple[str, str | None], Any] = {}
        for item in items:
            key = (ids.get(item.story, item.story), item.lang)
            if key not in tables:
                tables[key] = await engine.table(key[0], None if stories else key[1], referee)
            answer: Any = await ask(tables[key].referee, item.text)
            offered = tuple(option["ruling"] for option in answer["options"])
            numbers = {option["authored"] for option in answer["options"]}
            reached = None if item.settled_by is None else bool(numbers & {*item.settled_by})
            elapsed = answer["elapsed_ms"]
            rows.append(
                Scored(
                    item.story, item.ruling, answer["ruling"], offered, reached, item.lang, elapsed_ms=elapsed
                )
            )
    return rows


@asynccontextmanager
async def _engine(stories: Path | None) -> AsyncGenerator[tuple[GameEngine, dict[str, str]]]:
    """An engine, and for outside stories the ids under which a throw-away one knows them."""
    config = load_config()
    if stories is None:
        async with open_engine(config) as engine:
            yield engine, {}
        return
    with tempfile.TemporaryDirectory(prefix="echoes-bench-") as folder:
        for name in ("data", "rag_storage", "game_storage"):
            setattr(config.paths, name, Path(folder) / name)
        async with open_engine(config) as engine:
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
        [read] = engine.games["situation_puzzle"].read_file(path)
        if read.scenario is None:
            raise BadInput(f"{stories}: {read.error}", "Each story needs title, surface and bottom.")
        engine.puzzles.save("situation_puzzle", read.scenario)
        ids[str(record.get("title"))] = f"story_{number}"
    return ids
