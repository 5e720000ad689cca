"""The settings of an installed package: the bundled ones, and over them the user's own, key by key."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.support import ROOT

from echoes.app import open_engine
from echoes.config import load_config
from echoes.core.errors import BadSetting
from echoes.core.files.install_paths import InstallPaths

Write = Callable[[str, str], Path]


@pytest.fixture
def user(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Write:
    """Makes this a package, and writes files of its user."""
    shutil.copytree(ROOT / "config", tmp_path / "package" / "config")
    installed = InstallPaths(tmp_path / "package", tmp_path / "share", tmp_path / "own")
    monkeypatch.setattr("echoes.config.install_paths", lambda: installed)
    monkeypatch.delenv("ECHOES__PATHS__RAG_STORAGE")
    (tmp_path / "elsewhere" / "config").mkdir(parents=True)
    (tmp_path / "elsewhere" / "config" / "game.yaml").write_text("play: {nope: 1}\n")
    monkeypatch.chdir(tmp_path / "elsewhere")

    def write(name: str, text: str) -> Path:
        path = tmp_path / "own" / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, "utf-8")
        return path

    return write


def test_without_files_of_ones_own_all_is_as_it_came(user: Write, tmp_path: Path):
    config = load_config()
    assert config.paths.data == tmp_path / "share" / "data"
    assert config.paths.rag_storage == tmp_path / "share" / "rag_storage"
    assert config.paths.game_storage == tmp_path / "game_storage", "the environment names it"
    assert config.paths.bundled == tmp_path / "package" / "data"
    assert config.play.default_puzzle == "wrong_umbrella"


def test_ones_own_file_changes_the_keys_that_it_names(user: Write, tmp_path: Path):
    user("game.yaml", "play: {max_hints: 2}\npaths: {data: puzzles, bundled: null}\nmemory:\n")
    user("agents.yaml", "agents:\n  situation_puzzle:\n    # phrases: …\n")
    config = load_config()
    assert (config.play.max_hints, config.play.default_puzzle) == (2, "wrong_umbrella")
    assert (config.paths.data, config.paths.bundled) == (tmp_path / "share" / "puzzles", None)
    assert config.agents["situation_puzzle"]["phrases"]


def test_a_named_folder_stands_in_place_of_the_users(
    user: Write, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    user("game.yaml", "play: {max_hints: 2}\n")
    (tmp_path / "named").mkdir()
    (tmp_path / "named" / "game.yaml").write_text("paths: {data: puzzles}\n")
    monkeypatch.setenv("ECHOES_CONFIG_DIR", str(tmp_path / "named"))
    config = load_config()
    assert config.play.max_hints is None
    assert config.paths.data == tmp_path / "puzzles"
    assert config.paths.rag_storage == tmp_path / "share" / "rag_storage"
    assert config.agents["situation_puzzle"]["phrases"]


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("game.yaml", "play: {nope: 1}", "unknown setting 'play.nope' in {path}"),
        ("game.yaml", "play: {max_hints: many}", "Fix it in {path}"),
        ("game.yaml", "nope: {x: 1}", "unknown setting 'nope' in {path}"),
        ("models.yaml", "models: [1", "{path} can't be read"),
        ("models.yaml", "models: 2026-13-45", "{path} can't be read"),
        ("models.yaml", "models", "{path} holds no sections"),
        ("models.yaml", "models: {roles: {umpire: {}}}", "unknown setting 'models.roles.umpire' in {path}"),
        ("models.yaml", "models: {roles: {umpire: {}}}", "Known: author, character, check, hint_master, "),
        ("agents.yaml", "agents: {chess: {}}", "unknown setting 'agents.chess' in {path}"),
        ("agents.yaml", "agents: {situation_puzzle: {nope: 1}}", "Fix it in {path}"),
    ],
)
def test_a_mistake_names_the_file_that_it_stands_in(user: Write, name: str, text: str, said: str):
    path = user(name, text)
    with pytest.raises(BadSetting) as caught:
        open_engine()
    assert said.format(path=path) in str(caught.value)


@pytest.mark.parametrize(
    ("variable", "value"),
    [
        ("ECHOES__PLAY__MAX_HINTS", "many"),
        ("ECHOES__PLAY", '{"max_hints": "many"}'),
        ("echoes__play__max_hints", "x"),
        ("ECHOES__STORAGE__URL", "postgresql://host/games"),
    ],
)
def test_a_mistake_in_the_environment_names_the_variable(
    user: Write, variable: str, value: str, monkeypatch: pytest.MonkeyPatch
):
    user("game.yaml", "play: {max_hints: 3}")
    monkeypatch.setenv(variable, value)
    with pytest.raises(BadSetting, match=f"Fix it in {variable}"):
        load_config()


def test_a_user_without_a_home_is_told_what_to_set(
    user: Write, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    homeless = InstallPaths(tmp_path / "package", Path("~/.local/share/echoes"), Path("~/.config/echoes"))
    monkeypatch.setattr("echoes.config.install_paths", lambda: homeless)
    monkeypatch.setattr("os.path.expanduser", lambda path: path)
    with pytest.raises(BadSetting, match="Set HOME, or ECHOES__PATHS__DATA"):
        load_config()
