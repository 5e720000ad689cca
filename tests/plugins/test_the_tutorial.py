"""docs/extending.md is done as it stands there: from an empty folder to a game for two that is played."""

import re
import shutil
import tomllib
from pathlib import Path

import pytest
from tests.support import ROOT
from tests.warm import echoes

from echoes.app import open_engine
from echoes.core.panels import panel_text
from echoes.core.seat_view import seen_by
from echoes.engine.session_queries import read_entries, session_ids
from echoes.interfaces.transcript import markdown
from echoes.interfaces.web.pages.library import library_html
from echoes.interfaces.web.visitors import Visitor

BLOCK = re.compile(r"^```(\w+)(?: title=(\S+))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)
TUTORIAL = (ROOT / "docs" / "extending.md").read_text("utf-8")


@pytest.fixture
def followed(own_folders: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with all files that the tutorial has one make; pieces of the same file follow each other.

    Its package counts as installed: `pip` writes its entry points in another form, and so does this.
    """
    for _, title, text in BLOCK.findall(TUTORIAL):
        if title:
            path = own_folders / title
            path.parent.mkdir(parents=True, exist_ok=True)
            with path.open("a", encoding="utf-8") as file:
                file.write(text)
    project = tomllib.loads((own_folders / "pyproject.toml").read_text("utf-8"))
    name, version = project["project"]["name"], project["project"]["version"]
    installed = own_folders / f"{name}-{version}.dist-info"
    installed.mkdir()
    (installed / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n")
    lines = [
        line
        for group, points in project["project"]["entry-points"].items()
        for line in (f"[{group}]", *(f"{point} = {target}" for point, target in points.items()))
    ]
    (installed / "entry_points.txt").write_text("\n".join(lines))
    modules = project["tool"]["setuptools"]["py-modules"]
    assert {path.stem for path in own_folders.glob("*.py")} == {*modules}
    monkeypatch.setenv("PYTHONPATH", str(own_folders))
    monkeypatch.setenv("ECHOES__PATHS__DATA", str(own_folders / "data"))
    monkeypatch.syspath_prepend(str(own_folders))
    return own_folders


def typed(command: str, folder: Path) -> list[str]:
    """Type a line of the tutorial, and return what it prints."""
    lines, _, called = command.rpartition("echoes ")
    typed_lines = "\n".join(re.findall(r"\d+|/\w+", lines))
    done = echoes(*called.split(), text=typed_lines, cwd=folder, check=True)
    return [line.strip() for line in done.stdout.splitlines() if line and not line.startswith("›")]


async def test_its_game_is_played_as_it_says(followed: Path):
    lines = [
        line for kind, _, text in BLOCK.findall(TUTORIAL) if kind == "console" for line in text.splitlines()
    ]
    commands = [line for line in lines if "echoes " in line]
    [[guess], _, played] = [typed(command, followed) for command in commands]
    assert guess == "50"
    [promised] = [text for kind, _, text in BLOCK.findall(TUTORIAL) if kind == "text"]
    assert played[-7:] == promised.splitlines()
    async with open_engine() as engine:
        [session_id] = session_ids(engine)
        entries, game = read_entries(engine, session_id), engine.games["guess"]
        seen = {seat: markdown(entries, engine.games, seat) for seat in ("red", "blue")}
        state = (await engine.open_session(session_id)).projection
        await engine.reconcile(session_id)
        [clock] = game.panels(game.load({"id": "forty_two", "secret": 42}), state.state, "en", "red")
    assert ("even" in seen["blue"], "even" in seen["red"]) == (True, False)
    assert len(seen_by(entries, "blue")) == len(seen_by(entries, "red")) + 1 == len(entries)
    assert panel_text(clock).startswith("The candle: ●●●○")


async def test_a_game_without_ai_players_is_offered_for_playing_only(followed: Path):
    (followed / "data" / "numbers").mkdir(parents=True)
    shutil.copy(followed / "forty_two.json", followed / "data" / "numbers")
    async with open_engine() as engine:
        page = await library_html(engine, Visitor("ann", "Ann", "en"), ["model", "baseline"])
    assert 'data-start="forty_two"' in page
    assert "data-watch=" not in page
