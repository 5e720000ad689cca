"""Forms of files that are not read, each with what to export instead."""

import re
from pathlib import PurePath

from echoes.core.text.bilingual import Bilingual
from echoes.games.situation_puzzle.importing.sources import Unreadable

_SCRIPT = Bilingual(
    "; write its list out as JSON (with JSON.stringify) and import that",
    "，请把里面的列表用 JSON.stringify 写成 JSON 再导入",
)
_TABLE = Bilingual(
    "; export the table with the names of its columns as CSV or JSON", "，请连同列名导出成 CSV 或 JSON"
)
_TEXT = Bilingual("; save it as text, Markdown or HTML", "，请另存为文本、Markdown 或 HTML")
_SHEET = Bilingual("; save it as XLSX or CSV", "，请另存为 XLSX 或 CSV")
_PAIRS = Bilingual("; write its records as JSON, YAML or CSV", "，请把记录写成 JSON、YAML 或 CSV")
_OTHER_ARCHIVE = Bilingual("; unpack it, or pack it as ZIP", "，请先解压，或者打成 ZIP")
_FORMS = {
    "JavaScript": (".js .mjs .cjs .jsx", _SCRIPT),
    "TypeScript": (".ts .tsx .mts", _SCRIPT),
    "SQL": (".sql .dump", _TABLE),
    "a database of SQLite": (".db .sqlite .sqlite3", _TABLE),
    "a Parquet table": (".parquet", _TABLE),
    "a Word document": (".docx .doc", _TEXT),
    "an OpenDocument text": (".odt", _TEXT),
    "rich text": (".rtf", _TEXT),
    "an e-book": (".epub .mobi", _TEXT),
    "a PDF": (".pdf", Bilingual("; copy its text into a text file", "，请把文字复制到文本文件里")),
    "a picture": (
        ".png .jpg .jpeg .gif .webp .heic",
        Bilingual("; type its text into a file", "，请把文字打出来"),
    ),
    "a spreadsheet of another form": (".xls .ods .numbers", _SHEET),
    "XML": (".xml", _PAIRS),
    "TOML": (".toml", _PAIRS),
    "Python": (".py", _PAIRS),
    "PHP": (".php", _PAIRS),
    "an archive, but no ZIP": (".rar .7z .tar .gz .tgz .xz .bz2", _OTHER_ARCHIVE),
}
_IN_CHINESE = {
    "a database of SQLite": "SQLite 数据库",
    "a Parquet table": "Parquet 表格",
    "a Word document": "Word 文档",
    "an OpenDocument text": "OpenDocument 文档",
    "rich text": "富文本",
    "an e-book": "电子书",
    "a PDF": "PDF",
    "a picture": "图片",
    "a spreadsheet of another form": "另一种电子表格",
    "an archive, but no ZIP": "压缩包，但不是 ZIP",
}
"""The names of forms that are others in Chinese."""
_BY_ENDING = {ending: name for name, (endings, _) in _FORMS.items() for ending in endings.split()}
_MAGIC = {
    b"%PDF": "a PDF",
    b"{\\rtf": "rich text",
    b"SQLite format 3": "a database of SQLite",
    b"PAR1": "a Parquet table",
    b"\x89PNG": "a picture",
    b"\xff\xd8\xff": "a picture",
    b"\xd0\xcf\x11\xe0": "a spreadsheet of another form",
    b"Rar!": "an archive, but no ZIP",
    b"\x1f\x8b": "an archive, but no ZIP",
}
_WITHIN_PACKED = {
    b"word/": "a Word document",
    b"application/vnd.oasis.opendocument.text": "an OpenDocument text",
    b"application/vnd.oasis.opendocument.spreadsheet": "a spreadsheet of another form",
    b"application/epub+zip": "an e-book",
}
_HEAD = 4000
_BEFORE = r"\A(?:\s|//[^\n]*\n|(?>/\*.*?\*/)|--[^\n]*\n|['\"]use strict['\"];?|import\s[^\n]+\n)*+"
_STATEMENTS = {
    "JavaScript": re.compile(
        rf"{_BEFORE}(?:export\s+(?:default|const|let)\b|(?:const|let|var)\s+\w+(?:\s*:[^=\n]+)?\s*="
        r"|module\.exports)",
        re.DOTALL,
    ),
    "SQL": re.compile(rf"{_BEFORE}(?:INSERT\s+INTO|(?:CREATE|DROP)\s+TABLE)\b", re.DOTALL | re.IGNORECASE),
}


def refuse_other_form(path: PurePath, content: bytes) -> None:
    """Refuse a file of a form that is not read.

    Raises:
        Unreadable: its ending or its beginning says that it is of such a form.
    """
    name = next((name for magic, name in _MAGIC.items() if content.startswith(magic)), "")
    if content.startswith(b"PK"):
        name = next((name for part, name in _WITHIN_PACKED.items() if part in content), "")
    if name := name or _BY_ENDING.get(path.suffix.casefold(), ""):
        raise _unreadable(name)


def refuse_statements(path: PurePath, text: str) -> None:
    """Refuse a text that is a program, unless its ending says that programs may stand in it.

    Raises:
        Unreadable: it begins like one.
    """
    if path.suffix.casefold() not in (".md", ".mdx", ".markdown"):
        for name, pattern in _STATEMENTS.items():
            if pattern.match(text[:_HEAD]):
                raise _unreadable(name)


def _unreadable(name: str) -> Unreadable:
    remedy = _FORMS[name][1]
    return Unreadable(f"is {name}{remedy}", f"是 {_IN_CHINESE.get(name, name)}{remedy.zh}")
