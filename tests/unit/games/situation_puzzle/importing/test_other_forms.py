"""A file of a form that is not read is called by its name, with what to export instead, whatever its ending."""

import io
import zipfile
from pathlib import Path

import pytest
from tests.unit.games.situation_puzzle.importing.library import BELLS, opened, stories, written

RECORDS = "[\n  {{ id: 7, title: 'Bell', surface: '{}', bottom: '{}' }},\n];\n".format(*BELLS)
ROWS = "(id, title, surface, bottom) VALUES (7, 'Bell', '{}', '{}');\n".format(*BELLS)


def packed(name: str) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        archive.writestr(name, "x")
    return made.getvalue()


@pytest.mark.parametrize(
    ("name", "content", "form", "remedy"),
    [
        ("a.js", f"module.exports = {RECORDS}", "JavaScript", "JSON.stringify"),
        ("a.ts", f"export const puzzles: Puzzle[] = {RECORDS}", "TypeScript", "JSON.stringify"),
        ("a.txt", f"// mine\nexport const puzzles = {RECORDS}", "JavaScript", "JSON.stringify"),
        ("a.json", f"const puzzles = {RECORDS}", "JavaScript", "JSON.stringify"),
        ("a.sql", f"INSERT INTO soups {ROWS}", "SQL", "CSV or JSON"),
        ("a.txt", f"-- dump\nINSERT INTO `soups` {ROWS}", "SQL", "CSV or JSON"),
        ("a.docx", packed("word/document.xml"), "a Word document", "Markdown"),
        ("a.txt", b"{\\rtf1 Story: a\nAnswer: b}", "rich text", "Markdown"),
        ("a.csv", b"SQLite format 3\0", "SQLite", "CSV or JSON"),
        ("a.xls", b"\xd0\xcf\x11\xe0", "spreadsheet", "XLSX or CSV"),
        ("a.toml", '[[puzzle]]\nstory = "a"\n', "TOML", "JSON, YAML or CSV"),
        ("a.pdf", "%PDF-1.7", "a PDF", "copy its text"),
    ],
)  # fmt: skip
def test_the_line_says_which_form_it_is_and_what_helps(
    tmp_path: Path, name: str, content: str | bytes, form: str, remedy: str
):
    [report] = opened(written(tmp_path, name, content)).reports
    assert report.scenario is None and report.error is not None
    assert report.error.startswith(f"{name}: is ") and form in report.error and remedy in report.error
    assert "\n" not in report.error


def test_a_page_may_hold_the_lines_of_a_program(tmp_path: Path):
    page = f"export const meta = 1\n\n## Bell\n{BELLS[0]}\n<details>{BELLS[1]}</details>\n"
    assert stories(written(tmp_path, "a.mdx", page)) == [BELLS]
