"""`echoes web`: the web app."""

import asyncio
import socket
from importlib.util import find_spec
from typing import Annotated

import typer

from echoes.app import open_engine
from echoes.config import load_config
from echoes.core.errors import BadInput
from echoes.core.extras import how_to_install
from echoes.interfaces.cli.output import log_to_standard_error, notice


def web(
    host: Annotated[str, typer.Option("--host", help="The address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option("--port", min=0, max=65535, help="The port to listen on.")] = 7860,
    workers: Annotated[int, typer.Option("--workers", min=1, max=64, help="Processes that serve it.")] = 1,
    inherited: Annotated[int | None, typer.Option("--socket", hidden=True)] = None,
) -> None:
    """Serve the web app."""
    if find_spec("gradio") is None:
        raise BadInput("the web app needs Gradio", how_to_install("web", "make web"))
    # What is imported here needs the extra that was just looked for.
    from echoes.interfaces.web.app import open_web_app
    from echoes.interfaces.web.server import listen, serve
    from echoes.interfaces.web.workers import WorkerPool

    config = load_config()
    if config.web.log_format == "json":
        log_to_standard_error(as_json=True)
    if inherited is not None:
        serve(open_web_app(config, open_engine(config)), socket.socket(fileno=inherited), is_worker=True)
    elif workers == 1:
        serve(open_web_app(config, open_engine(config, announce=notice)), listen(host, port))
    else:
        engine = open_engine(config)
        open_web_app(config, engine)  # what is wrong is said once, and not by each of them
        asyncio.run(engine.aclose())
        WorkerPool(listen(host, port), workers).run()
