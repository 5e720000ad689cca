"""The memory of processes, where the system reports it: Linux and macOS do, Windows does not."""

import subprocess
import sys
from collections.abc import Sequence
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

_PAGE = 4096
_UNIT = 1 if sys.platform == "darwin" else 1024
"""Bytes of a unit of `ru_maxrss`."""
_CHILD = (
    "import resource, subprocess, sys; "
    "subprocess.run(sys.argv[1:], stdin=sys.stdin, stdout=subprocess.DEVNULL, check=True); "
    "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss, file=sys.stderr)"
)


def resident_mb() -> float | None:
    """Return the resident set of this process in MB; its peak where only that is known, else None."""
    try:
        return int(Path("/proc/self/statm").read_text("ascii").split()[1]) * _PAGE / 1e6
    except (OSError, ValueError, IndexError):
        pass
    try:
        resource = import_module("resource")
    except ImportError:
        return None
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * _UNIT / 1e6


def peak_mb(command: Sequence[str], env: dict[str, str], text: str) -> float | None:
    """Return the largest resident set of a command in MB, as the system counts it; None where it does not.

    Args:
        command: is run to its end.
        env: its environment.
        text: its standard input.
    """
    if find_spec("resource") is None:
        return None
    watched = [sys.executable, "-c", _CHILD, *command]
    done = subprocess.run(watched, env=env, input=text.encode(), capture_output=True, check=True)
    return int(done.stderr.split()[-1]) * _UNIT / 2**20
