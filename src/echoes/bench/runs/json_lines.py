"""Reading JSON lines, with file and line in every message."""

import json
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, cast

from echoes.core.errors import BadInput

_ONE_A_LINE = "Write one JSON object a line."


def read_json_lines(path: Path, needed: Sequence[str]) -> list[tuple[int, dict[str, Any]]]:
    """Read JSON objects that each hold certain keys; `-` reads standard input.

    Returns:
        Each object with the number of its line.
    Raises:
        BadInput: the file can't be read, or a line is no such object.
    """
    rows: list[tuple[int, dict[str, Any]]] = []
    for number, line in enumerate(_lines(path), 1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
        except (ValueError, RecursionError) as error:
            raise BadInput(f"{path}, line {number}: is not JSON ({error})", _ONE_A_LINE) from None
        missing = [key for key in needed if not isinstance(row, dict) or key not in row]
        if missing:
            raise BadInput(f"{path}, line {number}: '{missing[0]}' is missing", _ONE_A_LINE)
        rows.append((number, cast("dict[str, Any]", row)))
    return rows


def _lines(path: Path) -> Iterable[str]:
    try:
        data = sys.stdin.buffer.read() if str(path) == "-" else path.read_bytes()
        return data.decode("utf-8-sig").split("\n")
    except UnicodeDecodeError as error:
        raise BadInput(f"{path} is not UTF-8 (byte {error.start})", "Save it as UTF-8.") from None
    except OSError as error:
        raise BadInput(f"{path} can't be read ({error.strerror})", "Name a file with JSON lines.") from None
