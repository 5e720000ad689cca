"""Every command in README and docs runs; every demo runs."""

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from tests.support import ROOT
from tests.warm import WARM

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("ready")]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]
RUNNING_NOW = {"make test", "make lint", "make types"}
"""What this very suite is, and what `test_architecture` runs in it; it can't run itself."""


def blocks() -> list[tuple[str, str]]:
    """Each block of commands, with its page; the commands of a block build on each other."""
    return [
        (page.name, block)
        for page in PAGES
        for block in re.findall(r"^```sh\n(.*?)^```", page.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    ]


@pytest.fixture
def room(own_folders: Path) -> dict[str, str]:
    """An environment in which commands find `echoes`, and change no file of the checkout."""
    shutil.copytree(ROOT / "data", own_folders / "data")
    shutil.copytree(ROOT / "demo", own_folders / "demo")
    bin_folder = str(Path(sys.executable).parent)
    return {
        **os.environ,
        "ECHOES__PATHS__DATA": str(own_folders / "data"),
        "PATH": f"{bin_folder}:{os.environ['PATH']}",
    }


@pytest.mark.parametrize(("page", "block"), blocks())
def test_the_commands_of_a_page_run(page: str, block: str, room: dict[str, str], own_folders: Path):
    if "ask silent_bell" in block:
        run("echoes ingest demo/puzzles/silent_bell_en.json", room)
    for command in block.strip().splitlines():
        if command not in RUNNING_NOW:
            run(command, room, own_folders if "--out" in block or "scenarios new" in block else ROOT)


@pytest.mark.parametrize(
    ("page", "title", "kind"),
    [
        ("stories", "first_story/story.yaml", "story"),
        ("heist", "first_heist/score.yaml", "heist"),
        ("party", "first_table/module.yaml", "party"),
    ],
)
def test_the_smallest_pack_is_taken_apart_word_for_word(page: str, title: str, kind: str):
    text = (ROOT / "docs" / f"{page}.md").read_text("utf-8")
    parts = re.findall(rf"^```yaml title={title}\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    smallest = ROOT / "src/echoes/games" / kind / "pack/smallest/en.yaml"
    assert "\n".join(parts) == smallest.read_text("utf-8")


def test_the_smallest_story_is_played_to_its_end_by_the_words_of_the_page(
    room: dict[str, str], own_folders: Path
):
    [block] = [text for page, text in blocks() if page == "stories.md" and "scenarios new" in text]
    commands = block.strip().splitlines()
    for command in (commands[0], commands[3]):
        run(command, room, own_folders)
    [play] = [command for command in commands if command.startswith("printf")]
    done = subprocess.run(
        play, shell=True, cwd=own_folders, env=room, capture_output=True, text=True, check=True
    )
    assert "Still Ten to Five" in done.stdout and "secrets 2 of 2" in done.stdout


def test_the_errors_in_the_page_on_packs_are_those_that_an_author_gets(
    room: dict[str, str], own_folders: Path
):
    page = (ROOT / "docs" / "packs.md").read_text("utf-8")
    [shown] = re.findall(r"^```text\n(.*?)^```", page, re.MULTILINE | re.DOTALL)
    run("echoes scenarios new story my_story", room, own_folders)
    path = own_folders / "my_story" / "story.yaml"
    text = path.read_text("utf-8").replace("    goal: Find", "    gaol: Find")
    path.write_text(text.replace("{turns: 20}", "{turn: 20}").replace("[yard]", "[yrad]", 1), "utf-8")
    done = WARM.run("scenarios", "lint", "my_story", cwd=own_folders, **room)
    assert done.returncode == 1 and done.stderr.decode() == shown


def run(command: str, room: dict[str, str], folder: Path = ROOT) -> None:
    name, *arguments = shlex.split(command)
    if name == "echoes" and "|" not in arguments:
        done = WARM.run(*arguments, cwd=folder, **room)
    else:
        done = subprocess.run(
            command,
            shell=True,
            cwd=folder,
            env=room,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            check=False,
        )
    assert done.returncode == 0, f"{command}\n{done.stdout.decode()}{done.stderr.decode()}"


DEMOS = sorted({*(ROOT / "demo").glob("*.py")} - {ROOT / "demo" / "chat_bot.py"})
"""Those that need no server; `tests/web/test_api.py` runs the bot."""


@pytest.mark.parametrize("demo", DEMOS, ids=lambda path: path.stem)
def test_a_demo_runs(demo: Path, room: dict[str, str]):
    done = subprocess.run([sys.executable, str(demo)], env=room, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "SOLVED" in done.stdout or "ingested" in done.stdout


def test_make_help_names_the_targets(room: dict[str, str]):
    said = subprocess.run(
        ["make", "help"], cwd=ROOT, env=room, capture_output=True, text=True, check=True
    ).stdout
    assert all(f"make {target}" in said for target in ("play", "web", "test", "bench"))


def test_the_pictures_of_the_docs_are_there_and_small():
    named = {
        (page.parent / picture).resolve()
        for page in PAGES
        for picture in re.findall(r"!\[[^\]]*\]\(([^)]+)\)", page.read_text("utf-8"))
    }
    assert named
    assert all(picture.stat().st_size < 200_000 for picture in named)


def test_the_transcript_in_the_readme_is_what_a_game_looks_like(room: dict[str, str]):
    transcript, *_ = re.findall(
        r"^```text\n(.*?)^```", (ROOT / "README.md").read_text("utf-8"), re.MULTILINE | re.DOTALL
    )
    messages = "\n".join(line[2:] for line in transcript.splitlines() if line.startswith("› "))
    echoes = [sys.executable, "-m", "echoes", "play", "wrong_umbrella"]
    done = subprocess.run(echoes, env=room, input=messages, capture_output=True, text=True, check=True)
    assert done.stdout.startswith(transcript)
