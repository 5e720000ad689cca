"""`echoes ingest`: take puzzles in, in whatever form people have written them."""

import asyncio
import dataclasses
import re
import signal
from collections import Counter, defaultdict
from pathlib import Path
from typing import Annotated, Any

import typer

from echoes.app import open_engine
from echoes.core.text.plain_text import pluralize
from echoes.engine.scenarios.ingest import Ingested, ingest_each, open_import
from echoes.games.scenario import FileMapping, ImportOptions
from echoes.interfaces.cli.options import JsonOption
from echoes.interfaces.cli.output import json_line, notice
from echoes.interfaces.cli.progress import progress, stop_at_once
from echoes.interfaces.cli.scenario_rows import find_game_type
from echoes.interfaces.cli.scenarios import DEFAULT_KIND, GameOption, kind_of

_FEW = 10
"""The number of records up to which the notes on each are printed with it."""
_MOST_NOTES = 12
_QUOTED = re.compile(r"(?<!\w)'.*?'(?!\w)|“[^”]*”(?: \([^()]*\))?|\d+ %")
"""What differs in notes of one kind: titles with their ids, and shares."""


def ingest(
    paths: Annotated[list[Path], typer.Argument(help="Files, folders or ZIP archives.")],
    game: GameOption = None,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Only read and check, and show how columns are mapped.")
    ] = False,
    replace: Annotated[
        bool, typer.Option("--replace", help="Write over other stories of the same id and language.")
    ] = False,
    columns: Annotated[
        list[str] | None,
        typer.Option("--map", metavar="FIELD=COLUMN", help="Take a column for a field; may be repeated."),
    ] = None,
    join: Annotated[
        bool, typer.Option("--join", help="Join records of one id or title in two languages.")
    ] = False,
    keep_duplicates: Annotated[
        bool, typer.Option("--keep-duplicates", help="Take in stories that are there in the same words.")
    ] = False,
    skip_similar: Annotated[
        bool, typer.Option("--skip-similar", help="Leave out stories that are there in other words.")
    ] = False,
    omit: Annotated[
        list[str] | None,
        typer.Option("--omit", metavar="COLUMN", help="Leave out a column; may be repeated."),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Read puzzles of any form, check them, and build their knowledge bases.

    Stopped anywhere, the same command goes on where it was.
    """
    omitted = tuple(omit or ())
    options = ImportOptions(_pairs(columns or []), join, replace, keep_duplicates, skip_similar, omitted)
    if asyncio.run(_ingest(paths, game, dry_run, options, as_json)):
        raise typer.Exit(1)


def _pairs(columns: list[str]) -> dict[str, str]:
    found = dict(pair.split("=", 1) for pair in columns if "=" in pair)
    if wrong := [pair for pair in columns if not all(part.strip() for part in (*pair.split("=", 1), "")[:2])]:
        raise typer.BadParameter(f"'{wrong[0]}' is not FIELD=COLUMN", param_hint="--map")
    return {field.strip(): column.strip() for field, column in found.items()}


async def _ingest(
    paths: list[Path], named: str | None, dry_run: bool, options: ImportOptions, as_json: bool
) -> bool:
    before = signal.signal(signal.SIGINT, stop_at_once)
    try:
        async with open_engine() as engine:
            game = named or kind_of(engine.games, paths[0]) or DEFAULT_KIND
            find_game_type(engine.games, game)
            batch = open_import(engine, paths, game, options)
            report = _Report(as_json, dry_run, batch.count)
            report.say_mappings(batch.mappings)
            with progress("puzzles") as told:
                told(0, batch.count)
                async for result in ingest_each(engine, batch, game, dry_run, options.replace):
                    report.say(result)
                    told(report.statuses.total(), batch.count)
            report.close(batch.mappings)
    finally:
        signal.signal(signal.SIGINT, before)
    is_empty = not batch.count and not any(mapping.cases for mapping in batch.mappings)
    if is_empty:
        notice("echoes: nothing to take in was found. docs/authoring.md shows what is read.")
    return report.statuses["failed"] > 0 or is_empty


class _Report:
    """A report on an import, for a person or a program.

    Attributes:
        statuses: how many results there are of each status.
    """

    def __init__(self, as_json: bool, dry_run: bool, count: int) -> None:
        self._as_json, self._dry_run, self._count = as_json, dry_run, count
        self._notes: dict[str, Counter[str]] = defaultdict(Counter)
        self.statuses: Counter[str] = Counter()

    def say_mappings(self, mappings: Any) -> None:
        """Tell a person how the files were read."""
        for mapping in mappings if not self._as_json else ():
            for line in _lines_of(mapping, self._dry_run):
                print(line)

    def say(self, result: Ingested) -> None:
        """Tell the result for one record."""
        self.statuses[result.status] += 1
        if self._as_json:
            json_line(dataclasses.asdict(result))
        elif result.status != "failed":
            told = f", like {_named(result)}" if result.duplicate else ""
            which = f" {result.puzzle_id} ({result.language}){told} " if result.puzzle_id else ""
            print(f"{result.status:9}{which} {result.source}", flush=True)
        if result.error:
            notice(f"echoes: {result.error}")
        if self._as_json:
            return
        for note in result.notes:
            self._notes[_QUOTED.sub("…", note)][note] += 1
        for note in result.notes if self._count <= _FEW else ():
            print(f"          {note}")

    def close(self, mappings: Any) -> None:
        """Tell how it ended."""
        if self._as_json:
            for mapping in mappings:
                if _is_worth_telling(mapping, self._dry_run):
                    json_line(_as_row(mapping))
            return
        if self._count > _FEW:
            for kind, notes in sorted(self._notes.items(), key=_times, reverse=True)[:_MOST_NOTES]:
                print(f"{notes.total():6} × {kind if len(notes) > 1 else next(iter(notes))}")
            rest = len(self._notes) - _MOST_NOTES
            if rest > 0:
                print(f"         and {rest} more; --json lists all notes")
        if self._count > 1:
            counts = ", ".join(f"{count} {status}" for status, count in sorted(self.statuses.items()))
            print(f"{self._count} records: {counts}")


def _times(notes: tuple[str, Counter[str]]) -> int:
    return notes[1].total()


def _named(result: Ingested) -> str:
    """Return the story that a record tells once more."""
    twin = result.duplicate
    if twin is None:
        return ""
    how = "the same words" if twin.similarity == 100 else f"{twin.similarity} % alike"
    return f"{twin.id} “{twin.title}” ({how})"


def _is_worth_telling(mapping: FileMapping, dry_run: bool) -> bool:
    """Return whether a file was read in any way that does not go without saying."""
    renamed = any(field != column for column, (field, _) in mapping.columns.items())
    return bool(mapping.notes) or (renamed and (dry_run or mapping.records > 1))


def _as_row(mapping: FileMapping) -> dict[str, Any]:
    columns = {column: {"field": field, "count": count} for column, (field, count) in mapping.columns.items()}
    return {
        "source": mapping.source,
        "status": "mapping",
        "format": mapping.format,
        "encoding": mapping.encoding,
        "records": mapping.records,
        "cases": mapping.cases,
        "columns": columns,
        "notes": mapping.notes,
    }


def _lines_of(mapping: FileMapping, dry_run: bool) -> list[str]:
    """Return a report of a file's reading: each column in a dry run, else those that were not mapped."""
    if not _is_worth_telling(mapping, dry_run):
        return []
    how = ", ".join(part for part in (mapping.format, mapping.encoding) if part)
    lines = [f"{mapping.source}: {how}, {pluralize(mapping.records, 'record')}"]
    for column, (field, count) in mapping.columns.items():
        if dry_run or field is None:
            lines.append(f"          {column} → {field or 'not mapped'} ({count})")
    return [*lines, *(f"          {note}" for note in mapping.notes)]
