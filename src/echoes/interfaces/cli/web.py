"""`echoes web`: the web app."""

from importlib.util import find_spec
from typing import Annotated

import typer

from echoes.app import open_engine
from echoes.config import load_config
from echoes.core.errors import BadInput
from echoes.interfaces.cli.output import notice


def web(
    host: Annotated[str, typer.Option("--host", help="The address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option("--port", min=0, max=65535, help="The port to listen on.")] = 7860,
) -> None:
    """Serve the web app."""
    if find_spec("gradio") is None:
        raise BadInput(
            "the web app needs Gradio", "Install it with: make web, or pip install 'echoes-of-deceit[web]'"
        )
    # What is imported here needs the extra that was just looked for.
    from echoes.interfaces.web.app import open_web_app
    from echoes.interfaces.web.server import serve

    config = load_config()
    serve(open_web_app(config, open_engine(config, announce=notice)), host, port)
