"""The web server: puts the app together and serves it."""

import asyncio
import os
import signal
import socket
import sys
from collections.abc import AsyncGenerator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from importlib.util import find_spec
from pathlib import Path
from types import FrameType
from typing import Any

from fastapi import FastAPI
from fastapi.staticfiles import StaticFiles
from starlette.middleware.sessions import SessionMiddleware

from echoes.core.errors import BadInput, StorageFailed
from echoes.core.files.writing import private_folder
from echoes.engine.sessions.queries import warm_up
from echoes.interfaces.web.access_middleware import AccessMiddleware
from echoes.interfaces.web.actions import ACTIONS
from echoes.interfaces.web.app import WebApp
from echoes.interfaces.web.desk.routes import add_desk_routes
from echoes.interfaces.web.desk.uploads import Uploads
from echoes.interfaces.web.forwarded import ForwardedHeaders
from echoes.interfaces.web.metrics import add_metrics_route, keep_sharing, share_metrics
from echoes.interfaces.web.open_paths import API
from echoes.interfaces.web.request_bodies import GradioBodies
from echoes.interfaces.web.routes import add_routes
from echoes.interfaces.web.visitors import COOKIE_S

_STATIC = Path(__file__).parent / "static"
_PLAYER_STATES = 64
"""States that Gradio keeps; nothing is in them."""


def build_app(web_app: WebApp) -> FastAPI:
    """Return the whole app.

    Args:
        web_app: that it shows.
    """
    # Read by Gradio when it is imported: it would look things up on the network.
    uploads = private_folder(web_app.config.paths.game_storage / "uploads")
    os.environ.update(GRADIO_ANALYTICS_ENABLED="False", HF_HUB_OFFLINE="1", GRADIO_TEMP_DIR=str(uploads))
    sent = Uploads(uploads)
    app = FastAPI(lifespan=_lifespan(web_app, sent), docs_url=None, redoc_url=None, openapi_url=None)
    add_routes(app, web_app)
    add_metrics_route(app, web_app)
    add_desk_routes(app, web_app, sent)
    app.mount("/web", StaticFiles(directory=_STATIC), name="web")
    players = _mount_gradio(app, web_app)
    known = [action.__name__ for action in ACTIONS]
    bodies = GradioBodies([*players.blocks], known)
    app.add_middleware(AccessMiddleware, web_app=web_app, bodies=bodies)
    app.add_middleware(
        SessionMiddleware,
        secret_key=web_app.secret,
        session_cookie="echoes",
        path=web_app.root_path or "/",
        max_age=COOKIE_S,
        https_only=web_app.config.web.secure_cookies,
    )
    # Documented as uvicorn's own variable, and as the setting since.
    trusted = web_app.config.web.trusted_proxies or os.environ.get("FORWARDED_ALLOW_IPS", "")
    app.add_middleware(ForwardedHeaders, trusted=trusted, root=web_app.root_path)
    return app


def _mount_gradio(app: FastAPI, web_app: WebApp) -> Any:
    """Mount the API and the players' page, and return the latter; Gradio is imported with its settings."""
    import gradio as gr
    from gradio.themes import Base

    from echoes.interfaces.web.api import open_api
    from echoes.interfaces.web.pages.player_page import player_page

    api, players = open_api(web_app), player_page(web_app)
    theme = Base(font=["system-ui", "sans-serif"], font_mono=["ui-monospace", "monospace"])
    for blocks, path, has_tools in ((api, API, find_spec("mcp") is not None), (players, "/", False)):
        blocks.state_session_capacity = _PLAYER_STATES
        gr.mount_gradio_app(
            app,
            blocks,
            path,
            app_kwargs={"docs_url": None, "redoc_url": None, "openapi_url": None},
            css_paths=[_STATIC / "echoes.css"],
            footer_links=[],
            mcp_server=has_tools,
            run_history=False,
            show_error=False,
            ssr_mode=False,
            theme=theme,
        )
    return players


def _lifespan(web_app: WebApp, uploads: Uploads) -> Callable[[FastAPI], AbstractAsyncContextManager[None]]:
    """Return a lifespan that opens the engine with the server, and closes it with it."""

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncGenerator[None]:
        async with web_app.engine:
            await warm_up(web_app.engine)
            await asyncio.to_thread(web_app.engine.scenarios.list_all)
            works = (web_app.live.follow(), web_app.live.tidy(), uploads.sweep())
            beside = [asyncio.create_task(work) for work in works]
            if web_app.config.web.metrics:
                beside.append(asyncio.create_task(keep_sharing(web_app)))
            if web_app.config.web.prepare:
                beside.append(asyncio.create_task(web_app.prepare()))
            try:
                yield
            finally:
                for task in beside:
                    task.cancel()
                await asyncio.gather(*beside, return_exceptions=True)
                await web_app.ai_games.stop_all()
                if web_app.config.web.metrics:
                    with suppress(StorageFailed):
                        await asyncio.to_thread(share_metrics, web_app)

    return lifespan


def listen(host: str, port: int) -> socket.socket:
    """Return a socket that listens.

    Args:
        host: the address to listen on.
        port: the port to listen on.
    Raises:
        BadInput: nobody can listen there.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        listening = socket.create_server((host, port), family=family, backlog=2048)
    except OSError as error:
        raise BadInput(
            f"nothing can listen on {host}:{port} ({error.strerror})", "Choose another --port or --host."
        ) from None
    shown = f"[{host}]" if ":" in host else host
    print(f"Echoes of Deceit is at http://{shown}:{port} (Ctrl-C stops it)", flush=True)
    return listening


def _end(number: int, frame: FrameType | None) -> None:
    sys.exit(0)


def serve(web_app: WebApp, listening: socket.socket, is_worker: bool = False) -> None:
    """Serve until a signal ends it; turns are finished and shown first, unless a second signal comes.

    Args:
        web_app: what is served.
        listening: the socket on which connections are accepted.
        is_worker: whether it is one of several, whose parent decides on how to end; a service manager may
            send each of them the signal that the parent sends too.
    """
    import uvicorn
    from uvicorn.config import LOGGING_CONFIG

    from echoes.interfaces.web.connections import BoundedProtocol, prepare_socket, raise_file_limit

    class Server(uvicorn.Server):
        async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
            """Wait for turns, and end the live streams, whose pages turn to another worker."""
            ending = asyncio.create_task(web_app.live.end_streams())
            await super().shutdown(sockets)
            ending.cancel()

        def handle_exit(self, sig: int, frame: FrameType | None) -> None:
            """End in order, or at once if it was told before."""
            if self.should_exit and not is_worker:
                signal.signal(sig, signal.SIG_DFL)
                signal.raise_signal(sig)
            super().handle_exit(sig, frame)

    # Uvicorn raises the signal again once it has ended in order: that is no failure.
    signal.signal(signal.SIGTERM, _end)
    raise_file_limit()
    prepare_socket(listening)
    config = uvicorn.Config(
        build_app(web_app),
        http=BoundedProtocol,
        ws="none",
        proxy_headers=False,  # `ForwardedHeaders` reads them
        log_level="warning",
        # Its own handlers write text.
        log_config=None if web_app.config.web.log_format == "json" else LOGGING_CONFIG,
        timeout_graceful_shutdown=web_app.config.web.shutdown_s,
        server_header=False,
    )
    with suppress(KeyboardInterrupt):
        Server(config).run(sockets=[listening])
