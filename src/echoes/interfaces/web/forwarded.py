"""Requests as a proxy passes them on: its headers, believed of trusted ones alone, and the path it serves."""

import logging
from collections.abc import MutableMapping
from typing import Any, cast

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Receive, Scope, Send
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

_HEADERS = (
    *("forwarded", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-forwarded-port"),
    *("x-forwarded-prefix", "x-gradio-server", "x-real-ip"),
)


class ForwardedHeaders:
    """ASGI middleware: sets client, scheme and host as a trusted proxy tells them.

    Whatever comes behind it finds no such header any more: Gradio would believe it of anybody.

    Args:
        app: to which requests are passed on.
        trusted: addresses and networks of proxies, separated by commas; `*` trusts everybody.
        root: the path under which the app is served, without a slash at its end; a proxy may take it away.
    """

    def __init__(self, app: ASGIApp, trusted: str, root: str = "") -> None:
        self._app, self._root = app, root
        self._proxied = ProxyHeadersMiddleware(cast("Any", self._passed_on), trusted or [])
        self._has_warned = False

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one connection."""
        if scope["type"] == "http":
            self._take_host(scope)
        await self._proxied(cast("Any", scope), cast("Any", receive), cast("Any", send))

    def _take_host(self, scope: MutableMapping[str, Any]) -> None:
        headers, peer = Headers(scope=scope), (scope.get("client") or ("",))[0]
        if peer not in self._proxied.trusted_hosts:
            if "x-forwarded-for" in headers and not self._has_warned:
                self._has_warned = True
                logging.getLogger(__name__).warning(
                    "X-Forwarded-For of %s is not believed; a proxy is named in web.trusted_proxies", peer
                )
        elif host := headers.get("x-forwarded-host", "").partition(",")[0].strip():
            MutableHeaders(scope=scope)["host"] = host

    async def _passed_on(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            headers = [
                (name, value) for name, value in scope["headers"] if name.decode("latin-1") not in _HEADERS
            ]
            scope = {**scope, **self._under_root(scope), "headers": headers}
        await self._app(scope, receive, send)

    def _under_root(self, scope: Scope) -> Scope:
        """Return the paths of a request as ASGI has them: the whole, and its beginning that is no route."""
        path, raw = scope["path"], scope.get("raw_path") or b""
        if path != self._root and not path.startswith(f"{self._root}/"):
            path, raw = self._root + path, self._root.encode() + raw
        return {"path": path, "raw_path": raw, "root_path": self._root}
