"""Ingest of scenarios: read, check, keep a canonical copy, build the knowledge base."""

import asyncio
from collections.abc import AsyncGenerator, Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from echoes.core.text.bilingual import Bilingual
from echoes.engine.engine import GameEngine
from echoes.engine.scenarios.files import is_earlier
from echoes.engine.scenarios.knowledge import kb_id_of
from echoes.engine.scenarios.publishing import keep_withdrawn, publications
from echoes.engine.scenarios.versions import withdrawn_scenario
from echoes.games.scenario import Duplicate, FileReport, ImportBatch, ImportOptions, Scenario

IngestStatus = Literal[
    "ingested", "updated", "unchanged", "valid", "draft", "duplicate", "left_out", "failed"
]
Withheld = Callable[[Scenario], str]
"""Why a scenario that is not published yet is kept as a draft; empty where it is published."""

_CHANGED_SINCE = Bilingual(
    "was taken in before and has been changed since; --replace takes it in once more",
    "以前导入过，之后又改动过，所以保留现在的版本；要改回来，请选择覆盖",
)
_A_DRAFT_ALREADY = Bilingual("was taken in before, and is not published", "以前导入过，还没有发布")


@dataclass
class Ingested:
    """The result for one record.

    Attributes:
        source: the file, and the record's place in it.
        status: `ingested`, `updated` (an edit of a known scenario), `unchanged`, `valid` (a dry run),
            `draft` (it waits for its author to publish it), `duplicate` (it is there already, as what
            `duplicate` names), `left_out` (as its own file says) or `failed`.
        error: the reason of a failure.
        notes: unmapped fields, decisions, and findings of lint.
    """

    source: str
    status: IngestStatus
    puzzle_id: str | None = None
    language: str | None = None
    kb_id: str | None = None
    error: str | None = None
    notes: list[str] = field(default_factory=list[str])
    duplicate: Duplicate | None = None


class _StoredScenarios:
    """The scenarios of one game type that an engine has; `drafts`: also those that nobody can play now."""

    def __init__(self, engine: GameEngine, game: str, drafts: bool) -> None:
        self._engine, self._game, self._drafts = engine, game, drafts

    def stored(self, scenario_id: str, language: str) -> Scenario | None:
        """Return the scenario of an id and language."""
        found = self._engine.scenarios.stored_as(self._game, scenario_id, language)
        if found or not self._drafts:
            return found
        return withdrawn_scenario(self._engine, self._game, scenario_id, language)

    def scenarios(self) -> Iterable[Scenario]:
        """Return all of them."""
        if self._drafts:
            return [one.scenario for one in publications(self._engine) if one.game == self._game]
        return [scenario for _, scenario in self._engine.scenarios.list_all(self._game)]


def open_import(
    engine: GameEngine,
    paths: Sequence[Path],
    game: str,
    options: ImportOptions | None = None,
    drafts: bool = False,
) -> ImportBatch:
    """Read files and folders, without taking anything in yet.

    Args:
        engine: with what is there already.
        paths: of files, folders and archives.
        game: which game type reads them.
        options: how.
        drafts: whether stories are compared with what is not published, too.
    Raises:
        BadInput: a path does not exist or holds no file, or an option does not fit.
    """
    library = _StoredScenarios(engine, game, drafts)
    return engine.games[game].import_files(paths, options or ImportOptions(), library)


async def ingest_each(
    engine: GameEngine,
    batch: ImportBatch,
    game: str,
    dry_run: bool = False,
    replace: bool = False,
    withheld: Withheld | None = None,
) -> AsyncGenerator[Ingested]:
    """Take in the records of an import one by one, and yield the result of each as it ends.

    Args:
        engine: whose scenarios and knowledge bases grow.
        batch: what was read.
        game: which game type has read it.
        dry_run: only check.
        replace: write over other stories of the same id.
        withheld: why one is kept as a draft; None publishes all.
    Raises:
        StorageFailed: a folder can't be written.
    """
    for report in batch.reports:
        await asyncio.sleep(0)  # whoever shares the loop has a turn
        yield await ingest_record(engine, game, report, dry_run, replace, withheld)


async def ingest(
    engine: GameEngine,
    paths: Sequence[Path],
    game: str = "situation_puzzle",
    dry_run: bool = False,
    replace: bool = False,
) -> list[Ingested]:
    """Ingest files and folders; a bad record does not keep the good ones out.

    Args:
        engine: the engine whose scenarios and knowledge bases grow.
        paths: files, folders and archives.
        game: the game type that reads them.
        dry_run: whether to read and check only.
        replace: whether to overwrite other stories of the same id.

    Raises:
        BadInput: a path does not exist, or a folder contains no such file.
        StorageFailed: a folder can't be written.

    >>> async def checked(path):
    ...     async with open_engine() as engine:
    ...         return [(one.status, one.error) for one in await ingest(engine, [path], dry_run=True)]
    >>> puzzle = Path("bell.json")
    >>> _ = puzzle.write_text('{"id": "bell", "statement": "It is silent.", "answer": "Snow lies there."}')
    >>> asyncio.run(checked(puzzle))
    [('valid', None)]
    """
    batch = open_import(engine, paths, game, ImportOptions(replace=replace))
    return [result async for result in ingest_each(engine, batch, game, dry_run, replace)]


async def ingest_record(
    engine: GameEngine,
    game: str,
    report: FileReport,
    dry_run: bool = False,
    replace: bool = False,
    withheld: Withheld | None = None,
) -> Ingested:
    """Ingest one record of a file that was read.

    Args:
        engine: the engine whose scenarios and knowledge bases grow.
        game: the game type that read it.
        report: the result of reading it.
        dry_run: whether to check only.
        replace: whether to overwrite a bundled scenario of the same id and language.
        withheld: why it is kept as a draft; None publishes it.
    Raises:
        StorageFailed: a folder can't be written.
    """
    scenario = report.scenario
    if scenario is None:
        status: IngestStatus = "left_out" if report.left_out else "failed"
        return Ingested(report.source, status, error=report.error, notes=report.notes)
    result = Ingested(report.source, "valid", scenario.id, scenario.language, notes=report.notes)
    result.duplicate = report.duplicate
    if report.duplicate and not report.wanted:
        result.status = "duplicate"
        return result
    stored = engine.scenarios.stored(game, scenario)
    if withheld and stored is None and (reason := withheld(scenario)):
        return _kept_as_draft(engine, game, report, result, reason, dry_run)
    result.kb_id = kb_id_of(scenario)
    replaced = stored if stored and stored.content_hash != scenario.content_hash else None
    if replaced and not replace and _keeps_stored(engine, game, scenario, replaced, result):
        return result
    if stored is None or replaced:
        result.notes = [*report.notes, *engine.games[game].lint(scenario)]
    if replaced and not report.is_addition:
        result.notes.append(_replacing(replaced, dry_run))
    if dry_run:
        result.status = "valid" if stored is None or replaced else "unchanged"
        return result
    built = await engine.ensure_knowledge(game, scenario)
    if stored is None or replaced:
        if report.record:
            engine.scenarios.keep_record(game, scenario, report.record)
        engine.scenarios.save(game, scenario)
        result.status = "ingested" if stored is None else "updated"
    else:
        result.status = "ingested" if built else "unchanged"
    return result


def _replacing(replaced: Scenario, dry_run: bool) -> Bilingual:
    """Return the note that a scenario takes another one's place."""
    takes = "would take" if dry_run else "took"
    said = f"{takes} the place of “{replaced.title}”, which has the same id and language"
    zh = f"{'会取代' if dry_run else '取代了'}编号和语言都相同的《{replaced.title}》"
    return Bilingual(said, zh)


def _kept_as_draft(
    engine: GameEngine, game: str, report: FileReport, result: Ingested, reason: str, dry_run: bool
) -> Ingested:
    """Keep a scenario until its author publishes it, and say why."""
    scenario = report.scenario
    if scenario is None or is_earlier(engine.scenarios.path_of(game, scenario), scenario):
        result.status, result.notes = "unchanged", [*report.notes, _A_DRAFT_ALREADY]
        return result
    result.status = "draft"
    result.notes = [reason, *report.notes, *engine.games[game].lint(scenario)]
    if not dry_run:
        if report.record:
            engine.scenarios.keep_record(game, scenario, report.record)
        keep_withdrawn(engine, game, scenario)
    return result


def _keeps_stored(
    engine: GameEngine, game: str, scenario: Scenario, stored: Scenario, result: Ingested
) -> bool:
    """Return whether what is stored under an id must stay, and note the reason in the result."""
    if engine.scenarios.would_be_lost(game, scenario):
        result.status, result.error = "failed", _same_id(result.source, scenario, stored)
        return True
    if is_earlier(engine.scenarios.path_of(game, scenario), scenario):
        result.status, result.notes = "unchanged", [*result.notes, _CHANGED_SINCE]
        return True
    return False


def _same_id(source: str, scenario: Scenario, bundled: Scenario) -> str:
    which = f"the bundled puzzle “{bundled.title}” ({scenario.id}, {scenario.language})"
    return Bilingual(
        f"{source}: would write over {which}. Give it another id, or use `echoes ingest --replace`.",
        f"{source}：会覆盖自带的《{bundled.title}》（{scenario.id}）。请换一个编号，或者选择覆盖。",
    )
