"""A game goes on where what only POSIX systems have is missing, as on Windows, or fdatasync, as on macOS.

That stands for those systems as far as it can: their own locks, file systems and terminals are not there.
"""

import json
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("ready")]

_BARE = """
import asyncio, contextlib, importlib, os, subprocess, sys
for library in ("chromadb", "filelock", "langgraph.graph", "platformdirs.unix"):  # they know a way for each system
    with contextlib.suppress(ImportError):
        importlib.import_module(library)
for module in ("fcntl", "grp", "pwd", "readline", "termios", "tty"):
    sys.modules[module] = None
for name in ("fdatasync", "fork", "getuid", "geteuid", "sched_getaffinity", "mkfifo", "O_CLOEXEC"):
    delattr(os, name)
sys.argv = ["echoes", *sys.argv[1:]]
from echoes.interfaces.cli.main import main
main()
"""


def run(*arguments: str, text: str = "") -> list[dict[str, object]]:
    command = [sys.executable, "-c", _BARE, *arguments, "--json"]
    done = subprocess.run(command, input=text, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_a_game_is_played_and_resumed():
    first = run("play", "wrong_umbrella", text="Was the umbrella stolen?\n/hint\n")
    assert [event["event"] for event in first[1:]] == ["question_ruled", "hint_given"]
    again = run("play", "--session", str(first[0]["session_id"]), text="/undo 2\n/giveup\n")
    assert again[0]["resumed"] is True
    assert again[-1]["event"] == "session_ended"


def test_memory_that_no_system_tells_is_not_measured(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    from echoes.bench.performance import resident

    assert (resident.resident_mb() or 0) > 1
    command = [sys.executable, "-c", "print(input())"]
    assert (resident.peak_mb(command, {}, "x\n") or 0) > 1
    monkeypatch.setattr(resident, "Path", lambda path: tmp_path / "gone")
    monkeypatch.setitem(sys.modules, "resource", None)
    monkeypatch.setattr(resident, "find_spec", lambda name: None)
    assert resident.resident_mb() is None
    assert resident.peak_mb(command, {}, "x\n") is None
