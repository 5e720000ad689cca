"""Reading of one file by itself: nothing is joined, and each record keeps the id that it has."""

from collections.abc import Iterable
from pathlib import Path

from pydantic import ValidationError

from echoes.core.text.bilingual import Bilingual, located
from echoes.games.scenario import FileReport
from echoes.games.situation_puzzle.importing.containers import Record
from echoes.games.situation_puzzle.importing.readers import is_page, read_content
from echoes.games.situation_puzzle.importing.sources import SourceFile, Unreadable, read_regular
from echoes.games.situation_puzzle.puzzle.formats import SchemaRecord, to_schema, unmapped_note
from echoes.games.situation_puzzle.puzzle.schema import Puzzle
from echoes.games.situation_puzzle.puzzle.validation import first_finding


def file_reports(path: Path) -> list[FileReport]:
    """Return a report on each record of a file."""
    try:
        content = read_content(SourceFile(path.name, path, read_regular(path)))
    except Unreadable as error:
        return [FileReport(str(path), error=located(path.name, error.said))]
    if content.error:
        return [FileReport(str(path), error=located(path.name, content.error))]
    return [_report(record) for record in content.records]


def _report(record: Record) -> FileReport:
    where = record.where
    if record.error:
        return FileReport(where, error=record.located(record.error), notes=record.notes)
    try:
        made = to_schema(record.fields, record.file.path, record.number, record.count, {}, record.shared)
    except (TypeError, AttributeError, RecursionError) as error:
        return FileReport(where, error=record.located(misshapen(error)))
    unmapped = [unmapped_note(column) for column in made.unmapped]
    return validated(record, made, [*record.notes, *made.notes, *unmapped])


def validated(record: Record, made: SchemaRecord, notes: list[str]) -> FileReport:
    """Return the report on a record that was brought into the schema's form: its puzzle, or the first fault.

    Args:
        record: as it was read.
        made: the same in the schema's form.
        notes: on it.
    """
    where = record.where
    if made.error:
        return FileReport(where, error=record.located(made.error), notes=notes)
    try:
        return FileReport(where, scenario=Puzzle.model_validate(made.fields), notes=notes)
    except ValidationError as error:
        first = Bilingual(first_finding(error, notes), first_finding(error, notes, "zh"))
        others = [note for note in notes if note != first]  # it is a note, where a value was left out
        if len(others) == len(notes):
            remedy = _remedy(error, has_columns=bool(made.unmapped) or not is_page(record.file.name))
            first = Bilingual(first + remedy, first.zh + remedy.zh)
        return FileReport(where, error=record.located(first), notes=others)
    except RecursionError:
        nested = Bilingual("is nested too deep to be a puzzle", "嵌套太深，不像谜题")
        return FileReport(where, error=record.located(nested), notes=notes)


def _remedy(error: ValidationError, has_columns: bool) -> Bilingual:
    """Return the remedy where a text is missing; empty for a finding that is one itself."""
    first = error.errors()[0]
    name = first["loc"][0] if len(first["loc"]) == 1 else ""
    if name not in ("statement", "answer") or first["type"] not in ("missing", "string_too_short"):
        return Bilingual("")
    if has_columns:
        return Bilingual(
            f"; write it, or name its column (--map {name}=COLUMN)", "，请补上，或者指定是哪一列"
        )
    en, zh = ("Story", "汤面") if name == "statement" else ("Answer", "汤底")
    return Bilingual(f"; write it behind `{en}:`", f"，请补在“{zh}：”后面")


def is_valid(made: SchemaRecord) -> bool:
    """Return whether a record that was brought into the schema's form is a puzzle."""
    try:
        Puzzle.model_validate(made.fields)
    except (ValidationError, RecursionError):
        return False
    return not made.error


def misshapen(error: Exception) -> Bilingual:
    """Return the reason that a record of an unexpected form can't be read."""
    return Bilingual(f"a field has an unexpected form ({error})", f"有字段的形式不对（{error}）")


def notes_on_columns(fields: Iterable[str | None], name: str) -> list[str]:
    """Return a note where no column of a file holds statements or answers.

    Args:
        fields: for which its columns were taken, None for one that was not; several are joined by `+`.
        name: of the file; a page has no columns to choose from, unless one was not taken.
    """
    fields = [*fields]
    if is_page(name) and None not in fields:
        return []
    found = {part for field in fields if field for part in field.split("+")}
    if not (missing := [field for field in ("statement", "answer") if field not in found]):
        return []
    named = " ".join(f"--map {field}=COLUMN" for field in missing)
    listed = ", ".join(f"`{field}`" for field in missing)
    zh = "、".join({"statement": "汤面", "answer": "汤底"}[field] for field in missing)
    return [
        Bilingual(f"no column was taken for {listed}: choose one ({named})", f"没有哪一列是{zh}，请指定一列")
    ]
