"""docs/extending.md is done as it stands there: from an empty folder to a game that is played."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
from tests.support import ROOT

BLOCK = re.compile(r"^```(\w+)(?: title=(\S+))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)
TUTORIAL = (ROOT / "docs" / "extending.md").read_text("utf-8")


@pytest.fixture
def followed(own_folders: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with all files that the tutorial has one make; pieces of the same file follow each other."""
    for _, title, text in BLOCK.findall(TUTORIAL):
        if title:
            path = own_folders / title
            path.parent.mkdir(parents=True, exist_ok=True)
            with path.open("a", encoding="utf-8") as file:
                file.write(text)
    monkeypatch.setenv("PYTHONPATH", str(own_folders))
    monkeypatch.setenv("ECHOES__PATHS__DATA", str(own_folders / "data"))
    return own_folders


def test_its_game_is_played_as_it_says(followed: Path):
    [command] = [text.strip() for kind, title, text in BLOCK.findall(TUTORIAL) if kind == "console"]
    typed, _, played = command.partition(" | echoes ")
    lines = re.findall(r"\d+|/\w+", typed)
    done = subprocess.run(
        [sys.executable, "-m", "echoes", *played.split()],
        input="\n".join(lines),
        capture_output=True,
        text=True,
        check=True,
        cwd=followed,
    )
    shown = [
        line for line in done.stdout.splitlines() if line.startswith((" ", "›", "T", "h", "l", "r", "F"))
    ]
    assert [line.strip() for line in shown if not line.startswith("›")][-5:] == [
        "lower",
        "higher",
        "Taken back.",
        "right",
        "Found.",
    ]
