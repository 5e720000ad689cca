"""Reading of one file by itself: nothing is joined, and each record keeps the id that it has."""

from pathlib import Path

from pydantic import ValidationError

from echoes.games.scenario import FileReport
from echoes.games.situation_puzzle.importing.containers import Record
from echoes.games.situation_puzzle.importing.readers import read_content
from echoes.games.situation_puzzle.importing.sources import SourceFile, Unreadable, read_regular
from echoes.games.situation_puzzle.puzzle.formats import SchemaRecord, to_schema
from echoes.games.situation_puzzle.puzzle.schema import Puzzle
from echoes.games.situation_puzzle.puzzle.validation import first_finding


def file_reports(path: Path) -> list[FileReport]:
    """Return a report on each record of a file."""
    try:
        content = read_content(SourceFile(path.name, path, read_regular(path)))
    except Unreadable as error:
        return [FileReport(str(path), error=f"{path.name}: {error}")]
    if content.error:
        return [FileReport(str(path), error=f"{path.name}: {content.error}")]
    return [_report(record) for record in content.records]


def _report(record: Record) -> FileReport:
    where = record.where
    if record.error:
        return FileReport(where, error=f"{where}: {record.error}", notes=record.notes)
    try:
        made = to_schema(record.fields, record.file.path, record.number, record.count, {}, record.shared)
    except (TypeError, AttributeError, RecursionError) as error:
        return FileReport(where, error=f"{where}: a field has an unexpected form ({error})")
    unmapped = [f"field '{column}' was not mapped" for column in made.unmapped]
    return validated(where, made, [*record.notes, *made.notes, *unmapped])


def validated(where: str, made: SchemaRecord, notes: list[str]) -> FileReport:
    """Return the report on a record that was brought into the schema's form: its puzzle, or the first fault.

    Args:
        where: file and position.
        made: the record.
        notes: on it.
    """
    try:
        return FileReport(where, scenario=Puzzle.model_validate(made.fields), notes=notes)
    except ValidationError as error:
        return FileReport(where, error=f"{where}: {first_finding(error, notes)}", notes=notes)
    except RecursionError:
        return FileReport(where, error=f"{where}: is nested too deep to be a puzzle", notes=notes)
