"""The wheel alone plays the same from any folder; what a person makes lies in the folders of the platform."""

import json
import stat
import subprocess
from collections.abc import Iterator
from pathlib import Path
from zipfile import ZipFile

import pytest
from tests.packaging.conftest import Archives, Installed
from tests.support import BUNDLED, ROOT, canary_puzzle, committed, write_puzzle

pytestmark = pytest.mark.slow
GOLD = ROOT / "data" / "gold"


def test_the_wheel_holds_what_the_program_reads_and_nothing_else(archives: Archives):
    names = set(ZipFile(archives.wheel).namelist())
    files = [Path(path) for path in committed()]
    code = {str(path.relative_to("src")) for path in files if path.parts[0] == "src"}
    bundled = {f"echoes/bundled/{path}" for path in files if path.parts[0] in ("config", "data")}
    assert code | bundled <= names
    assert {name.split("/")[0] for name in names} == {"echoes", "echoes_of_deceit-0.1.0.dist-info"}


def test_the_extras_are_those_of_the_docs(archives: Archives):
    metadata = ZipFile(archives.wheel).read("echoes_of_deceit-0.1.0.dist-info/METADATA").decode()
    extras = {line.split(": ")[1] for line in metadata.splitlines() if line.startswith("Provides-Extra")}
    page = (archives.unpacked / "docs" / "installing.md").read_text("utf-8")
    assert extras == {line.split("`")[1] for line in page.splitlines() if line.startswith("| `")}


def contents(folder: Path) -> dict[str, tuple[int, int]]:
    """The files below a folder, with what changes when they are written."""
    return {
        str(path): (path.stat().st_size, path.stat().st_mtime_ns)
        for path in folder.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }


@pytest.fixture
def read_only(installed: Installed) -> Iterator[Installed]:
    """An installation that nobody may write to, and whose files are the same afterwards.

    The superuser may nevertheless, so the files are compared too. Files keep their modes: they may be
    links to those of other environments.
    """
    folders = [path for path in (installed.package.parent, *installed.package.rglob("*")) if path.is_dir()]
    before, modes = contents(installed.package.parent), [path.stat().st_mode for path in folders]
    for path, mode in zip(folders, modes, strict=True):
        path.chmod(mode & ~(stat.S_IWUSR | stat.S_IWGRP | stat.S_IWOTH))
    yield installed
    for path, mode in zip(folders, modes, strict=True):
        path.chmod(mode)
    assert contents(installed.package.parent) == before


def test_a_game_in_both_languages_from_a_read_only_installation(read_only: Installed):
    said = read_only.run("play", text="Was the umbrella stolen?\n/quit\n")
    assert "The Wrong Umbrella" in said
    assert "✘ NO" in said
    events = read_only.rows("play", "wrong_umbrella", "--lang", "zh", text="伞是被偷的吗\n/提示\n/放弃\n")
    kinds = ["session_started", "question_ruled", "hint_given", "solution_revealed", "session_ended"]
    assert [event["event"] for event in events] == kinds
    assert len(read_only.rows("sessions", "list")) == 2
    assert list(read_only.folder.iterdir()) == []
    made = {str(path.relative_to(read_only.home)) for path in read_only.home.rglob("*") if path.is_file()}
    ours = read_only.kept.relative_to(read_only.home)
    assert {path for path in made if not path.startswith(f"{ours}/")} == set()
    assert {path.name for path in read_only.kept.iterdir()} == {"game_storage", "rag_storage"}


def test_all_puzzles_and_gold_sets_are_there(installed: Installed):
    listed = {row["id"] for row in installed.rows("puzzles", "list")}
    assert listed == {path.stem[:-3] for path in BUNDLED.glob("*.json")}
    sets = "from echoes.bench.situation_puzzle.gold.plan import *; from echoes.config import *; print(*gold_files(load_config()))"
    command = [str(installed.environment / "bin" / "python"), "-P", "-c", sets]
    said = subprocess.run(command, env=installed.environ(), capture_output=True, text=True, check=True).stdout
    assert {Path(path).name for path in said.split()} == {path.name for path in GOLD.glob("*.jsonl")}
    checks = {row["check"]: row for row in installed.rows("doctor")}
    assert all(row["ok"] for row in checks.values())
    assert checks["data"]["detail"] == str(installed.kept / "data")
    assert checks["bundled"]["detail"].startswith(str(installed.package / "bundled" / "data"))
    assert checks["configuration"]["detail"] == str(installed.package / "bundled" / "config")
    assert "a package" in checks["installation"]["detail"]
    assert (installed.environment / "bin" / "echoes-of-deceit").is_file(), (
        "`uvx` looks for the name of the wheel"
    )


def test_a_puzzle_of_ones_own_is_taken_in_played_and_removed(installed: Installed, tmp_path: Path):
    path = write_puzzle(tmp_path / "in", canary_puzzle())
    assert installed.rows("ingest", str(path))[0]["status"] == "ingested"
    kept = installed.kept / "data" / "situation_puzzles" / "silent_bell_en.json"
    assert kept.is_file()
    assert installed.rows("play", "silent_bell", text="Was the bell broken?\n")[1]["ruling"] == "NO"
    assert installed.rows("puzzles", "remove", "silent_bell")[0]["status"] == "removed"
    assert not kept.exists()
    assert "unknown puzzle 'silent_bell'" in installed.run("play", "silent_bell", status=1)
    assert "Bundled puzzles can't be removed" in installed.run(
        "puzzles", "remove", "wrong_umbrella", status=1
    )


def test_a_puzzle_of_ones_own_goes_before_the_bundled_one(installed: Installed, tmp_path: Path):
    bundled = installed.package / "bundled" / "data" / "situation_puzzles" / "wrong_umbrella_en.json"
    own = {**json.loads(bundled.read_text("utf-8")), "title": "My Umbrella"}
    path = write_puzzle(tmp_path / "in", own)
    assert installed.rows("ingest", str(path))[0]["status"] == "updated"
    assert installed.rows("puzzles", "show", "wrong_umbrella")[0]["title"] == "My Umbrella"
    installed.run("puzzles", "remove", "wrong_umbrella", "--lang", "en")
    assert installed.rows("puzzles", "show", "wrong_umbrella")[0]["title"] == "The Wrong Umbrella"


def test_settings_are_the_users_and_not_those_of_a_folder_that_one_stands_in(installed: Installed):
    foreign = installed.folder / "config" / "game.yaml"
    foreign.parent.mkdir()
    foreign.write_text("play: {nope: 1}\n")
    (installed.folder / "echoes.py").write_text("raise SystemExit('a foreign program')\n")
    installed.run("puzzles", "list")
    own = installed.home / ".config" / "echoes-of-deceit" / "game.yaml"
    own.parent.mkdir(parents=True)
    own.write_text("paths: {data: mine}\n")
    checks = {row["check"]: row["detail"] for row in installed.rows("doctor")}
    assert checks["data"] == str(installed.kept / "mine")
    assert checks["configuration"].endswith(f", overridden by {own.parent}")
    own.write_text("play: {nope: 1}\n")
    said = installed.run("puzzles", "list", status=1)
    assert said.startswith(f"echoes: unknown setting 'play.nope' in {own}.")
    assert len(said.splitlines()) == 1


def test_without_the_extra_the_web_app_says_how_it_is_installed(installed: Installed):
    said = installed.run("web", status=1)
    assert "pip install 'echoes-of-deceit[web]'" in said
