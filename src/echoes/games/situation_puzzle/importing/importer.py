"""An import from beginning to end: files, records, joins, ids, duplicates, puzzles."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from echoes.core.errors import BadInput
from echoes.core.protocols import JsonObject
from echoes.games.scenario import (
    Duplicate,
    FileMapping,
    FileReport,
    ImportBatch,
    ImportOptions,
    Library,
    Scenario,
)
from echoes.games.situation_puzzle.importing.cases import Case, add_cases, case_of
from echoes.games.situation_puzzle.importing.containers import NO_PUZZLE, Record
from echoes.games.situation_puzzle.importing.duplicates import StoryIndex, same_story
from echoes.games.situation_puzzle.importing.file_reports import validated
from echoes.games.situation_puzzle.importing.identity import (
    collection_of,
    distinguished,
    puzzle_id,
)
from echoes.games.situation_puzzle.importing.joining import Draft, join_languages, put_to_stories
from echoes.games.situation_puzzle.importing.readers import FileContent, read_content
from echoes.games.situation_puzzle.importing.sources import SourceFile, source_files
from echoes.games.situation_puzzle.puzzle.field_names import ALIASES
from echoes.games.situation_puzzle.puzzle.formats import SchemaRecord, to_schema
from echoes.games.situation_puzzle.puzzle.schema import Puzzle

_TITLE_CHARS = {"en": 48, "zh": 14}


def import_puzzles(paths: Sequence[Path], options: ImportOptions, library: Library) -> ImportBatch:
    """Read files into puzzles, joined and with their ids, and find out which are there already.

    Args:
        paths: of files, folders and archives.
        options: how they are read.
        library: the puzzles that are there.
    Raises:
        BadInput: a path does not exist, a folder holds no puzzle file, or a field is not known.
    """
    if unknown := sorted(set(options.columns) - set(ALIASES)):
        known = ", ".join(sorted(ALIASES))
        raise BadInput(f"--map: there is no field '{unknown[0]}'", f"Known: {known}.")
    run = _Import(options, library)
    for file in source_files(paths):
        run.read(file)
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
        self._indices: dict[str, StoryIndex] | None = None
        self._taken: dict[tuple[str, str], Puzzle] = {}

    def read(self, file: SourceFile) -> None:
        """Read a file; its records become drafts and cases."""
        content = read_content(file)
        # What is found in a folder and holds nothing of puzzles is no fault.
        if content.error and (file.named or content.error != NO_PUZZLE):
            self.failed.append(FileReport(file.name, error=f"{file.name}: {content.error}"))
        for record in content.records:
            self._take(record, file.name)
        self._contents.append(content)
        for record in content.records:
            record.file = SourceFile(file.name, file.path, named=file.named, licence=file.licence)
        content.file = SourceFile(file.name, file.path, named=file.named, licence=file.licence)

    def _take(self, record: Record, name: str) -> None:
        if record.error:
            self.drafts.append(Draft(record, error=record.error))
            return
        case = None if self._options.columns else case_of(record.fields)
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
            draft.error = f"a field has an unexpected form ({error})"
        else:
            for column in record.fields:
                mapped = {to for at, to in draft.made.columns.items() if at.partition(".")[0] == column}
                self._columns[name][column, "+".join(sorted(mapped)) or None] += 1
        self.drafts.append(draft)

    def join(self) -> None:
        """Give ids, join the languages of one puzzle, and put cases to their stories."""
        made = [(draft, draft.made) for draft in self.drafts if draft.made]
        for draft, schema in made:
            self._name(draft.record, schema)
        join_languages(made, self._options.join)
        for name, cases in self._cases.items():
            self._notes[name] += put_to_stories(cases, made)

    def _name(self, record: Record, made: SchemaRecord) -> None:
        """Give a record its id, and a title where it has none."""
        fields = made.fields
        fields["id"] = puzzle_id(record, made)
        made.notes[:] = [note for note in made.notes if not note.startswith("id written as")]
        if not made.has_title and record.count > 1 and isinstance(fields.get("statement"), str):
            made.notes[:] = [note for note in made.notes if not note.startswith("title taken as")]
            fields["title"] = _opening(fields["statement"], fields["language"])
            made.notes.append(f"title taken as '{fields['title']}'")
        ours = all(column == name for column, name in made.columns.items())
        if record.count > 1 or not ours:
            origin: Any = fields.setdefault("provenance", {})
            if isinstance(origin, dict):
                origin.setdefault("collection", collection_of(record.file.path, record.count == 1))

    def mappings(self) -> list[FileMapping]:
        """Return how each file was read."""
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
        record, made = draft.record, draft.made
        where = record.where
        if made is None:
            error = f"{where}: {draft.error}"
            return FileReport(where, error=error, notes=record.notes, left_out=record.left_out)
        notes = [*record.notes, *made.notes]
        if record.count == 1:
            notes += [f"field '{column}' was not mapped" for column in made.unmapped]
        notes += add_cases(made.fields, draft.cases)
        report = validated(where, made, notes)
        report.record = _raw(draft, made)
        puzzle = report.scenario
        return self._placed(report, draft, puzzle) if isinstance(puzzle, Puzzle) else report

    def _placed(self, report: FileReport, draft: Draft, puzzle: Puzzle) -> FileReport:
        """Find out whether a puzzle is there already, and whether its id is another story's."""
        key = puzzle.id, puzzle.language
        before = self._taken.get(key)
        stored = before or self._library.stored(*key)
        if stored and stored.content_hash == puzzle.content_hash:
            self._taken[key] = puzzle
            return report
        # What was stored may be corrected; of two records of one import neither corrects the other.
        edited = before is None and isinstance(stored, Puzzle) and same_story(puzzle, stored)
        index = self._index(puzzle.language)
        twin = None if edited else index.find(puzzle)
        if twin and (twin.puzzle.id != puzzle.id or before):
            other = twin.puzzle
            report.duplicate = Duplicate(other.id, other.language, other.title, twin.similarity)
            meant = _is_meant(draft) and (other.id, other.language) not in self._taken
            unlike = not twin.exact and not self._options.skip_similar
            report.wanted = self._options.keep_duplicates or meant or unlike
            if not report.wanted:
                return report
            how = "in the same words" if twin.exact else f"in other words ({twin.similarity} % alike)"
            report.notes.append(f"tells the story of “{other.title}” ({other.id}) {how}")
        if stored and not edited and not self._options.replace:
            if _is_meant(draft):
                return _refused(report, stored)
            taken, puzzle = puzzle.id, _renamed(puzzle)
            report.scenario = puzzle
            report.notes.append(
                f"id '{taken}' is another story's, so this one is '{puzzle.id}'; --replace writes over it"
            )
        self._taken[puzzle.id, puzzle.language] = puzzle
        index.add(puzzle)
        return report

    def _index(self, language: str) -> StoryIndex:
        """Return the index of the stories of a language, those of the library among them."""
        if self._indices is None:
            self._indices = defaultdict(StoryIndex)
            for scenario in self._library.scenarios():
                if isinstance(scenario, Puzzle):
                    self._indices[scenario.language].add(scenario)
        return self._indices[language]


def _is_meant(draft: Draft) -> bool:
    """Tell whether an author brings this very puzzle: in our own form, with an id, in a file by itself."""
    made, record = draft.made, draft.record
    ours = made is not None and all(column == name for column, name in made.columns.items())
    return bool(ours and made and made.has_id and record.count == 1 and record.file.named)


def _refused(report: FileReport, stored: Scenario) -> FileReport:
    which = f"“{stored.title}” ({stored.id}, {stored.language}), which is another story"
    report.scenario = None
    report.error = (
        f"{report.source}: would write over {which}. Give it another id, or use `echoes ingest --replace`."
    )
    return report


def _renamed(puzzle: Puzzle) -> Puzzle:
    """Return a puzzle under an id that follows from its story."""
    fields = puzzle.to_json()
    return Puzzle.model_validate({**fields, "id": distinguished(puzzle.id, puzzle.statement + puzzle.answer)})


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


def _raw(draft: Draft, made: SchemaRecord) -> JsonObject | None:
    """Return what a puzzle was made of; None where that is its canonical form."""
    if all(column == name for column, name in made.columns.items()) and not made.unmapped and not draft.cases:
        return None
    shared = {key: value for key, value in draft.record.shared.items() if key != "wrapped"}
    return {
        "file": draft.record.file.name,
        "number": draft.record.number,
        "record": draft.record.fields,
        **({"shared": shared} if shared else {}),
        **({"cases": [[case.text, case.label] for case in draft.cases]} if draft.cases else {}),
    }
