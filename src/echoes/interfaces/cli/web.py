"""`echoes web`: the web app, once it exists."""

from typing import Annotated

import typer

from echoes.core.errors import BadInput


def web(
    host: Annotated[str, typer.Option("--host", help="The address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option("--port", help="The port to listen on.")] = 7860,
) -> None:
    """Serve the web app (not there yet)."""
    raise BadInput("the web app is not part of this version", "Play in the terminal with: echoes play")
