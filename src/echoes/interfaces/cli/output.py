"""Output of all sub-commands: JSON lines, notices, progress lines."""

import json
import logging
import os
import sys
from datetime import UTC, datetime
from typing import Any

import yaml


def json_line(data: Any) -> None:
    """One JSON object on a line of standard output."""
    sys.stdout.write(json.dumps(data, ensure_ascii=False) + "\n")
    sys.stdout.flush()


def notice(line: str) -> None:
    """A line for the person at the terminal, on standard error."""
    print(line, file=sys.stderr, flush=True)


def field_text(key: str, value: Any) -> str:
    """Return a field for people: text in a line, what has parts as YAML."""
    if not isinstance(value, list | dict):
        return f"{key}: {value}\n"
    return yaml.safe_dump({key: value}, allow_unicode=True, sort_keys=False, width=10_000)


class _OneLine(logging.Formatter):
    """A record as one line, without its traceback; ECHOES_DEBUG=1 shows that too."""

    def formatException(self, ei: Any) -> str:
        """The traceback, where it was asked for."""
        return super().formatException(ei) if os.environ.get("ECHOES_DEBUG") else ""


class _JsonLine(logging.Formatter):
    """A record as a JSON object on one line."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line; the traceback is a field of it, where it was asked for."""
        said: dict[str, str] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        if record.exc_info and record.exc_info[0]:
            said["error"] = record.exc_info[0].__name__
            if os.environ.get("ECHOES_DEBUG"):
                said["traceback"] = self.formatException(record.exc_info)
        return json.dumps(said, ensure_ascii=False)


def log_to_standard_error(as_json: bool = False) -> None:
    """Say warnings in the form in which errors are said, or as JSON, a line each."""
    handler = logging.StreamHandler()
    handler.setFormatter(_JsonLine() if as_json else _OneLine("echoes: %(message)s"))
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=as_json)
