"""`echoes bench referee`: a referee, or archived replies, against gold rulings."""

import json
import tempfile
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

from echoes.app import open_engine
from echoes.bench.referees.gold import Gold, Item, gold_label, of_known_stories, read_gold, script_of
from echoes.bench.referees.plans import gold_files
from echoes.bench.referees.scoring import Scored
from echoes.bench.runs.folder import Rows
from echoes.bench.runs.pool import OnItem, carry_out
from echoes.config import Config
from echoes.core.errors import BadInput, OperatorError
from echoes.engine.engine import GameEngine
from echoes.games.situation_puzzle.asking import ask

_UNPARSABLE = "model_unreadable"
NO_ANSWER = frozenset({"model_away", "model_budget"})
"""Why there is no ruling where nothing was said at all; that is no figure of a referee."""
_TRIES = 3


def bundled_gold(config: Config) -> list[Item]:
    """The gold questions of the bundled puzzles."""
    return [item for path in gold_files(config) for item in read_gold(path).items]


def score_replies(items: Sequence[Item]) -> list[Scored]:
    """Score archived replies; what is no label by exact match is unparsable, and wrong."""
    rows: list[Scored] = []
    for item in items:
        given = gold_label(item.reply)
        unparsable = given is None
        scored = Scored(item.story, item.ruling, given, unparsable=unparsable, lang=item.lang, text=item.text)
        rows.append(replace(scored, set=item.set))
    return rows


async def score_referee(
    config: Config,
    gold: Gold,
    stories: Path | None,
    referee: str,
    run: Rows[Scored] | None = None,
    lenient: bool = False,
    concurrency: int = 1,
    on_item: OnItem = lambda done, of: None,
) -> tuple[list[Scored], Gold]:
    """Ask a referee every question.

    Args:
        config: left as it is.
        gold: questions; `story` is a puzzle's id, or a title in `stories`.
        stories: outside stories; None takes the puzzles of the data folder.
        referee: its name.
        run: keeps each answer, and has those of before; None keeps none.
        lenient: leave out questions on stories that are not there, and count them apart.
        concurrency: questions at once.
        on_item: is told of each answer.
    Returns:
        A row for each question in their order, and the questions that were asked.
    Raises:
        BadInput: a story is not there, or in another language.
    """
    async with engine_on(config, stories) as (engine, ids):
        languages = _languages(engine, ids)
        gold = of_known_stories(gold, languages, lenient)
        if not gold.items:
            raise BadInput("there are no questions to ask", "; ".join(gold.notes[:1]))
        tables: dict[tuple[str, str | None], Any] = {}

        async def one(item: Item) -> Scored:
            key = (ids.get(item.story, item.story), item.lang or script_of(item.text))
            if key not in tables:
                spoken = key[1] if key[1] in languages[item.story] else None
                tables[key] = await engine.table(key[0], spoken, referee)
            return await _asked(tables[key], item)

        jobs = {f"{item.story} | {item.lang} | {item.line} | {item.text}": item for item in gold.items}
        return await carry_out(jobs, one, run, concurrency, on_item), gold


async def _asked(table: Any, item: Item) -> Scored:
    answer: Any = await ask(table.referee, item.text)
    for _ in range(_TRIES - 1):
        if answer["reason"] not in NO_ANSWER:
            break
        answer = await ask(table.referee, item.text)
    must_have_answered(answer["reason"])
    numbers = {option["authored"] for option in answer["options"]}
    taken_for = answer["authored"] if answer["ruled_as"] else None  # of a compound no single one
    known = item.settled_by is not None
    settled_by = {*(item.settled_by or ())}
    return Scored(
        item.story,
        item.ruling,
        answer["ruling"],
        tuple(option["ruling"] for option in answer["options"]),
        bool({*numbers, taken_for} & settled_by) if known else None,
        item.lang,
        unparsable=answer["reason"] == _UNPARSABLE,
        elapsed_ms=answer["elapsed_ms"],
        text=item.text,
        confidence=answer["confidence"],
        model_calls=answer["model_calls"],
        tokens=answer["prompt_tokens"] + answer["completion_tokens"],
        wanted_facts=item.facts,
        facts=tuple(answer["facts"]) if answer["ruling"] else None,
        ruled_as=answer["ruled_as"] or "",
        misread=taken_for not in settled_by if known and taken_for is not None else None,
        set=item.set,
        answerable=bool(settled_by) if known else None,
    )


def must_have_answered(reason: object) -> None:
    """Stop where a referee gave no answer at all, after tries: what it would say is not known.

    Raises:
        OperatorError: it gave none.
    """
    if reason in NO_ANSWER:
        raise OperatorError(
            "the referee's model gives no answer", "`echoes doctor` tests it; a run with --out goes on then."
        )


def _languages(engine: GameEngine, ids: dict[str, str]) -> dict[str, set[str]]:
    """The stories that are there, each with its languages."""
    languages: dict[str, set[str]] = {}
    for _, scenario in engine.puzzles.scenarios():
        languages.setdefault(scenario.id, set()).add(scenario.language)
    return {title: languages.get(one, set()) for title, one in ids.items()} if ids else languages


@asynccontextmanager
async def engine_on(
    config: Config, stories: Path | None = None
) -> AsyncGenerator[tuple[GameEngine, dict[str, str]]]:
    """An engine, and for outside stories the ids under which a throw-away one knows them."""
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
        [read] = engine.games["situation_puzzle"].read_file(path)
        if read.scenario is None:
            raise BadInput(f"{stories}: {read.error}", "Each story needs title, surface and bottom.")
        engine.puzzles.save("situation_puzzle", read.scenario)
        ids[str(record.get("title"))] = f"story_{number}"
    return ids
