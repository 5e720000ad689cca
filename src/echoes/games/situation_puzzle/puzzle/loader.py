"""Loading of puzzle files, with an error that names file, field and reason."""

import json
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from echoes.core.documents import Document
from echoes.games.scenario import FileReport
from echoes.games.situation_puzzle.puzzle.documents import documents_of
from echoes.games.situation_puzzle.puzzle.formats import records_of, to_schema
from echoes.games.situation_puzzle.puzzle.schema import Puzzle

MAX_BYTES = 5_000_000


class GameDataLoader:
    """Reads puzzle files and turns puzzles into documents with their tiers."""

    def read_file(self, path: Path) -> list[FileReport]:
        """Read a file into puzzles; what can't be read is reported with file, field and reason."""
        try:
            records = records_of(self._json(path))
        except ValueError as error:
            return [FileReport(str(path), error=f"{path.name}: {error}")]
        return [self._read(record, path, n, len(records)) for n, record in enumerate(records, 1)]

    def _json(self, path: Path) -> Any:
        try:
            if path.stat().st_size > MAX_BYTES:
                raise ValueError(f"is larger than {MAX_BYTES // 1_000_000} MB; split it")
            text = path.read_bytes().decode("utf-8-sig")
            return self._parse(text)
        except UnicodeDecodeError as error:
            raise ValueError(f"is not UTF-8 (byte {error.start}); save it as UTF-8") from None
        except json.JSONDecodeError as error:
            raise ValueError(
                f"is not JSON (line {error.lineno}, column {error.colno}: {error.msg})"
            ) from None
        except RecursionError:
            raise ValueError("is nested too deep to be a puzzle") from None
        except OSError as error:
            raise ValueError(f"can't be read ({error.strerror})") from None

    def _parse(self, text: str) -> Any:
        try:
            return json.loads(text, parse_constant=_no_constant)
        except (json.JSONDecodeError, _NoValue):
            raise
        except ValueError:
            raise ValueError("holds a number of too many digits") from None

    def _read(self, record: dict[str, Any], path: Path, number: int, count: int) -> FileReport:
        where = path.name + (f" [{number}]" if count > 1 else "")
        try:
            mapped, notes = to_schema(json.loads(json.dumps(record)), path, number, count)
            puzzle = Puzzle.model_validate(mapped)
        except ValidationError as error:
            return FileReport(where, error=f"{where}: {_first(error)}")
        except (TypeError, AttributeError, RecursionError) as error:
            return FileReport(where, error=f"{where}: a field has an unexpected form ({error})")
        return FileReport(where, scenario=puzzle, notes=notes)

    def documents(self, puzzle: Puzzle) -> list[Document]:
        """Return what a puzzle's knowledge base holds."""
        return documents_of(puzzle)


def _first(error: ValidationError) -> str:
    """Return the first finding, as field and reason, and how many more there are."""
    findings = error.errors()
    first = findings[0]
    field = ""
    for part in first["loc"]:
        field += f"[{part + 1}]" if isinstance(part, int) else f".{part}" if field else str(part)
    reason = "is missing" if first["type"] == "missing" else first["msg"].removeprefix("Value error, ")
    more = f" (and {len(findings) - 1} more)" if len(findings) > 1 else ""
    return f"field '{field}': {reason}{more}" if field else f"{reason}{more}"


class _NoValue(ValueError):
    """A constant that JSON does not have (NaN, Infinity), though Python reads it."""


def _no_constant(name: str) -> None:
    raise _NoValue(f"holds {name}, which is no value of JSON")
