"""A command of Pig's own."""

from typing import Annotated

import typer


def odds(rolls: Annotated[int, typer.Argument(min=0)] = 1) -> None:
    """Print how likely so many rolls in a row go well."""
    print(f"{(5 / 6) ** rolls:.0%}")
