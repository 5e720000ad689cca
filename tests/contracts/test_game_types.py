"""Every game type keeps its contract, the built-in ones and a foreign one alike."""

import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.support import ROOT, canary_puzzle, write_puzzle

from echoes.testing import GameTypeContract


class TestSituationPuzzle(GameTypeContract):
    type = "situation_puzzle"
    scenario = "silent_bell"
    messages = (
        "Is he old?",
        "Was it the bell?",
        "/hint",
        "/undo",
        "What?",
        "/challenge",
        "/answer",
        "/giveup",
    )

    def prepare(self, data: Path) -> None:
        write_puzzle(data / "situation_puzzles", canary_puzzle())


class TestHeist(GameTypeContract):
    type = "heist"
    scenario = "tidewater_ledger"
    messages = ("1", "1", "1", "I juggle", "2", "/undo", "nonsense", "/giveup")

    def prepare(self, data: Path) -> None:
        shutil.copytree(ROOT / "data" / "heists", data / "heists")


class TestStory(GameTypeContract):
    type = "story"
    scenario = "last_ferry"
    messages = (
        *("hello Sunniva", "go to the sorting room", "examine the seal", "nonsense", "/mute Tove", "/undo"),
        "/giveup",
    )

    def prepare(self, data: Path) -> None:
        shutil.copytree(ROOT / "data" / "stories", data / "stories")


class TestParty(GameTypeContract):
    type = "party"
    scenario = "eleven_lanterns"
    messages = (
        *("go to the loft", "“Over here!”", "crowd", "/whisper Pip psst", "puppets", "wait", "bolt", "/undo"),
        *("nonsense", "/giveup"),
    )

    def prepare(self, data: Path) -> None:
        shutil.copytree(ROOT / "data" / "party", data / "party")


class TestForeignGame(GameTypeContract):
    type = "pig"
    scenario = "fifty"
    messages = ("roll", "bank", "/wager red", "nonsense", "roll", "/undo", "/giveup")

    @pytest.fixture(autouse=True)
    def installed(self, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
        monkeypatch.syspath_prepend(str(ROOT / "tests" / "plugins"))
        yield
        for name in [name for name in sys.modules if name.startswith("echoes_pig")]:
            del sys.modules[name]

    def prepare(self, data: Path) -> None:
        write_puzzle(data / "pig", {"id": "fifty", "language": "en", "goal": 50})
