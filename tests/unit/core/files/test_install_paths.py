"""A checkout reads and keeps below its root; an installed package reads its own, and keeps at its user's."""

from pathlib import Path

import pytest
from tests.support import ROOT

from echoes.core.errors import StorageFailed
from echoes.core.files.install_paths import install_paths


def test_this_is_a_checkout():
    found = install_paths()
    assert (found.bundled, found.kept, found.own_config, found.installed) == (ROOT, ROOT, None, False)


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "share"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "etc"))
    (tmp_path / "lib" / "site" / "echoes").mkdir(parents=True)
    return tmp_path / "lib" / "site" / "echoes"


def test_a_package_has_its_own_files_even_where_a_folder_above_looks_like_a_checkout(package: Path):
    (package / "bundled" / "config").mkdir(parents=True)
    (package.parents[1] / "config").mkdir()
    found = install_paths(package)
    assert found.installed
    assert found.bundled == package / "bundled"


@pytest.mark.skipif("sys.platform != 'linux'", reason="other systems have other folders")
def test_what_a_user_makes_lies_in_the_folders_of_the_platform(package: Path, tmp_path: Path):
    (package / "bundled" / "config").mkdir(parents=True)
    found = install_paths(package)
    assert found.kept == tmp_path / "share" / "echoes-of-deceit"
    assert found.own_config == tmp_path / "etc" / "echoes-of-deceit"


def test_half_an_installation_is_said(package: Path):
    with pytest.raises(StorageFailed, match="Install echoes-of-deceit again"):
        install_paths(package)


def test_a_user_without_a_home_has_no_place_of_their_own(package: Path, monkeypatch: pytest.MonkeyPatch):
    def homeless(*_: object, **__: object) -> Path:
        raise RuntimeError("could not determine the home directory")

    (package / "bundled" / "config").mkdir(parents=True)
    monkeypatch.setattr("echoes.core.files.install_paths.user_data_path", homeless)
    found = install_paths(package)
    assert not found.kept.is_absolute()
    assert found.installed
