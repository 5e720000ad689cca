"""The extras of the package, which bring libraries that not everybody needs."""

import sys
from pathlib import Path


def how_to_install(extra: str, otherwise: str = "") -> str:
    """Return the remedy where the libraries of an extra are missing.

    Args:
        extra: its name.
        otherwise: another command that brings it, in a checkout.
    """
    own = Path(sys.executable).with_name("pip")  # that of this environment, which may not be the first found
    command = f"{own if own.exists() else 'pip'} install 'echoes-of-deceit[{extra}]'"
    return f"Install it with: {' or '.join(filter(None, (otherwise, command)))}"
