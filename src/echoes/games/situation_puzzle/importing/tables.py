"""Tables: CSV, TSV and spreadsheets, as lists of rows under the names of their columns."""

import csv
import io
import re
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from echoes.games.situation_puzzle.importing.limits import MAX_COLUMNS, MAX_RECORDS
from echoes.games.situation_puzzle.importing.sources import Unreadable, refuse_bombs
from echoes.games.situation_puzzle.importing.values import LinedFields
from echoes.games.situation_puzzle.puzzle.field_names import is_known_name
from echoes.games.situation_puzzle.puzzle.labels import is_label

_UNDER_HEADER = re.compile(r"[\s|:-]+")
_BAR = re.compile(r"(?<!\\)\|")
_BARRED = "\t|\t"
_DELIMITERS = ",;\t|"
_HEADINGS = 10
"""Rows in which the names of the columns are looked for."""
_END = "end of the table"
CASE_COLUMNS = ("guess", "title", "label")
"""The columns of labelled cases that come without a header."""


def read_table(text: str, delimiter: str | None = None) -> list[LinedFields]:
    """Return the rows of a CSV or TSV file.

    Args:
        text: of the file.
        delimiter: between the columns; None takes the one that the first line has most of.
    Raises:
        Unreadable: it has no header, or is no table, or a quotation mark swallows the end of a row.
    """
    if _BARRED in text:
        text, delimiter = text.replace(_BARRED, "\t"), "\t"
    delimiter = delimiter or _delimiter_of(text)
    csv.field_size_limit(max(csv.field_size_limit(), len(text) + len(_END) + 1))  # it is everybody's limit
    try:
        return _under_header(_rows(text, delimiter, strict=True, quoting=csv.QUOTE_MINIMAL))
    except csv.Error:  # quotation marks that surround no field
        quoting = csv.QUOTE_NONE if delimiter == "\t" else csv.QUOTE_MINIMAL
    if quoting == csv.QUOTE_MINIMAL and (line := _row_that_runs_on(text, delimiter)):
        raise Unreadable(
            f"has a quotation mark in the row of line {line} that opens or closes nothing; double it",
            f"第 {line} 行起的一格里，有一个引号不成对：请写成两个",
        )
    try:
        return _under_header(_rows(text, delimiter, strict=False, quoting=quoting))
    except csv.Error as error:
        raise Unreadable(f"is no table ({error})", f"不是表格（{error}）") from None


def _rows(text: str, delimiter: str, strict: bool, quoting: int) -> Iterator[tuple[int, Sequence[str]]]:
    """Yield the rows, each with the line on which it begins."""
    lines = io.StringIO(text, newline="")
    rows = csv.reader(lines, delimiter=delimiter, strict=strict, quoting=quoting)  # type: ignore[arg-type]
    begins = 1
    for row in rows:
        yield begins, row
        begins = rows.line_num + 1


def read_page_table(lines: Sequence[str], first: int) -> list[LinedFields]:
    """Return the rows of a table in Markdown under the names of its first row.

    Args:
        lines: of the table.
        first: the number of its first line.
    """
    rows = [(number, line.strip().strip("|")) for number, line in enumerate(lines, first)]
    cells = [
        (number, [cell.replace("\\|", "|") for cell in _BAR.split(line)])
        for number, line in rows
        if not _UNDER_HEADER.fullmatch(line)
    ]
    return _under_header(cells)


def _row_that_runs_on(text: str, delimiter: str) -> int:
    """Return the line on which a row begins that a stray quotation mark draws over its end; 0 for none."""
    rows = csv.reader(io.StringIO(f"{text}\n{_END}", newline=""), delimiter=delimiter, strict=True)
    while True:
        begins = rows.line_num + 1
        try:
            next(rows)
        except StopIteration:
            return 0
        except csv.Error:  # the next row is read by itself
            if rows.line_num > begins:
                return begins


def _delimiter_of(text: str) -> str:
    first = next((line for line in text.splitlines() if line.strip()), "")
    return max(_DELIMITERS, key=first.count)


def _under_header(rows: Iterable[tuple[int, Sequence[object]]]) -> list[LinedFields]:
    """Return rows as objects under the names of the first one.

    Three columns of which the last holds a ruling are labelled cases without a header.
    """
    filled = [(number, row) for number, row in islice(rows, MAX_RECORDS + 2) if _tells(row)]
    if len(filled) > MAX_RECORDS + 1:
        raise Unreadable(f"holds more than {MAX_RECORDS} rows; split it", f"超过 {MAX_RECORDS} 行，请拆分")
    if not filled:
        return []
    del filled[: _place_of_header([row for _, row in filled])]
    header = [_text(cell) for cell in filled[0][1]][:MAX_COLUMNS]
    if len(header) == len(CASE_COLUMNS) and is_label(header[-1]) and not any(map(is_known_name, header)):
        return [_lined(number, zip(CASE_COLUMNS, map(_text, row), strict=False)) for number, row in filled]
    names = [name or f"column {number}" for number, name in enumerate(header, 1)]
    return [_lined(number, zip(names, map(_cell, row), strict=False)) for number, row in filled[1:]]


def _tells(row: Sequence[object]) -> bool:
    """Return whether a row is neither empty nor a comment."""
    cells = [text for cell in row if (text := _text(cell))]
    return bool(cells) and not (len(cells) == 1 and cells[0].startswith(("# ", "//")))


def _lined(line: int, cells: Iterable[tuple[str, str | int | float]]) -> LinedFields:
    fields = LinedFields((name, cell) for name, cell in cells if cell != "")
    fields.line = line
    return fields


def _place_of_header(rows: Sequence[Sequence[object]]) -> int:
    """Return the place of the row with the names of the columns: the first, or one below a heading."""
    named = (sum(is_known_name(_text(cell)) for cell in row) for row in rows[:_HEADINGS])
    return next((place for place, count in enumerate(named) if count > 1), 0)


def _cell(value: object) -> str | int | float:
    """Return a cell as text, or as a number where it is one."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return _text(value)
    return int(value) if float(value).is_integer() else value


def _text(value: object) -> str:
    return "" if value is None else str(value).strip()


def read_spreadsheet(content: bytes) -> list[LinedFields]:
    """Return the rows of all sheets of an XLSX file, each sheet under its own header.

    Raises:
        Unreadable: it is none, or unpacks to far more than it is.
    """
    import openpyxl  # quick to leave out where nobody brings a spreadsheet

    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            refuse_bombs(archive)
        book = openpyxl.load_workbook(io.BytesIO(content), read_only=True, data_only=True, keep_links=False)
        sheets = [sheet.iter_rows(values_only=True, max_col=MAX_COLUMNS) for sheet in book.worksheets]
        return [row for sheet in sheets for row in _under_header(_rows_of(sheet))]
    except Unreadable:
        raise
    except Exception as error:  # noqa: BLE001 - a damaged file makes the library raise anything
        reason = str(error).partition("\n")[0] or type(error).__name__
        said = f"is no spreadsheet that can be read ({reason}); save it as XLSX or CSV"
        raise Unreadable(said, f"表格读不出来（{reason}），请另存为 XLSX 或 CSV") from None


def _rows_of(rows: Iterable[Sequence[object]]) -> Iterator[tuple[int, Sequence[object]]]:
    """Yield the rows of a sheet with their numbers; one cell far off makes no table of a million rows."""
    empty = 0
    for number, row in enumerate(rows, 1):
        empty = 0 if any(cell is not None for cell in row) else empty + 1
        if empty > MAX_RECORDS:
            return
        if not empty:
            yield number, row
