"""Access middleware: passwords, bounds and headers, before anything else sees a request."""

import asyncio
import hmac
import re
from http import HTTPStatus
from urllib.parse import parse_qs, urlencode

from pydantic import SecretStr
from starlette.datastructures import MutableHeaders
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from echoes.interfaces.web.app import WebApp
from echoes.interfaces.web.i18n import texts_in
from echoes.interfaces.web.link_preview import app_preview, preview_of
from echoes.interfaces.web.open_paths import (
    ACTION,
    DESK,
    DESK_ACTION,
    FOR_MACHINES,
    HEALTH,
    UPLOAD,
    is_api,
    is_at_desk,
    is_page_file,
    methods_at,
)
from echoes.interfaces.web.pages.lost import lost_page
from echoes.interfaces.web.rate_limits import RateLimited
from echoes.interfaces.web.request_bodies import GradioBodies, Refused, check_call, read_body, replayed_body
from echoes.interfaces.web.script_nonce import NonceSender
from echoes.interfaces.web.templating import render_template
from echoes.interfaces.web.visitors import address_of, renew, visitor_of, welcome

_HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
_MODULES = ", ".join(
    f"<web/{name}.js>; rel=modulepreload"
    for name in ("echoes", "composer", "game", "library", "page", "room")
)
"""A `Link` header (RFC 8288): the browser fetches the page's scripts while Gradio's own still start."""
_SMALL = 64 * 1024
"""Bytes of a body that is no upload."""
_LONGEST_TARGET = 8 * 1024
"""Bytes of the path and query of a request."""
_HOST = re.compile(r"[\w.-]{1,253}(:\d{1,5})?|\[[0-9A-Fa-f:.]{2,45}\](:\d{1,5})?", re.ASCII)
_FORM = "application/x-www-form-urlencoded"
_SENT_AS = dict.fromkeys((ACTION, DESK_ACTION), "application/json") | {UPLOAD: "application/octet-stream"}


class AccessMiddleware:
    """Middleware that lets a request in, or answers it.

    Args:
        app: to which requests are passed on.
        web_app: whose settings hold.
        bodies: checks what Gradio takes at its word.
    """

    def __init__(self, app: ASGIApp, web_app: WebApp, bodies: GradioBodies) -> None:
        self._app, self._web_app, self._bodies = app, web_app, bodies

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one connection; an ASGI application."""
        if scope["type"] != "http":
            if scope["type"] == "lifespan":
                await self._app(scope, receive, send)
            return

        path = _path(Request(scope))
        if is_api(path):  # a token stands for the cookie, which is neither read nor sent
            authorization = Request(scope).headers.get("authorization", "")
            scope = {**scope, "session": self._web_app.api_tokens.session_of(authorization)}
        request = Request(scope, receive)
        sent = NonceSender(send, inline=path == "/")
        if path == "/":  # a page that is compressed can't be given a nonce
            scope["headers"] = [one for one in scope["headers"] if one[0] != b"accept-encoding"]

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in _HEADERS.items():
                    headers.setdefault(name, value)
                if not is_page_file(path):  # it is this visitor's, and may carry their cookie
                    headers.setdefault("Cache-Control", "private, no-cache")
                if path == "/" and message["status"] == HTTPStatus.OK:
                    headers["Link"] = _MODULES
                if headers.get("location", "").startswith("/"):  # our own, which know of no root
                    headers["location"] = scope.get("root_path", "") + headers["location"]
            await sent(message)

        body: bytes | None = None
        try:
            answer = await self._refused(request, path) or await self._unauthorized(request, path)
            if answer is None and request.method == "POST":
                body = await read_body(request, self._largest(path))
                answer = await self._handled(request, path, body)
            if answer is None and path == "/":
                sent.finish = (await preview_of(self._web_app, request, visitor_of(request))).put_into
        except Refused as refused:
            answer = PlainTextResponse(refused.reason, refused.status)
        passed_on = receive if body is None else replayed_body(body, receive)
        await (answer or self._app)(scope, passed_on, with_headers)

    def _largest(self, path: str) -> int:
        """Return the bytes that a body may have."""
        return _SMALL + (self._web_app.config.web.max_upload_kb * 1024 if is_at_desk(path) else 0)

    async def _unauthorized(self, request: Request, path: str) -> Response | None:
        """Return the answer to a request that is not authorized or is answered right here; None to go on."""
        web = self._web_app.config.web
        if path == HEALTH:
            return PlainTextResponse("ok", headers={"Cache-Control": "no-store"})
        if path in FOR_MACHINES or is_api(path):  # the API's functions ask for the token themselves
            return None
        if path in ("", DESK):
            return RedirectResponse(f"{path}/", 307)
        welcome(request)
        if path == "/login":
            return None if request.method == "POST" else self._login_page(request)
        if path == "/leave" or path.startswith("/web/"):
            return None
        renews = path == "/" or is_at_desk(path)
        if renews:
            renew(request)
        if not (is_at_desk(path) or web.password):
            return None  # a pass decides nothing, and costs a look at the storage
        if await self._knows(request, "operator", web.operator_password, renews):
            return None
        if not is_at_desk(path) and await self._knows(request, "member", web.password, renews):
            return None
        return _to_login(request)

    async def _handled(self, request: Request, path: str, body: bytes) -> Response | None:
        """Return the answer to a form of our own; None where Gradio takes the body.

        Raises:
            Refused: nobody can take it.
        """
        if path == "/login":
            return await asyncio.to_thread(self._log_in, request, body)
        if path == "/leave":
            return await asyncio.to_thread(self._leave, request)
        if is_api(path):
            check_call(body)
        if path in _SENT_AS and not request.headers.get("content-type", "").startswith(_SENT_AS[path]):
            raise Refused(
                415, f"It is taken as {_SENT_AS[path]}."
            )  # no other site's page can send it unasked
        if path == ACTION:
            self._bodies.check_action(body)
        return None

    async def _knows(self, request: Request, which: str, password: SecretStr | None, renews: bool) -> bool:
        """Return whether the cookie holds a pass for a password, and renew it if that is due."""
        mark, passes = request.session.get(which), self._web_app.passes
        if password is None or mark is None or not await asyncio.to_thread(passes.is_good, mark, password):
            return False
        if renews and (renewed := passes.renewed(mark, password)):
            request.session[which] = renewed
        return True

    async def _refused(self, request: Request, path: str) -> Response | None:
        if path not in FOR_MACHINES and not is_page_file(path):  # a page asks for a hundred of them
            try:
                await asyncio.to_thread(self._web_app.limits.count_one, "request", address_of(request))
            except RateLimited:
                return PlainTextResponse("Too many requests. Wait a moment.", 429, {"Retry-After": "10"})
        if len(request.scope.get("raw_path", b"")) + len(request.scope["query_string"]) > _LONGEST_TARGET:
            return PlainTextResponse("Too long.", 414)
        if not _HOST.fullmatch(request.headers.get("host", "localhost")):
            return PlainTextResponse("That is no host.", 400)
        served = methods_at(path)
        if not served:
            return lost_page(request)
        if request.method not in served:
            return PlainTextResponse("Not that way.", 405, {"Allow": ", ".join(sorted(served))})
        origin = request.headers.get("origin")
        if request.method == "POST" and origin and origin.partition("://")[2] != request.headers.get("host"):
            return PlainTextResponse("From another site.", 403)
        return None

    def _log_in(self, request: Request, body: bytes) -> Response:
        web, to = self._web_app.config.web, _wanted(request)
        limits, address = self._web_app.limits, address_of(request)
        if not limits.may_guess("password", address):
            return PlainTextResponse("Too many tries. Wait a minute.", 429, {"Retry-After": "60"})
        given = _password(request, body)
        if web.operator_password and _same(given, web.operator_password):
            self._let_in(request, "operator", web.operator_password)
            return RedirectResponse(to, 303)
        if web.password and not _leads_to_desk(to) and _same(given, web.password):
            self._let_in(request, "member", web.password)
            return RedirectResponse(to, 303)
        limits.note_wrong("password", address)
        return self._login_page(request, wrong=True)

    def _let_in(self, request: Request, which: str, password: SecretStr) -> None:
        """Put a new pass into the cookie, and end the one that it replaces."""
        self._web_app.passes.end(request.session.get(which))
        request.session[which] = self._web_app.passes.give(password)

    def _leave(self, request: Request) -> Response:
        passes = self._web_app.passes
        ended = [passes.end(request.session.pop(which, None)) for which in ("operator", "member")]
        if all(ended):
            return RedirectResponse("/", 303)
        return PlainTextResponse(texts_in(visitor_of(request).lang)["left_here_alone"], 503)

    def _login_page(self, request: Request, wrong: bool = False) -> Response:
        closed = _leads_to_desk(_wanted(request)) and self._web_app.config.web.operator_password is None
        lang, desk = visitor_of(request).lang, _leads_to_desk(_wanted(request))
        values = {"wrong": wrong, "closed": closed, "desk": desk, "root": request.scope.get("root_path", "")}
        page = render_template("login", lang, preview=app_preview(request, lang), **values)
        return HTMLResponse(page, 403 if wrong or closed else 200)


def _wanted(request: Request) -> str:
    """Return the page that somebody asked for before they were asked for a password; never another site."""
    to = request.query_params.get("to", "/")
    return to if to.startswith("/") and not to.startswith(("//", "/\\")) else "/"


def _leads_to_desk(to: str) -> bool:
    return is_at_desk(to.partition("?")[0])


def _password(request: Request, body: bytes) -> str:
    """Return the password of a form.

    Raises:
        Refused: it is no form.
    """
    if not request.headers.get("content-type", "").startswith(_FORM):
        raise Refused(400, "That is no form.")
    try:
        return parse_qs(body.decode(), max_num_fields=8).get("password", [""])[0]
    except ValueError:
        raise Refused(400, "That is no form.") from None


def _to_login(request: Request) -> Response:
    if request.method == "GET" and "text/html" in request.headers.get("accept", ""):
        query = request.scope.get("query_string", b"").decode("ascii", "replace")
        return RedirectResponse("/login?" + urlencode({"to": _path(request) + (query and f"?{query}")}), 303)
    return PlainTextResponse("Come in by the login page first.", 401)


def _path(request: Request) -> str:
    """Return the path as it is routed, whatever the host header says."""
    return str(request.scope["path"]).removeprefix(request.scope.get("root_path", ""))


def _same(given: str, password: SecretStr) -> bool:
    return hmac.compare_digest(given.encode(), password.get_secret_value().encode())
