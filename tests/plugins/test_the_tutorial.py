"""docs/extending.md is done as it stands there: from an empty folder to a game for two that is played."""

import os
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.support import ROOT
from tests.warm import echoes

from echoes.app import open_engine
from echoes.core.seats.visibility import seen_by
from echoes.core.views.panels import panel_text
from echoes.engine.sessions.queries import read_entries, session_ids
from echoes.interfaces.transcript import markdown
from echoes.interfaces.web.pages.library import library_html
from echoes.interfaces.web.visitors import Visitor
from echoes.testing import GameTypeContract

BLOCK = re.compile(r"^```(\w+)(?: title=(\S+))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)
TUTORIAL = (ROOT / "docs" / "extending.md").read_text("utf-8")


@pytest.fixture
def followed(own_folders: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the game of the tutorial, and an empty data folder beside it."""
    monkeypatch.setenv("ECHOES__PATHS__DATA", str(own_folders / "data"))
    return followed_in("guess", own_folders, monkeypatch)


@pytest.fixture
def mine(own_folders: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the providers and the command of the tutorial."""
    return followed_in("mine", own_folders, monkeypatch)


@pytest.fixture
def lamp(own_folders: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder with the game of places and people, whose pack was taken in."""
    monkeypatch.setenv("ECHOES__PATHS__DATA", str(own_folders / "data"))
    folder = followed_in("lamp", own_folders, monkeypatch)
    shutil.copytree(folder / "dark_hour", own_folders / "data" / "lamps" / "dark_hour")
    yield folder
    sys.modules.pop("lamp", None)


def followed_in(package: str, own_folders: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Write all files that the tutorial has one make; pieces of the same file follow each other.

    Their package counts as installed: `pip` writes its entry points in another form, and so does this.
    """
    folder = own_folders / package
    folder.mkdir()
    for _, title, text in BLOCK.findall(TUTORIAL):
        if title.startswith(f"{package}/"):
            (own_folders / title).parent.mkdir(exist_ok=True)
            with (own_folders / title).open("a", encoding="utf-8") as file:
                file.write(text)
    project = tomllib.loads((folder / "pyproject.toml").read_text("utf-8"))
    name, version = project["project"]["name"], project["project"]["version"]
    installed = folder / f"{name}-{version}.dist-info"
    installed.mkdir()
    (installed / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n")
    lines = [
        line
        for group, points in project["project"]["entry-points"].items()
        for line in (f"[{group}]", *(f"{point} = {target}" for point, target in points.items()))
    ]
    (installed / "entry_points.txt").write_text("\n".join(lines))
    modules = project["tool"]["setuptools"]["py-modules"]
    assert {path.stem for path in folder.glob("*.py") if not path.stem.startswith("test_")} == {*modules}
    monkeypatch.setenv("PYTHONPATH", f"{folder}{os.pathsep}{ROOT / 'src'}")
    monkeypatch.syspath_prepend(str(folder))
    return folder


def console(part: str) -> list[str]:
    """Return the lines with `echoes` in the block of commands that has this part."""
    [block] = [text for kind, _, text in BLOCK.findall(TUTORIAL) if kind == "console" and part in text]
    return [line for line in block.splitlines() if "echoes " in line]


def typed(command: str, folder: Path) -> list[str]:
    """Type a line of the tutorial, and return what it prints."""
    lines, _, called = command.rpartition("echoes ")
    typed_lines = "\n".join(re.findall(r"\d+|/\w+", lines))
    done = echoes(*called.split(), text=typed_lines, cwd=folder, check=True)
    return [line.strip() for line in done.stdout.splitlines() if line and not line.startswith("›")]


async def test_its_game_is_played_as_it_says(followed: Path):
    [[guess], _, played] = [typed(command, followed) for command in console("best-guess")]
    assert guess == "50"
    [_, promised, _] = [text for kind, _, text in BLOCK.findall(TUTORIAL) if kind == "text"]
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
    numbers = followed.parent / "data" / "numbers"
    numbers.mkdir(parents=True)
    shutil.copy(followed / "forty_two.json", numbers)
    async with open_engine() as engine:
        page = await library_html(engine, Visitor("ann", "Ann", "en"), ["model", "baseline"])
    assert 'data-start="forty_two"' in page
    assert "data-watch=" not in page


def test_its_providers_keep_their_contracts(mine: Path):
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--rootdir", str(mine), str(mine)],
        cwd=mine, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout
    assert " passed" in done.stdout


def test_its_model_provider_has_fifteen_lines(mine: Path):
    lines = (mine / "program_model.py").read_text("utf-8").splitlines()
    assert len([line for line in lines if line.strip() and not line.startswith(("import", "from"))]) <= 15


def test_its_command_and_its_search_are_used_in_a_game(
    mine: Path, own_folders: Path, monkeypatch: pytest.MonkeyPatch
):
    [_, variable, _] = re.split(r"export (\S+)=pairs", TUTORIAL)
    monkeypatch.setenv(variable, "pairs")
    [command] = console("/tally")
    [_, lines, _, called] = re.split(r"printf '(.*)' (\|) echoes ", command)
    done = echoes(*shlex.split(called), text=lines.replace("\\n", "\n"), cwd=mine, check=True)
    [promised, *_] = [text for kind, _, text in BLOCK.findall(TUTORIAL) if kind == "text"]
    shown = [line.strip() for line in done.stdout.splitlines() if line.strip() and not line.startswith("›")]
    assert promised.strip() in "\n".join(shown)
    assert list((own_folders / "rag_storage").rglob("*.json"))
    again = echoes("play", "wrong_umbrella", text="/help", cwd=mine, check=True)
    assert "/tally  counts the rulings so far" in again.stdout


async def test_its_program_is_asked(mine: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("ECHOES__MODELS__PROVIDER", "program")
    monkeypatch.setenv("ECHOES__MODELS__LLM_MODEL_NAME", "cat")
    async with open_engine() as engine:
        model = engine.models.llm("referee")
        assert model
        said, usage = await model.generate("You repeat.", "Hello?")
    assert (said, usage.model_calls) == ("You repeat.\n\nHello?", 1)


class TestTheGameOfPlacesAndPeople(GameTypeContract):
    type = "lamp"
    scenario = "dark_hour"
    messages = (
        *("ask him about the cans", "go upstairs", "look around", "go upstairs", "where did the oil go?"),
        *("what about the oil?", "nonsense", "/undo", "/notebook", "tell Ben about the oil", "/bogus", "1"),
        "/giveup",
    )

    @pytest.fixture(autouse=True)
    def installed(self, own_folders: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
        self._folder = followed_in("lamp", own_folders, monkeypatch)
        yield
        sys.modules.pop("lamp", None)

    def prepare(self, data: Path) -> None:
        shutil.copytree(self._folder / "dark_hour", data / "lamps" / "dark_hour")


def test_the_game_of_places_and_people_is_played_in_own_words_as_it_says(lamp: Path):
    commands = console("dark_hour --seat")
    assert [typed(command, lamp) for command in commands[:2]] == [["dark_hour (en): no findings"]] * 2
    [play] = [command for command in commands if command.startswith("printf")]
    _, lines, _, called = re.split(r"printf \"(.*)\" (\|) echoes ", play)
    done = echoes(*shlex.split(called), text=lines.replace("\\n", "\n"), cwd=lamp, check=True)
    *_, promised = [text for kind, _, text in BLOCK.findall(TUTORIAL) if kind == "text"]
    assert promised in done.stdout
    assert "The game is over" in echoes("play", "dark_hour", "--ai", "curious", cwd=lamp, check=True).stderr


def test_the_game_of_places_and_people_takes_less_than_150_lines(lamp: Path):
    assert len((lamp / "lamp.py").read_text("utf-8").splitlines()) < 150


async def test_who_is_elsewhere_sees_and_learns_nothing_until_they_are_told(lamp: Path):
    async with open_engine() as engine:
        session = await engine.create_session("dark_hour")

        async def say(seat: str, message: str) -> None:
            async for _ in engine.handle_message(session.session_id, message, seat=seat):
                pass

        for message in ("ask him about the cans", "go to the lamp room", "where did the oil go?"):
            await say("anna", message)
        entries, game = read_entries(engine, session.session_id), engine.games["lamp"]
        anna, ben = (markdown(entries, engine.games, seat) for seat in ("anna", "ben"))
        assert "I keep the book" in ben and "Anna leaves for the lamp room" in ben
        assert "Petrel" in anna and "Petrel" not in ben
        await say("ben", "go upstairs")
        await say("anna", "tell Ben about the oil")
        entries = read_entries(engine, session.session_id)
        assert "Petrel" in markdown(entries, engine.games, "ben")
        assert "Ben comes in" in markdown(entries, engine.games, "anna")
        state = await session.state()
        assert state["knows"] == {"anna": ["petrel"], "ben": ["petrel"]}
        await say("ben", "/undo 2")
        assert (await session.state())["knows"]["ben"] == []
        alone = await session.state()
        assert game.progress(session.scenario, alone) == 0.0, "no figure tells what one seat alone knows"


def test_a_mistake_in_a_pack_of_the_tutorial_is_named_with_its_line(lamp: Path):
    path = lamp / "dark_hour" / "lamp.yaml"
    path.write_text(path.read_text("utf-8").replace("tells: petrel", "tells: petral"), "utf-8")
    done = echoes("scenarios", "lint", "dark_hour", cwd=lamp)
    assert done.returncode == 1 and "there is no secret 'petral'" in done.stderr and "line " in done.stderr
