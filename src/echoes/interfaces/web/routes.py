"""Routes that are no page: the live stream of a session, and its transcript."""

import asyncio
import json
import re
from collections import Counter
from collections.abc import AsyncIterator, Mapping, Sequence

from fastapi import FastAPI, Request
from fastapi.responses import PlainTextResponse, RedirectResponse, Response, StreamingResponse
from starlette.types import Receive, Scope, Send

from echoes.core.errors import EchoesError
from echoes.core.log.entries import Entry
from echoes.core.log.events import event_to_json
from echoes.core.seats.visibility import seen_by
from echoes.engine.scenarios.drawings import drawing_of
from echoes.engine.sessions.queries import log_position
from echoes.games.base import AnyGame
from echoes.interfaces.transcript import markdown
from echoes.interfaces.web.action_request import entries_for, open_for
from echoes.interfaces.web.app import WebApp
from echoes.interfaces.web.live.subscribers import MOST_SUBSCRIBERS
from echoes.interfaces.web.open_paths import DRAWING, READY
from echoes.interfaces.web.pages.lost import lost_page
from echoes.interfaces.web.rate_limits import RateLimited
from echoes.interfaces.web.room_actions import address_by_code
from echoes.interfaces.web.session_access import no_such_game
from echoes.interfaces.web.visitors import visitor_of

_DRAWING_HEADERS = {
    # Whoever opens one by itself runs nothing in it, and loads nothing by it, either.
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    "Cache-Control": "private, max-age=31536000, immutable",  # its address changes with it
}


class _HeldStream(StreamingResponse):
    """A stream that counts as one of its address as long as it lasts."""

    def __init__(self, events: AsyncIterator[str], streams: Counter[str], address: str) -> None:
        # A proxy that gathers what it passes on would hold up a game.
        headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
        super().__init__(events, media_type="text/event-stream", headers=headers)
        self._streams, self._address = streams, address
        streams[address] += 1

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send it."""
        try:
            await super().__call__(scope, receive, send)
        finally:
            self._streams[self._address] -= 1
            if not self._streams[self._address]:
                del self._streams[self._address]


def add_routes(app: FastAPI, web_app: WebApp) -> None:
    """Add the routes to an app.

    Args:
        app: that serves them.
        web_app: whose sessions they show.
    """
    _add_ready(app, web_app)
    _add_codes(app, web_app)
    _add_streams(app, web_app)
    _add_drawings(app, web_app)

    @app.get("/download/{name}")
    async def download(name: str, request: Request, room: str = "", at: str = "") -> Response:
        (session_id, _, form), visitor = name.rpartition("."), visitor_of(request)
        try:
            if form not in _TRANSCRIPTS:
                raise no_such_game()
            session = await open_for(web_app, visitor, session_id, room)
            entries = await entries_for(web_app, session, visitor)
        except EchoesError:
            return lost_page(request, "not_there")
        kind, write = _TRANSCRIPTS[form]
        text = write(entries, web_app.engine.games, session.seat_of(visitor, at))
        headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"}
        return Response(text, media_type=f"{kind}; charset=utf-8", headers=headers)


def _add_streams(app: FastAPI, web_app: WebApp) -> None:
    """Add the route of the live streams."""
    streams: Counter[str] = Counter()

    @app.get("/live/{session_id}")
    async def live(
        session_id: str, request: Request, room: str = "", at: str = "", since: str = ""
    ) -> Response:
        visitor = visitor_of(request)
        try:
            session = await open_for(web_app, visitor, session_id, room)
            await web_app.limits.count("message", visitor)  # the others are told who comes and goes
        except RateLimited:
            return PlainTextResponse("Too often.", 429)
        except EchoesError:
            return PlainTextResponse("", 204)  # by the standard, a browser does not try again
        is_full = streams[visitor.address] >= web_app.config.web.address_streams
        if is_full or len(session.subscribers) >= MOST_SUBSCRIBERS:
            return PlainTextResponse("Too many are looking on.", 429)
        seen = request.headers.get("last-event-id", since)
        events = session.stream(visitor, at, int(seen) if re.fullmatch("[0-9]{1,9}", seen) else 0)
        return _HeldStream(events, streams, visitor.address)


def _add_drawings(app: FastAPI, web_app: WebApp) -> None:
    """Add the route of the drawings of scenarios."""

    @app.get(f"{DRAWING}{{game}}/{{scenario_id}}")
    def drawing(game: str, scenario_id: str, request: Request) -> Response:
        found = drawing_of(web_app.engine, game, scenario_id)
        if found is None:
            return lost_page(request)
        return Response(found.svg, media_type="image/svg+xml", headers=_DRAWING_HEADERS)


def _add_codes(app: FastAPI, web_app: WebApp) -> None:
    """Add the route by which the code of a room leads to it."""

    @app.get("/r/{code}")
    async def room(code: str, request: Request) -> Response:
        address, limits = visitor_of(request).address, web_app.limits
        if not await asyncio.to_thread(limits.may_guess, "code", address):
            return PlainTextResponse("Too many tries. Wait a minute.", 429, {"Retry-After": "60"})
        try:
            found = await address_by_code(web_app, code)
        except EchoesError:
            return lost_page(request, "failed")
        if found:
            return RedirectResponse(f"/{found}", 303)
        await asyncio.to_thread(limits.note_wrong, "code", address)
        return lost_page(request, "no_such_room")


def _add_ready(app: FastAPI, web_app: WebApp) -> None:
    """Add the route that tells a proxy whether to send people here."""

    @app.get(READY)
    async def ready() -> Response:
        try:
            await asyncio.to_thread(log_position, web_app.engine, "ready")
        except EchoesError:
            return PlainTextResponse("the storage can't be reached", 503, {"Cache-Control": "no-store"})
        return PlainTextResponse("ready", headers={"Cache-Control": "no-store"})


def _json_lines(entries: Sequence[Entry], games: Mapping[str, AnyGame], seat: str) -> str:
    lines = (json.dumps(event_to_json(one.event), ensure_ascii=False) for one in seen_by(entries, seat))
    return "".join(f"{line}\n" for line in lines)


_TRANSCRIPTS = {"md": ("text/markdown", markdown), "jsonl": ("application/jsonl", _json_lines)}
