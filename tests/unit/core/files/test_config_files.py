"""Settings files: which folders are read, what each overrides, and to what their paths refer."""

from dataclasses import replace
from pathlib import Path

import pytest

from echoes.core.errors import BadSetting
from echoes.core.files.config_files import base_of, config_folders, read_layers, setup_file
from echoes.core.files.install_paths import InstallPaths, install_paths


@pytest.fixture
def found(tmp_path: Path) -> InstallPaths:
    """A program whose own folders lie below the test's."""
    (tmp_path / "bundled" / "config").mkdir(parents=True)
    return replace(
        install_paths(), bundled=tmp_path / "bundled", own_config=tmp_path / "own", kept=tmp_path / "kept"
    )


def test_the_bundled_folder_comes_first_and_the_users_own_after_it(found: InstallPaths):
    assert config_folders(found) == [found.bundled / "config"]
    assert found.own_config is not None
    found.own_config.mkdir()
    assert config_folders(found) == [found.bundled / "config", found.own_config]


def test_a_folder_that_is_named_takes_the_place_of_the_users_own(
    found: InstallPaths, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    (tmp_path / "own").mkdir()
    named = tmp_path / "named"
    monkeypatch.setenv("ECHOES_CONFIG_DIR", str(named))
    with pytest.raises(BadSetting, match="is no folder"):
        config_folders(found)
    named.mkdir()
    assert config_folders(found) == [found.bundled / "config", named]


def test_paths_refer_to_where_their_file_belongs(found: InstallPaths, tmp_path: Path):
    named = tmp_path / "project" / "config"
    assert base_of(found.bundled / "config", found) == found.kept
    assert base_of(named, found) == tmp_path / "project"
    named.mkdir(parents=True)
    (named / "game.yaml").write_text("paths: {data: mine, rag_storage: ~/there, game_storage: /abs}")
    paths = read_layers([named], replace(found, own_config=None)).settings["paths"]
    assert paths == {
        "data": str(tmp_path / "project" / "mine"),
        "rag_storage": "~/there",
        "game_storage": "/abs",
    }


def test_a_later_folder_overrides_single_keys(found: InstallPaths, tmp_path: Path):
    first, second = tmp_path / "first", tmp_path / "second"
    for folder, text in ((first, "web: {port: 1, host: a}"), (second, "web: {port: 2}")):
        folder.mkdir()
        (folder / "game.yaml").write_text(text)
    layers = read_layers([first, second], replace(found, own_config=None))
    assert layers.settings["web"] == {"port": 2, "host": "a"}


@pytest.mark.parametrize(
    ("text", "said"), [("web: [1", "can't be read"), ("- a", "holds no sections"), ("\x00", "can't be read")]
)
def test_a_file_that_holds_no_settings_is_named(found: InstallPaths, tmp_path: Path, text: str, said: str):
    (tmp_path / "models.yaml").write_text(text)
    with pytest.raises(BadSetting, match=said) as refused:
        read_layers([tmp_path], found)
    assert "models.yaml" in refused.value.problem


@pytest.mark.parametrize("own", [True, False], ids=["a package", "a checkout"])
def test_what_the_set_up_wrote_overrides_all_files(
    found: InstallPaths, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, own: bool
):
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "etc"))
    found = found if own else replace(found, own_config=None)
    written = setup_file(found)
    assert written == (tmp_path / "own" if own else tmp_path / "etc" / "echoes-of-deceit") / "setup.yaml"
    (found.bundled / "config" / "models.yaml").write_text("models: {provider: embedded, retries: 1}")
    written.parent.mkdir(parents=True)
    written.write_text("models: {provider: ollama}")
    layers = read_layers(config_folders(found), found)
    assert layers.settings["models"] == {"provider": "ollama", "retries": 1}
    assert layers.source("models", "provider") == str(written)


def test_it_is_in_the_folder_that_is_named(
    found: InstallPaths, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("ECHOES_CONFIG_DIR", str(tmp_path / "named"))
    assert setup_file(found) == tmp_path / "named" / "setup.yaml"
