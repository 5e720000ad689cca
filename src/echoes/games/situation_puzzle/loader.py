"""From a file to puzzles, and from a puzzle to documents."""

import json
import re
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from echoes.core.documents import Document
from echoes.core.roles import Tier
from echoes.games.scenario import FileReport
from echoes.games.situation_puzzle.formats import records_of, to_schema
from echoes.games.situation_puzzle.puzzle import Puzzle
from echoes.games.situation_puzzle.referees.bank import ruling_document_id

MAX_BYTES = 5_000_000
_PASSAGE = 300
"""Characters of a passage, unless one sentence is longer."""
_SENTENCE_END = re.compile(r"(?<=[.!?])\s+|(?<=[。！？])")


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
        """What a puzzle's knowledge base holds."""
        public = [
            Document("statement", puzzle.statement, Tier.PUBLIC, "puzzle_statement"),
            *(
                Document(f"public-{n}", text, Tier.PUBLIC, "public_fact")
                for n, text in enumerate(puzzle.public_facts, 1)
            ),
        ]
        hints = [
            Document(f"hint-{n}", hint.text, Tier.HINT, "hint", {"level": n})
            for n, hint in enumerate(puzzle.hints, 1)
        ]
        secret = [
            *(
                Document(f"answer-{n}" if n else "answer", passage, Tier.SECRET, "puzzle_answer")
                for n, passage in enumerate(passages_of(puzzle.answer))
            ),
            *(Document(f"fact-{fact.id}", fact.statement, Tier.SECRET, "fact") for fact in puzzle.facts),
            *(
                Document(ruling_document_id(n, variant), text, Tier.SECRET, "ruling", {"number": n})
                for n, authored in enumerate(puzzle.rulings)
                for variant, text in enumerate(authored.texts)
            ),
        ]
        return [*public, *hints, *secret]


def passages_of(answer: str) -> list[str]:
    """A solution in passages of a few sentences, so that a part of a long one can be found."""
    passages: list[str] = []
    for sentence in filter(None, map(str.strip, _SENTENCE_END.split(answer))):
        if passages and len(passages[-1]) + len(sentence) < _PASSAGE:
            passages[-1] = f"{passages[-1]} {sentence}"
        else:
            passages.append(sentence)
    return passages or [answer]


def _first(error: ValidationError) -> str:
    """The first finding, as field and reason, and how many more there are."""
    findings = error.errors()
    first = findings[0]
    field = ""
    for part in first["loc"]:
        field += f"[{part + 1}]" if isinstance(part, int) else f".{part}" if field else str(part)
    reason = "is missing" if first["type"] == "missing" else first["msg"].removeprefix("Value error, ")
    more = f" (and {len(findings) - 1} more)" if len(findings) > 1 else ""
    return f"field '{field}': {reason}{more}" if field else f"{reason}{more}"


class _NoValue(ValueError):
    """JSON has no NaN and no Infinity, though Python reads them."""


def _no_constant(name: str) -> None:
    raise _NoValue(f"holds {name}, which is no value of JSON")
