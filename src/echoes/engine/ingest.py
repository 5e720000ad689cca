"""Ingest of puzzle files: read, check, keep a canonical copy, build the knowledge base."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from echoes.core.errors import BadInput
from echoes.engine.engine import GameEngine
from echoes.engine.session_factory import kb_id_of
from echoes.games.base import AnyGame
from echoes.games.scenario import FileReport, Scenario


@dataclass
class Ingested:
    """The result for one record.

    Attributes:
        source: the file, and the record's place in it.
        status: `ingested`, `updated` (an edit of a known puzzle), `unchanged`, `valid` (a dry run) or
            `failed`.
        error: the reason of a failure.
        notes: unmapped fields, decisions, and findings of lint.
    """

    source: str
    status: Literal["ingested", "updated", "unchanged", "valid", "failed"]
    puzzle_id: str | None = None
    language: str | None = None
    kb_id: str | None = None
    error: str | None = None
    notes: list[str] = field(default_factory=list[str])


async def ingest(
    engine: GameEngine,
    paths: Sequence[Path],
    game: str = "situation_puzzle",
    dry_run: bool = False,
    replace: bool = False,
) -> list[Ingested]:
    """Ingest files and folders; a bad file does not keep the good ones out.

    Args:
        engine: the engine whose puzzles and knowledge bases grow.
        paths: files, or folders of which all scenario files are ingested.
        game: the game type that reads them.
        dry_run: whether to read and check only.
        replace: whether to overwrite bundled puzzles of the same id and language.
    Raises:
        BadInput: a path does not exist, or a folder contains no such file.
        StorageFailed: a folder can't be written.
    """
    results: list[Ingested] = []
    for path in _files(engine.games[game], paths):
        for report in engine.games[game].read_file(path):
            results.append(await ingest_record(engine, game, report, dry_run, replace))
    return results


async def ingest_record(
    engine: GameEngine, game: str, report: FileReport, dry_run: bool = False, replace: bool = False
) -> Ingested:
    """Ingest one record of a file that was read.

    Args:
        engine: the engine whose puzzles and knowledge bases grow.
        game: the game type that read it.
        report: the result of reading it.
        dry_run: whether to check only.
        replace: whether to overwrite a bundled puzzle of the same id and language.
    Raises:
        StorageFailed: a folder can't be written.
    """
    scenario = report.scenario
    if scenario is None:
        return Ingested(report.source, "failed", error=report.error, notes=report.notes)
    kb_id = kb_id_of(scenario)
    result = Ingested(report.source, "valid", scenario.id, scenario.language, kb_id, notes=report.notes)
    stored = engine.puzzles.stored(game, scenario)
    replaced = stored if stored and stored.content_hash != scenario.content_hash else None
    if replaced and not replace and engine.puzzles.would_be_lost(game, scenario):
        result.status, result.error = "failed", _same_id(report.source, scenario, replaced)
        return result
    notes = result.notes = [*report.notes, *engine.games[game].lint(scenario)]
    if replaced:
        takes = "would take" if dry_run else "took"
        notes.append(f"{takes} the place of “{replaced.title}”, which has the same id and language")
    if dry_run:
        return result
    built = await engine.ensure_knowledge(game, scenario)
    if stored is None or replaced:
        engine.puzzles.save(game, scenario)
        result.status = "ingested" if stored is None else "updated"
    else:
        result.status = "ingested" if built else "unchanged"
    return result


def _same_id(source: str, scenario: Scenario, bundled: Scenario) -> str:
    which = f"the bundled puzzle “{bundled.title}” ({scenario.id}, {scenario.language})"
    return f"{source}: would write over {which}. Give it another id, or use `echoes ingest --replace`."


def _files(game: AnyGame, paths: Sequence[Path]) -> list[Path]:
    files: list[Path] = []
    for path in paths:
        found = game.find_files(path) if path.is_dir() else [path]
        if not path.exists():
            raise BadInput(f"'{path}' does not exist", "Name a puzzle file or a folder with puzzle files.")
        if not found:
            raise BadInput(
                f"'{path}' holds no file of a scenario", "Name a puzzle file or a folder with puzzle files."
            )
        files += found
    return files
