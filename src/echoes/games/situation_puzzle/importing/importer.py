"""An import from beginning to end: files, records, joins, ids, duplicates, puzzles."""

import json
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from echoes.core.errors import BadInput
from echoes.core.files.json_values import as_array, is_object
from echoes.core.text.bilingual import Bilingual, located
from echoes.core.text.plain_text import pluralize
from echoes.games.scenario import FileMapping, FileReport, ImportBatch, ImportOptions, Library
from echoes.games.situation_puzzle.importing.cases import Case, add_cases, case_of, label_column
from echoes.games.situation_puzzle.importing.containers import NO_PUZZLE, Record
from echoes.games.situation_puzzle.importing.file_reports import (
    is_valid,
    misshapen,
    notes_on_columns,
    validated,
)
from echoes.games.situation_puzzle.importing.identity import collection_of, puzzle_id
from echoes.games.situation_puzzle.importing.joining import (
    Cases,
    Draft,
    join_languages,
    made_now,
    notes_on_cases,
    put_to_stories,
    stored_drafts,
)
from echoes.games.situation_puzzle.importing.placement import Placement
from echoes.games.situation_puzzle.importing.readers import FileContent, read_content
from echoes.games.situation_puzzle.importing.sources import SourceFile, source_files
from echoes.games.situation_puzzle.puzzle.cloze import Cloze
from echoes.games.situation_puzzle.puzzle.field_names import ALIASES, plain_name
from echoes.games.situation_puzzle.puzzle.formats import SchemaRecord, title_note, to_schema, unmapped_note
from echoes.games.situation_puzzle.puzzle.schema import Puzzle

_MOST_LISTED = 400
_TITLE_CHARS = {"en": 48, "zh": 14}


def import_puzzles(paths: Sequence[Path], options: ImportOptions, library: Library) -> ImportBatch:
    """Read files into puzzles, joined and with their ids, and find out which are there already.

    Args:
        paths: of files, folders and archives.
        options: how they are read.
        library: the puzzles that are there.
    Raises:
        BadInput: a path does not exist, a folder holds no puzzle file, a field is not known, or no file has
            a column that was named.
    """
    if unknown := sorted(set(options.columns) - set(ALIASES)):
        known = ", ".join(sorted(ALIASES))
        raise BadInput(f"--map: there is no field '{unknown[0]}'", f"Known: {known}.")
    run = _Import(options, library)
    for file in source_files(paths):
        run.read(file)
    run.check_columns()
    run.join()
    return ImportBatch(run.mappings(), len(run.drafts) + len(run.failed), run.reports())


class _Import:
    """One import."""

    def __init__(self, options: ImportOptions, library: Library) -> None:
        self._options, self._library = options, library
        self.drafts: list[Draft] = []
        self.failed: list[FileReport] = []
        self._contents: list[FileContent] = []
        self._columns: dict[str, Counter[tuple[str, str | None]]] = defaultdict(Counter)
        self._notes: dict[str, list[str]] = defaultdict(list)
        self._cases: dict[str, list[tuple[Case, Record]]] = defaultdict(list)
        self._placement = Placement(options, library)

    def read(self, file: SourceFile) -> None:
        """Read a file; its records become drafts and cases."""
        content = read_content(file)
        labelled = label_column(record.fields for record in content.records if not record.error)
        # What is found in a folder and holds nothing of puzzles is no fault.
        if content.error and (file.named or content.error != NO_PUZZLE):
            self.failed.append(FileReport(file.name, error=located(file.name, content.error)))
        for record in content.records:
            self._take(record, file.name, labelled)
        around = {pair for record in content.records for pair in record.wrapper_fields.items()}
        if around:
            self._columns[file.name].update(dict.fromkeys(sorted(around, key=str), 1))
        self._contents.append(content)
        for record in content.records:
            record.file = SourceFile(file.name, file.path, named=file.named, licence=file.licence)
        content.file = SourceFile(file.name, file.path, named=file.named, licence=file.licence)

    def check_columns(self) -> None:
        """Raise an error where a column was named that no file has."""
        columns = {column for counts in self._columns.values() for column, _ in counts}
        known = {plain_name(column) for column in columns}
        for column in self._options.columns.values() if known else ():
            if plain_name(column) not in known and plain_name(column.partition(".")[0]) not in known:
                listed = ", ".join(sorted(columns))[:_MOST_LISTED]
                said, zh = f"--map: no file has a column '{column}'", f"没有哪个文件有“{column}”这一列"
                raise BadInput(said, f"There are: {listed}.", zh=f"{zh}，有的是：{listed}。")

    def _take(self, record: Record, name: str, labelled: str) -> None:
        if record.error:
            self.drafts.append(Draft(record, error=record.error))
            return
        columns, omitted = [*record.fields], {plain_name(name) for name in self._options.omitted}
        record.fields = {key: value for key, value in record.fields.items() if plain_name(key) not in omitted}
        case = case_of(record.fields, labelled, self._options.columns)
        if case:
            self._cases[name].append((case, record))
            for column in record.fields:
                self._columns[name][column, case.columns.get(column)] += 1
            return
        draft = Draft(record)
        defaults = {"licence": record.file.licence, **record.shared}
        try:
            draft.made = to_schema(
                record.fields, record.file.path, record.number, record.count, self._options.columns, defaults
            )
        except (TypeError, AttributeError, RecursionError) as error:
            draft.error = misshapen(error)
        else:
            for column in columns:
                mapped = {to for at, to in draft.made.columns.items() if at.partition(".")[0] == column}
                self._columns[name][column, "+".join(sorted(mapped)) or None] += 1
        self.drafts.append(draft)

    def join(self) -> None:
        """Give ids, join the languages of one puzzle, and put cases to their stories."""
        made = [(draft, draft.made) for draft in self.drafts if draft.made]
        for draft, schema in made:
            self._name(draft.record, schema)
        join_languages(made, self._options.join)
        valid = [pair for pair in made if is_valid(pair[1])] if self._cases else []
        left = {name: put_to_stories(cases, valid) for name, cases in self._cases.items()}
        if any(left.values()):
            left = self._put_to_stored(left)
        for name, cases in self._cases.items():
            self._notes[name] += notes_on_cases(len(cases), left[name])
        for name, columns in self._columns.items():
            if columns and name not in self._cases:  # of a file that can't be read there are none
                self._notes[name] += notes_on_columns({field for _, field in columns}, name)

    def _put_to_stored(self, left: Mapping[str, Cases]) -> dict[str, Cases]:
        """Put cases of stories that no file tells to those that were taken in before; return the others."""
        stored = stored_drafts(one for one in self._library.scenarios() if isinstance(one, Puzzle))
        left = {name: put_to_stories(cases, stored) for name, cases in left.items()}
        self.drafts += [draft for draft, _ in stored if draft.cases]
        return left

    def _name(self, record: Record, made: SchemaRecord) -> None:
        """Give a record its id, and a title where it has none."""
        fields = made.fields
        fields["id"] = puzzle_id(record, made)
        made.notes[:] = [note for note in made.notes if not note.startswith("id written as")]
        statement = fields.get("statement")
        if not made.has_title and record.count > 1 and isinstance(statement, str):
            made.notes[:] = [note for note in made.notes if not note.startswith("title taken as")]
            fields["title"] = _opening(statement, str(fields["language"]))
            made.notes.append(title_note(fields["title"]))
        ours = all(column == name for column, name in made.columns.items())
        origin = fields.setdefault("provenance", {}) if record.count > 1 or not ours else None
        if is_object(origin):
            origin.setdefault("collection", collection_of(record.file.path, record.count == 1))

    def mappings(self) -> list[FileMapping]:
        """Return a report of the reading of each file."""
        return [
            FileMapping(
                source=content.file.name,
                format=content.format,
                encoding=content.encoding,
                records=len(content.records),
                cases=len(self._cases[content.file.name]),
                columns=_columns(self._columns[content.file.name]),
                notes=self._notes[content.file.name],
                error=content.error or None,
                skipped=content.error == NO_PUZZLE and not content.file.named,
            )
            for content in self._contents
        ]

    def reports(self) -> Iterator[FileReport]:
        """Yield a report for each file that failed and for each draft."""
        yield from self.failed
        for draft in self.drafts:
            yield self._report(draft)

    def _report(self, draft: Draft) -> FileReport:
        record, made = draft.record, made_now(draft, self._library)
        where = record.where
        if made is None:
            error = record.located(draft.error)
            return FileReport(where, error=error, notes=record.notes, left_out=record.left_out)
        notes = [*record.notes, *made.notes]
        if record.count == 1:
            notes += [unmapped_note(column) for column in made.unmapped]
        notes += add_cases(made.fields, draft.cases)
        report = validated(record, made, notes)
        report.record, report.is_addition = _raw(draft, made), draft.is_stored
        puzzle = report.scenario
        if not isinstance(puzzle, Puzzle):
            return report
        if puzzle.cloze and (other := self._gaps_elsewhere(puzzle)) not in (None, len(puzzle.cloze.gaps)):
            return FileReport(
                where, error=record.located(_other_gaps(puzzle.cloze, other)), notes=report.notes
            )
        return self._placement.placed(report, draft, puzzle)

    def _gaps_elsewhere(self, puzzle: Puzzle) -> int | None:
        """Return the number of gaps of the same puzzle in its other language; None where it has no cloze."""
        language = "en" if puzzle.language == "zh" else "zh"
        for fields in (draft.made.fields for draft in self.drafts if draft.made):
            if (fields.get("id"), fields.get("language")) == (puzzle.id, language):
                cloze = fields.get("cloze")
                return len(as_array(cloze.get("gaps"))) if is_object(cloze) else None
        stored = self._library.stored(puzzle.id, language)
        return len(stored.cloze.gaps) if isinstance(stored, Puzzle) and stored.cloze else None


def _other_gaps(cloze: Cloze, other: int | None) -> Bilingual:
    """Return the finding that the two languages of a puzzle have different numbers of gaps."""
    return Bilingual(
        f"field 'cloze.gaps': {pluralize(len(cloze.gaps), 'gap')}, but {other} in the other language",
        f"“cloze.gaps”有 {len(cloze.gaps)} 个空，另一种语言里有 {other} 个",
    )


def _opening(statement: str, language: str) -> str:
    """Return the beginning of a statement as a title."""
    longest = _TITLE_CHARS.get(language, 48)
    head = " ".join(statement.split())
    if len(head) <= longest:
        return head
    cut = head[:longest]
    return f"{cut if language == 'zh' else cut.rpartition(' ')[0] or cut}…"


def _columns(counts: Counter[tuple[str, str | None]]) -> dict[str, tuple[str | None, int]]:
    """Return each column with the field that it mostly stands for, and its count."""
    totals: Counter[str] = Counter()
    mostly: dict[str, str | None] = {}
    for (column, field_name), count in counts.most_common():
        totals[column] += count
        mostly.setdefault(column, field_name)
    return {column: (mostly[column], totals[column]) for column in totals}


def _raw(draft: Draft, made: SchemaRecord) -> str:
    """Return the source of a puzzle, as JSON; empty for its canonical form or where it was kept before."""
    if draft.is_stored:
        return ""
    if all(column == name for column, name in made.columns.items()) and not made.unmapped and not draft.cases:
        return ""
    shared = draft.record.said_for_all
    made_of = {
        "file": draft.record.file.name,
        "number": draft.record.number,
        "record": draft.record.fields,
        **({"shared": shared} if shared else {}),
        **({"cases": [[case.text, case.label] for case in draft.cases]} if draft.cases else {}),
    }
    return json.dumps(made_of, ensure_ascii=False)
