"""What every sub-command prints with: JSON lines, notices, progress lines."""

import json
import sys
from typing import Any


def json_line(data: Any) -> None:
    """One JSON object on a line of standard output."""
    sys.stdout.write(json.dumps(data, ensure_ascii=False) + "\n")
    sys.stdout.flush()


def notice(line: str) -> None:
    """A line for the person at the terminal, on standard error."""
    print(line, file=sys.stderr, flush=True)
