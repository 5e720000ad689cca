"""Files of collections, and a library of puzzles, for the tests of the import."""

import io
import json
import zipfile
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from echoes.games.scenario import FileReport, ImportBatch, ImportOptions, Scenario
from echoes.games.situation_puzzle.importing.importer import import_puzzles
from echoes.games.situation_puzzle.puzzle.schema import Puzzle

BELLS = ("Every evening a man rings a bell that nobody hears.", "He is deaf and rings it for his dog.")
KITE = ("A girl cuts the string of her kite and is content.", "A letter to her mother hung on the kite.")
鐘 = ("每天傍晚，有个人敲一口谁也听不见的钟。", "他耳聋，敲钟是为了叫狗回家。")
風 = ("小女孩剪断了风筝的线，心满意足。", "风筝上挂着写给妈妈的信。")


class Library:
    """A library of puzzles."""

    def __init__(self, puzzles: Iterable[Puzzle] = ()) -> None:
        self.puzzles = {(one.id, one.language): one for one in puzzles}

    def stored(self, scenario_id: str, language: str) -> Scenario | None:
        return self.puzzles.get((scenario_id, language))

    def scenarios(self) -> list[Puzzle]:
        return [*self.puzzles.values()]

    def take(self, *paths: Path, **options: Any) -> list[FileReport]:
        """Import files and keep what was taken in."""
        batch = import_puzzles(paths, ImportOptions(**options), self)
        reports: list[FileReport] = []
        for report in batch.reports:
            reports.append(report)
            if isinstance(report.scenario, Puzzle) and (report.duplicate is None or report.wanted):
                self.puzzles[report.scenario.id, report.scenario.language] = report.scenario
        assert len(reports) == batch.count
        return reports


def opened(*paths: Path, **options: Any) -> ImportBatch:
    """Read files into an empty library."""
    return import_puzzles(paths, ImportOptions(**options), Library())


def puzzles(*paths: Path, **options: Any) -> list[Puzzle]:
    """Return the puzzles of files, none of which may fail."""
    reports = [*opened(*paths, **options).reports]
    assert [report.error for report in reports if report.error] == []
    return [report.scenario for report in reports if isinstance(report.scenario, Puzzle)]


def stories(*paths: Path, **options: Any) -> list[tuple[str, str]]:
    """Return statement and answer of each puzzle of files."""
    return [(one.statement, one.answer) for one in puzzles(*paths, **options)]


def written(folder: Path, name: str, content: Any, encoding: str = "utf-8") -> Path:
    """Write a file: bytes and text as they are, anything else as JSON."""
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    if not isinstance(content, bytes):
        text = content if isinstance(content, str) else json.dumps(content, ensure_ascii=False)
        content = text.encode(encoding)
    path.write_bytes(content)
    return path


def zipped(files: dict[str, bytes | str]) -> bytes:
    """Return an archive of files."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return packed.getvalue()


def spreadsheet(*sheets: list[list[Any]]) -> bytes:
    """Return an XLSX file with a sheet for each list of rows."""
    import openpyxl

    book = openpyxl.Workbook()
    book.remove(book.active)
    for rows in sheets:
        sheet = book.create_sheet()
        for row in rows:
            sheet.append(row)
    packed = io.BytesIO()
    book.save(packed)
    return packed.getvalue()
