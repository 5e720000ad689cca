"""Settings files: the folders in which they are, and the result of merging them."""

import os
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, cast

import yaml

from echoes.core.errors import BadSetting
from echoes.core.files.install_paths import InstallPaths, install_paths
from echoes.core.files.layers import Layers
from echoes.core.files.writing import is_file
from echoes.core.files.yaml_text import load_yaml

_FILES = ("game.yaml", "models.yaml", "agents.yaml")
_SETUP = "setup.yaml"


def config_folders(found: InstallPaths | None = None) -> list[Path]:
    """Return the folders whose settings files are read; each overrides the ones before, key by key.

    The first is the configuration that came with the program. It is overridden by the folder that
    `ECHOES_CONFIG_DIR` names or, for an installed package, by the user's settings folder.

    Args:
        found: the places of the program; None looks for them.
    Raises:
        BadSetting: `ECHOES_CONFIG_DIR` names no folder.
    """
    found = found or install_paths()
    bundled, own = found.bundled / "config", found.own_config
    if named := os.environ.get("ECHOES_CONFIG_DIR"):
        folder = Path(named).expanduser().resolve()
        if not folder.is_dir():
            raise BadSetting(
                f"ECHOES_CONFIG_DIR names '{folder}', which is no folder", "Name one, or unset it."
            )
        return [bundled, folder]
    with suppress(OSError):  # a home that its user may not enter
        if own and own.is_absolute() and own.is_dir():
            return [bundled, own]
    return [bundled]


def setup_file(found: InstallPaths | None = None) -> Path:
    """Return the file that `echoes setup` writes, and that overrides all others.

    It is in the folder that `ECHOES_CONFIG_DIR` names, else in the user's settings folder, which every
    installation and checkout of this user shares.

    Args:
        found: the places of the program; None looks for them.
    """
    named = os.environ.get("ECHOES_CONFIG_DIR")
    folder = Path(named).expanduser().resolve() if named else (found or install_paths()).user_settings
    return folder / _SETUP


def base_of(folder: Path, found: InstallPaths) -> Path:
    """Return the folder to which the relative paths of a settings folder refer.

    Args:
        folder: the settings folder.
        found: the places of the program.
    """
    return found.kept if folder in (found.bundled / "config", found.own_config) else folder.parent


def read_layers(folders: Sequence[Path], found: InstallPaths) -> Layers:
    """Merge the settings files of several folders, and what `echoes setup` wrote, and make paths absolute.

    Args:
        folders: each overrides the ones before.
        found: the places of the program.
    Raises:
        BadSetting: a file can't be read, or contains something other than sections.
    """
    layers = Layers()
    for folder in folders:
        for path in (folder / name for name in _FILES):
            sections = _sections(path)
            _make_absolute(sections.get("paths"), base_of(folder, found))
            layers.lay(sections, str(path))
        if found.installed and folder == folders[0]:
            layers.lay({"paths": {"bundled": str(found.bundled / "data")}}, "the package")
    written = setup_file(found)
    if written.is_absolute() and is_file(written):
        layers.lay(_sections(written), str(written))
    return layers


def _sections(path: Path) -> dict[str, Any]:
    try:
        content: Any = load_yaml(path.read_text("utf-8")) if path.exists() else {}
    except (yaml.YAMLError, OSError, ValueError, RecursionError) as error:
        reason = str(error).splitlines()[0]
        raise BadSetting(f"{path} can't be read ({reason})", "Fix the file.") from None
    if not isinstance(content, dict | None):
        raise BadSetting(f"{path} holds no sections", "Write `section:` and its keys below it.")
    return cast("dict[str, Any]", content or {})


def _make_absolute(paths: Any, base: Path) -> None:
    """Resolve relative paths against a folder; those that begin with `~` are resolved later."""
    if isinstance(paths, dict):
        written = cast("dict[str, Any]", paths)
        for key, value in written.items():
            if isinstance(value, str) and not value.startswith("~"):
                written[key] = str(base / value)
