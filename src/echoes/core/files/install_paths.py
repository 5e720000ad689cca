"""The folders of the program: the bundled files, and those of its user.

In a checkout both lie below its root, as they are written there. An installed package holds its own
`config/` and `data/`, which are only read, and its user's files lie where the platform wants them.
"""

from dataclasses import dataclass
from pathlib import Path

from platformdirs import user_config_path, user_data_path

from echoes.core.errors import StorageFailed

_DISTRIBUTION = "echoes-of-deceit"
_PACKAGE = Path(__file__).resolve().parents[2]


@dataclass(frozen=True)
class InstallPaths:
    """The paths of one installation.

    Attributes:
        bundled: holds the `config/` and `data/` that came with the program.
        kept: holds the folders of what is made.
        own_config: the user's own configuration, laid over the bundled one; None in a checkout, whose
            configuration is there to be edited.
    """

    bundled: Path
    kept: Path
    own_config: Path | None

    @property
    def installed(self) -> bool:
        """Return whether this is an installed package, and no checkout."""
        return self.own_config is not None

    @property
    def user_settings(self) -> Path:
        """The user's settings folder, which a checkout has too: for what `echoes setup` writes."""
        return self.own_config or _of_the_user()[1]


def install_paths(package: Path = _PACKAGE) -> InstallPaths:
    """Return the paths of the program that runs.

    Args:
        package: the folder of the package `echoes`.
    Raises:
        StorageFailed: neither a checkout nor a package holds what the program needs.
    """
    bundled, checkout = package / "bundled", package.parents[1]
    if (bundled / "config").is_dir():
        return InstallPaths(bundled, *_of_the_user())
    if (checkout / "config").is_dir():
        return InstallPaths(checkout, checkout, None)
    raise StorageFailed(f"{bundled} is missing", "Install echoes-of-deceit again.")


def _of_the_user() -> tuple[Path, Path]:
    """Return the user's folders of files and settings; relative paths where no home is known."""
    try:
        own = user_config_path(_DISTRIBUTION, appauthor=False)
        return user_data_path(_DISTRIBUTION, appauthor=False), own
    except RuntimeError:
        return Path("~"), Path("~")
