"""Reading JSON lines, with file and line in every message."""

import json
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from echoes.core.errors import BadInput
from echoes.core.files.json_values import is_object

_ONE_A_LINE = "Write one JSON object a line."


@dataclass(frozen=True)
class JsonRow:
    """An object that somebody wrote in a file of JSON lines.

    Attributes:
        number: of its line, from 1.
        fields: of the object; a form has yet to read them.
    """

    number: int
    fields: dict[str, Any]

    def text(self, key: str) -> str:
        """Return a field that is there, as text."""
        return str(self.fields[key])


def read_json_lines(path: Path, needed: Sequence[str]) -> list[JsonRow]:
    """Read JSON objects that each hold certain keys; `-` reads standard input.

    Raises:
        BadInput: the file can't be read, or a line is no such object.
    """
    rows: list[JsonRow] = []
    for number, line in enumerate(_lines(path), 1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
        except (ValueError, RecursionError) as error:
            raise BadInput(f"{path}, line {number}: is not JSON ({error})", _ONE_A_LINE) from None
        fields = row if is_object(row) else {}
        missing = [key for key in needed if key not in fields]
        if missing:
            raise BadInput(f"{path}, line {number}: '{missing[0]}' is missing", _ONE_A_LINE)
        rows.append(JsonRow(number, fields))
    return rows


def _lines(path: Path) -> Iterable[str]:
    try:
        data = sys.stdin.buffer.read() if str(path) == "-" else path.read_bytes()
        return data.decode("utf-8-sig").split("\n")
    except UnicodeDecodeError as error:
        raise BadInput(f"{path} is not UTF-8 (byte {error.start})", "Save it as UTF-8.") from None
    except OSError as error:
        raise BadInput(f"{path} can't be read ({error.strerror})", "Name a file with JSON lines.") from None
