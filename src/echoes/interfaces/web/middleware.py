"""Access middleware: passwords, bounds and headers, before anything else sees a request."""

import hashlib
import hmac
from urllib.parse import urlencode

from pydantic import SecretStr
from starlette.datastructures import MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from echoes.interfaces.web.app import WebApp
from echoes.interfaces.web.rate_limits import RateLimited
from echoes.interfaces.web.templating import render_template
from echoes.interfaces.web.visitors import address_of, visitor_of, welcome

_HEADERS = {
    # Gradio's page is made of inline scripts and styles; nothing comes from, or goes to, another host.
    "Content-Security-Policy": "default-src 'self'; script-src 'self' 'unsafe-inline' 'unsafe-eval' blob:; "
    "style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self' data:; "
    "worker-src 'self' blob:; object-src 'none'; base-uri 'self'; form-action 'self'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
    "Cross-Origin-Opener-Policy": "same-origin",
}
_OPEN_TO_ALL = ("/login", "/web/")
_FILES = ("assets", "static", "web")
_PAGES = ("", "theme.css", "config", "manifest.json", "favicon.ico", "robots.txt")
_OWN = ("live", "download", "login", "leave", "gradio_api")
"""The beginnings of paths that are not the author page's."""
_GRADIO_API = ("component_server", "info", "startup-events", "app_id", "theme.css")
"""Gradio's own routes that the players' page needs; the others, uploads among them, are closed there."""
HEALTH = "/health"
"""Says that the server answers, to whoever watches over it: no password, no cookie, no bound."""
DESK = "/desk"
_SMALL = 64 * 1024


class AccessMiddleware:
    """Lets a request in, or answers it.

    Args:
        app: to which requests are passed on.
        web_app: whose settings hold.
    """

    def __init__(self, app: ASGIApp, web_app: WebApp) -> None:
        self._app, self._web_app = app, web_app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one connection; an ASGI application."""
        if scope["type"] != "http":
            if scope["type"] == "lifespan":
                await self._app(scope, receive, send)
            return

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in _HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        request = Request(scope, receive)
        answer = await self._answer(request)
        await (answer or self._app)(scope, receive, with_headers)

    async def _answer(self, request: Request) -> Response | None:
        """Return what is answered here; None lets the request in."""
        path, web = _path(request), self._web_app.config.web
        if path == HEALTH and request.method in ("GET", "HEAD"):
            return PlainTextResponse("ok", headers={"Cache-Control": "no-store"})
        at_desk = path == DESK or path.startswith(f"{DESK}/")
        if refused := self._refused(request, path, at_desk):
            return refused
        if path == DESK:
            return RedirectResponse(f"{DESK}/", 307)
        welcome(request)
        if path.startswith(_OPEN_TO_ALL):
            return await self._login(request) if path == "/login" else None
        if path == "/leave":
            for which in ("operator", "member"):
                request.session.pop(which, None)
            return RedirectResponse("/", 303)
        knows_all = self._knows(request, "operator", web.operator_password)
        if at_desk and not knows_all:
            return _to_login(request)
        if web.password and not (knows_all or self._knows(request, "member", web.password)):
            return _to_login(request)
        return None

    def _knows(self, request: Request, which: str, password: SecretStr | None) -> bool:
        """Return whether the cookie says that a password was given, and it is still the same."""
        mark = request.session.get(which)
        return (
            password is not None and isinstance(mark, str) and hmac.compare_digest(mark, self._mark(password))
        )

    def _mark(self, password: SecretStr) -> str:
        given = password.get_secret_value().encode()
        return hmac.new(self._web_app.secret.encode(), given, hashlib.sha256).hexdigest()

    def _refused(self, request: Request, path: str, at_desk: bool) -> Response | None:
        first = path.removeprefix("/").partition("/")[0]
        try:
            if first not in _FILES:  # a page asks for a hundred of them
                self._web_app.limits.count_one("request", address_of(request))
        except RateLimited:
            return PlainTextResponse("Too many requests. Wait a moment.", 429, {"Retry-After": "10"})
        if not at_desk and first not in (*_FILES, *_PAGES, *_OWN):
            return PlainTextResponse("Not here.", 404)
        if path.startswith("/gradio_api/") and not path.removeprefix("/gradio_api/").startswith(_GRADIO_API):
            return PlainTextResponse("Not here.", 404)
        if request.method in ("GET", "HEAD"):
            return None
        origin = request.headers.get("origin")
        if origin and origin.partition("://")[2] != request.headers.get("host"):
            return PlainTextResponse("From another site.", 403)
        length = request.headers.get("content-length", "")
        bound = self._web_app.config.web.max_upload_kb * 1024 + _SMALL if at_desk else _SMALL
        if not length.isdecimal() or int(length) > bound:
            return PlainTextResponse("Too large.", 413)
        return None

    async def _login(self, request: Request) -> Response:
        web, wanted = self._web_app.config.web, request.query_params.get("to", "/")
        to = wanted if wanted.startswith("/") and not wanted.startswith(("//", "/\\")) else "/"
        at_desk = to.startswith(DESK)
        lang, wrong = visitor_of(request).lang, False
        if request.method == "POST":
            try:
                self._web_app.limits.count_one("password", address_of(request))
            except RateLimited:
                return PlainTextResponse("Too many tries. Wait a minute.", 429, {"Retry-After": "60"})
            try:
                given = str((await request.form()).get("password", ""))
            except HTTPException:  # no form that can be read
                return PlainTextResponse("That is no form.", 400)
            if web.operator_password and _same(given, web.operator_password):
                request.session.update(operator=self._mark(web.operator_password))
                return RedirectResponse(to, 303)
            if web.password and not at_desk and _same(given, web.password):
                request.session.update(member=self._mark(web.password))
                return RedirectResponse(to, 303)
            wrong = True
        closed = at_desk and web.operator_password is None
        page = render_template(
            "login", lang, wrong=wrong, closed=closed, root=request.scope.get("root_path", "")
        )
        return HTMLResponse(page, 403 if wrong or closed else 200)


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
