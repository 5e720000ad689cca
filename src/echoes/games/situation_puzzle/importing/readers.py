"""Reading of a file of any format into records."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import PurePath

from pydantic import JsonValue

from echoes.core.files.json_values import is_object
from echoes.games.situation_puzzle.importing.containers import Record, records_of
from echoes.games.situation_puzzle.importing.encodings import decode
from echoes.games.situation_puzzle.importing.json_files import parse_json_lines, read_json
from echoes.games.situation_puzzle.importing.other_forms import refuse_other_form, refuse_statements
from echoes.games.situation_puzzle.importing.page_records import PageRecords
from echoes.games.situation_puzzle.importing.page_sections import PageSections
from echoes.games.situation_puzzle.importing.pages import page_lines
from echoes.games.situation_puzzle.importing.sources import SourceFile, Unreadable
from echoes.games.situation_puzzle.importing.tables import read_spreadsheet, read_table
from echoes.games.situation_puzzle.importing.values import RefusedRecord
from echoes.games.situation_puzzle.importing.yaml_files import read_yaml
from echoes.games.situation_puzzle.puzzle.field_names import Fields, field_named

_FRONT = re.compile(r"\A(?>\s*<!--.*?-->)*\s*---\s*\n(.*?)\n---\s*(?:\n|\Z)", re.DOTALL)

_FORMATS = {
    ".json": "JSON",
    ".jsonl": "JSON lines",
    ".ndjson": "JSON lines",
    ".csv": "CSV",
    ".tsv": "TSV",
    ".list": "TSV",
    ".xlsx": "XLSX",
    ".yaml": "YAML",
    ".yml": "YAML",
    ".md": "Markdown",
    ".markdown": "Markdown",
    ".mdx": "Markdown",
    ".txt": "text",
    ".html": "HTML",
    ".htm": "HTML",
}
_PAGES = frozenset(("Markdown", "text", "HTML"))
_PACKED = b"PK\x03\x04"


def read_text(text: str) -> Sequence[Fields | RefusedRecord]:
    """Return the records of a page that tells puzzles under headings, labels or folded-away parts."""
    shared, body, first = _front(text)
    sections = PageSections()
    for line in page_lines(body, first):
        sections.read(line)
    records = PageRecords(sections.all()).all()
    told = {field_named(key) for key in shared} & {"answer", "statement"}
    plain = [one for one in records if not isinstance(one, RefusedRecord)]
    if told and all(told & record.keys() for record in plain):
        return [shared, *records]  # rules stand before and between the puzzles
    common = {key: value for key, value in shared.items() if field_named(key) not in ("id", "title")}
    for record in plain:
        before = shared if len(records) == 1 else common
        record |= {key: value for key, value in before.items() if key not in record}
    return records


def _front(text: str) -> tuple[Fields, str, int]:
    """Return the fields at the front of a page, the page without them, and the number of its first line."""
    if front := _FRONT.match(text):
        try:
            found = read_yaml(front[1])
        except Unreadable:
            return {}, text, 1
        if is_object(found):
            return found, text[front.end() :], text[: front.end()].count("\n") + 1
    return {}, text, 1


@dataclass
class FileContent:
    """The records of a file, and how it was read."""

    file: SourceFile
    format: str = ""
    encoding: str = ""
    records: list[Record] = field(default_factory=list[Record])
    error: str = ""


def read_content(file: SourceFile) -> FileContent:
    """Read a file; what keeps it from being read is noted, never raised."""
    content = FileContent(file, error=file.error)
    if content.error:
        return content
    try:
        content.format = _format_of(file)
        content.records = records_of(_value(file, content), file)
    except Unreadable as error:
        content.error = error.said
    return content


def is_page(name: str) -> bool:
    """Return whether a file of this name is read by labels in its text, and not by columns."""
    return _FORMATS.get(PurePath(name).suffix.casefold(), "text") in _PAGES


def _format_of(file: SourceFile) -> str:
    """Return the format of a file: that of its ending, unless it is a spreadsheet by another name."""
    refuse_other_form(file.path, file.content)
    if file.content.startswith(_PACKED):
        return "XLSX"
    if named := _FORMATS.get(file.path.suffix.casefold()):
        return named
    start = decode(file.content)[0].lstrip()[:1]
    return "JSON" if start in ("{", "[") else "text"


def _value(file: SourceFile, content: FileContent) -> JsonValue:
    if content.format == "XLSX":
        return [*read_spreadsheet(file.content)]
    text, content.encoding = decode(file.content)
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    if not text.strip():
        raise Unreadable("is empty; save it again", "是空的，请重新保存")
    refuse_statements(file.path, text)
    match content.format:
        case "JSON":
            return read_json(text)
        case "JSON lines":
            return parse_json_lines(text)
        case "CSV":
            return [*read_table(text)]
        case "TSV":
            return [*read_table(text, "\t")]
        case "YAML":
            return read_yaml(text)
        case "text":
            return _read_plain(text)
        case _:
            return [*read_text(text)]


def _read_plain(text: str) -> list[JsonValue]:
    """Return the records of a text file: text blocks, or a table by another name."""
    blocks: list[JsonValue] = [*read_text(text)]
    lines = [line for line in text.split("\n")[:20] if line.strip()]
    if not blocks and lines and all("\t" in line for line in lines):
        return [*read_table(text, "\t")]
    return blocks
