"""Puts the web app together and serves it."""

import asyncio
import json
import os
import re
import socket
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from pathlib import Path
from typing import Any

from fastapi import FastAPI, Request
from fastapi.responses import PlainTextResponse, Response, StreamingResponse
from fastapi.staticfiles import StaticFiles
from starlette.middleware.sessions import SessionMiddleware

from echoes.core.entries import Entry
from echoes.core.errors import BadInput, EchoesError
from echoes.core.events import event_to_json
from echoes.core.seats import PUBLIC, seen_by
from echoes.games.base import AnyGame
from echoes.interfaces.transcript import markdown
from echoes.interfaces.web.access import no_such_game
from echoes.interfaces.web.actions import open_for
from echoes.interfaces.web.door import Door
from echoes.interfaces.web.house import House
from echoes.interfaces.web.visitors import visitor_of

_STATIC = Path(__file__).parent / "static"
_MOST_READERS = 64
_YEAR_S = 365 * 24 * 3600


def build_app(house: House) -> FastAPI:
    """The whole app.

    Args:
        house: that it shows.
    """
    # Read by Gradio when it is imported: it would look things up on the network.
    os.environ.update(GRADIO_ANALYTICS_ENABLED="False", HF_HUB_OFFLINE="1")
    import gradio as gr
    from gradio.themes import Base

    from echoes.interfaces.web.desk import desk_page
    from echoes.interfaces.web.player_page import player_page

    app = FastAPI(lifespan=_lifespan(house), docs_url=None, redoc_url=None, openapi_url=None)
    _routes(app, house)
    app.mount("/web", StaticFiles(directory=_STATIC), name="web")
    look: Any = {
        "footer_links": [],
        "run_history": False,
        "app_kwargs": {"docs_url": None, "redoc_url": None, "openapi_url": None},
        "ssr_mode": False,
        "show_error": False,
        "theme": Base(font=["system-ui", "sans-serif"], font_mono=["ui-monospace", "monospace"]),
    }
    bound = f"{house.config.web.max_upload_kb}kb"
    gr.mount_gradio_app(app, desk_page(house), "/desk", max_file_size=bound, **look)
    gr.mount_gradio_app(app, player_page(house), "/", css_paths=[_STATIC / "echoes.css"], **look)
    app.add_middleware(Door, house=house)
    app.add_middleware(
        SessionMiddleware,
        secret_key=house.secret,
        session_cookie="echoes",
        max_age=_YEAR_S,
        https_only=house.config.web.secure_cookies,
    )
    return app


def _lifespan(house: House) -> Callable[[FastAPI], AbstractAsyncContextManager[None]]:
    """Opens the engine with the server, and closes it with it."""

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncGenerator[None]:
        async with house.engine:
            await house.engine.assembly.warm_up(house.engine.storage)
            await asyncio.to_thread(house.engine.puzzles.scenarios)
            beside = [asyncio.create_task(house.live.look_around())]
            if house.config.web.prepare:
                beside.append(asyncio.create_task(house.prepare()))
            try:
                yield
            finally:
                for task in beside:
                    task.cancel()
                await asyncio.gather(*beside, return_exceptions=True)
                await house.watching.stop_all()

    return lifespan


def _routes(app: FastAPI, house: House) -> None:
    """What is no page: the live stream of a session, and its transcript."""

    @app.get("/live/{session_id}")
    async def live(session_id: str, request: Request, room: str = "", since: str = "") -> Response:
        visitor = visitor_of(request)
        try:
            session = await open_for(house, visitor, session_id, room)
        except EchoesError:
            return PlainTextResponse("", 204)  # by the standard, a browser does not try again
        if len(session.readers) >= _MOST_READERS:
            return PlainTextResponse("Too many are looking on.", 429)
        seen = request.headers.get("last-event-id", since)
        stream = session.stream(visitor.name, int(seen) if re.fullmatch("[0-9]{1,9}", seen) else 0)
        headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
        return StreamingResponse(stream, media_type="text/event-stream", headers=headers)

    @app.get("/download/{name}")
    async def download(name: str, request: Request, room: str = "") -> Response:
        session_id, _, form = name.rpartition(".")
        visitor = visitor_of(request)
        try:
            if form not in _TRANSCRIPTS:
                raise no_such_game()
            live = await open_for(house, visitor, session_id, room)
            own = live.is_of(visitor)
            entries = house.engine.storage.event_log.read_intact(session_id)
        except EchoesError as error:
            return PlainTextResponse(str(error), 404)
        kind, written = _TRANSCRIPTS[form]
        entries = _named(entries, visitor.name if own else "player")
        text = written(entries, house.engine.games)
        headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"}
        return Response(text, media_type=f"{kind}; charset=utf-8", headers=headers)


def _named(entries: Sequence[Entry], name: str) -> list[Entry]:
    """A log in which the player goes by a name, and not by the id of the cookie."""
    seen = seen_by(entries, PUBLIC)
    return [seen[0].changed(player_id=name), *seen[1:]]


def _json_lines(entries: Sequence[Entry], games: Mapping[str, AnyGame]) -> str:
    lines = (json.dumps(event_to_json(entry.event), ensure_ascii=False) for entry in entries)
    return "".join(f"{line}\n" for line in lines)


_TRANSCRIPTS = {"md": ("text/markdown", markdown), "jsonl": ("application/jsonl", _json_lines)}


def serve(house: House, host: str, port: int) -> None:
    """Serve until interrupted.

    Args:
        house: what is served.
        host: the address to listen on.
        port: the port to listen on.
    Raises:
        BadInput: nobody can listen there.
    """
    import uvicorn

    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        listening = socket.create_server((host, port), family=family, backlog=2048)
    except OSError as error:
        raise BadInput(
            f"nothing can listen on {host}:{port} ({error.strerror})", "Choose another --port or --host."
        ) from None
    config = uvicorn.Config(
        build_app(house), log_level="warning", timeout_graceful_shutdown=2, server_header=False
    )
    shown = f"[{host}]" if ":" in host else host
    print(f"Echoes of Deceit is at http://{shown}:{port} (Ctrl-C stops it)", flush=True)
    with suppress(KeyboardInterrupt):
        uvicorn.Server(config).run(sockets=[listening])
