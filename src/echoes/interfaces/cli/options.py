"""Options that several commands have."""

from typing import Annotated

import typer

LangOption = Annotated[str | None, typer.Option("--lang", help="en or zh")]
JsonOption = Annotated[bool, typer.Option("--json", help="Print one JSON object per line, and nothing else.")]
SeatOption = Annotated[
    str, typer.Option("--seat", help="As this seat sees it; without it, as everybody does.")
]
SessionId = Annotated[str, typer.Argument(help="The session's id.")]
