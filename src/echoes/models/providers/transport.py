"""HTTP to a model server: JSON in, JSON out, whole or piece by piece, and each failure as a signal."""

import asyncio
import json
import re
import time
from collections.abc import AsyncGenerator, Mapping
from contextlib import aclosing
from email.utils import parsedate_to_datetime
from ipaddress import ip_address
from typing import TYPE_CHECKING, Any, cast
from urllib.parse import urlsplit
from urllib.request import getproxies, proxy_bypass
from weakref import WeakKeyDictionary

from echoes.core.files.json_values import as_object
from echoes.models.causes import Signal

if TYPE_CHECKING:
    from httpx import AsyncClient, Response

_MOST_BYTES = 16 << 20
"""Size of a reply beyond which nothing is read."""
_MOST_WORDS = 4000
"""Characters of an error that are looked at."""
_CONNECTIONS = 1000
_PAUSE = re.compile(r"(?:retry|try again) (?:in|after) (\d+(?:\.\d+)?) ?(ms|m(?:in|\b))?", re.IGNORECASE)
ENDED: dict[str, Any] = {}
"""Stands for the end of a stream, as its protocol says."""


class NoReply(Exception):
    """A signal in place of a reply."""

    def __init__(self, signal: Signal) -> None:
        super().__init__(signal.words)
        self.signal = signal


class Transport:
    """The connection to one server.

    Args:
        base_url: its address; a query is sent with each request.
        headers: sent with each request.
        timeout_s: time limit of connecting and of each wait, in seconds.
    """

    def __init__(self, base_url: str, headers: Mapping[str, str], timeout_s: float) -> None:
        self._base, _, self._query = base_url.partition("?")
        self._headers, self._timeout_s = dict(headers), timeout_s
        self._clients: WeakKeyDictionary[asyncio.AbstractEventLoop, AsyncClient] = WeakKeyDictionary()

    async def get(self, path: str) -> dict[str, Any]:
        """Return the object at a path.

        Raises:
            NoReply: there is none.
        """
        return await self._only(self.pieces("GET", path, None))

    async def post(self, path: str, body: Mapping[str, Any]) -> dict[str, Any]:
        """Send an object and return the one that comes back.

        Raises:
            NoReply: none comes back.
        """
        return await self._only(self.pieces("POST", path, body))

    async def _only(self, pieces: AsyncGenerator[dict[str, Any]]) -> dict[str, Any]:
        async with aclosing(pieces):
            async for piece in pieces:
                return piece
        raise NoReply(Signal("format", "nothing"))

    async def pieces(
        self, method: str, path: str, body: Mapping[str, Any] | None
    ) -> AsyncGenerator[dict[str, Any]]:
        """Yield the objects of a reply: one, the lines of NDJSON, or the events of SSE, and `ENDED`.

        Raises:
            NoReply: the server refused, failed, or replied with something else.
        """
        import httpx

        url = self._base.rstrip("/") + path + (f"?{self._query}" if self._query else "")
        headers = {"Content-Type": "application/json", **self._headers}
        content = b"" if body is None else json.dumps(body, ensure_ascii=False).encode(errors="replace")
        client = self._client()
        try:
            async with client.stream(method, url, content=content, headers=headers) as response:
                if not 200 <= response.status_code < 300:
                    raise NoReply(await _refusal(response))
                async for piece in _objects(response):
                    yield piece
        except httpx.TimeoutException:
            raise NoReply(Signal("timeout")) from None
        except httpx.ProxyError as error:
            raise NoReply(Signal("proxy", str(error))) from None
        except httpx.ConnectError as error:
            raise NoReply(Signal("proxy" if self._proxied() else "connection", str(error))) from None
        except (httpx.InvalidURL, httpx.UnsupportedProtocol, httpx.LocalProtocolError, UnicodeError) as error:
            raise NoReply(Signal("address", str(error))) from None
        except (httpx.HTTPError, OSError) as error:
            raise NoReply(Signal("broken off", str(error))) from None
        except NoReply:
            raise
        except Exception as error:  # noqa: BLE001 - what lies below raises all kinds of exceptions
            raise NoReply(Signal("?", type(error).__name__)) from None

    def _client(self) -> "AsyncClient":
        """Return the client of this event loop, whose connections no other loop can use.

        Raises:
            NoReply: a proxy that the environment names can't be used.
        """
        from httpx import AsyncClient, Limits

        loop = asyncio.get_running_loop()
        if loop not in self._clients:
            try:
                self._clients[loop] = AsyncClient(
                    timeout=self._timeout_s,
                    limits=Limits(max_connections=_CONNECTIONS, max_keepalive_connections=100),
                    trust_env=not is_loopback(self._base),
                    verify=not self._base.startswith("http://"),  # reading certificates takes time
                )
            except Exception as error:  # noqa: BLE001 - addresses of proxies raise all kinds of exceptions
                raise NoReply(Signal("proxy", str(error))) from None
        return self._clients[loop]

    def _proxied(self) -> bool:
        found = getproxies()
        uses = self._base.partition(":")[0] in found or "all" in found
        return uses and not is_loopback(self._base) and not proxy_bypass(host_of(self._base))


def host_of(url: str) -> str:
    """Return the host in an address; empty if it is none."""
    try:
        return urlsplit(url).hostname or ""
    except ValueError:
        return ""


def is_loopback(url: str) -> bool:
    """Return whether an address is one of this machine."""
    host = host_of(url)
    try:
        return ip_address(host).is_loopback or ip_address(host).is_unspecified
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")


async def _refusal(response: "Response") -> Signal:
    """Return the signal of a refusal; its whole body, since the cause may stand anywhere in it."""
    body = b""
    async for chunk in response.aiter_bytes():
        body += chunk
        if len(body) > _MOST_BYTES:
            break
    text = body.decode(errors="replace").strip()
    try:
        words = said_in(json.loads(text))
    except (ValueError, RecursionError):
        words = "a web page" if _is_page(text) else text
    at = "page" if words == "a web page" and response.status_code in (404, 405) else response.status_code
    words = words[:_MOST_WORDS]
    return Signal(at, f"{response.status_code}: {words}", wait_s=_pause(response, words))


async def _objects(response: "Response") -> AsyncGenerator[dict[str, Any]]:
    """Yield the objects of a body: its lines, the data of its events, or all of it as one."""
    rest: list[str] = []
    event, odd, begun, is_stream = "", "", False, False
    async for line in _lines(response):
        name, colon, value = line.partition(":")
        if colon and name == "data":
            line, is_stream = value.strip(), True
        elif colon and name in ("", "event", "id", "retry") and not rest:
            event = value.strip() if name == "event" else event
            continue
        if line.upper() == "[DONE]":
            yield ENDED
            return
        if line and not rest and (found := _object(line)) is not None:
            begun = True
            yield _of_event(event, found)
        elif line:
            rest.append(line)
        elif is_stream and rest:  # the event is over
            odd = "\n".join(rest)
            rest.clear()
            if (found := _object(odd)) is not None or event == "error":
                begun = True
                yield _of_event(event, odd if found is None else found)
        event = event if line else ""
    text = "\n".join(rest) or odd
    if rest and (found := _object(text)) is not None:
        yield found
    elif text and not begun:  # between events, what is no object only keeps the connection open
        raise NoReply(Signal("page" if _is_page(text) else "format", text[:1000]))


def _of_event(event: str, data: Any) -> dict[str, Any]:
    return {"error": data} if event == "error" and "error" not in as_object(data) else data


async def _lines(response: "Response") -> AsyncGenerator[str]:
    begun, size = b"", 0
    async for chunk in response.aiter_bytes():
        size += len(chunk)
        if size > _MOST_BYTES:
            raise NoReply(Signal("format", "more than can be read"))
        *lines, begun = (begun + chunk).split(b"\n")
        for line in lines:
            yield _decoded(line)
    yield _decoded(begun)


def _decoded(line: bytes) -> str:
    return line.decode(errors="replace").strip().removeprefix("\ufeff")


def _object(text: str) -> dict[str, Any] | None:
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return cast("dict[str, Any]", found) if isinstance(found, dict) else None


def _is_page(text: str) -> bool:
    return bool(re.match(r"\s*<(?:!doctype|html|head|\?xml)", text, re.IGNORECASE))


def said_in(error: Any) -> str:
    """Return all words of an error; `input` of FastAPI repeats the request, which says nothing."""
    if isinstance(error, dict):
        parts = cast("dict[str, Any]", error).items()
        return " ".join(
            filter(None, (said_in(part) for key, part in parts if key not in ("input", "url", "ctx")))
        )
    if isinstance(error, list):
        return " ".join(filter(None, map(said_in, cast("list[Any]", error))))
    return "" if error is None else str(error)


def _pause(response: "Response", words: str) -> float:
    given = response.headers.get("retry-after", "")
    try:
        return max(0.0, float(given))
    except ValueError:
        pass
    try:
        return max(0.0, parsedate_to_datetime(given).timestamp() - time.time())
    except (ValueError, OverflowError):
        return pause_in(words)


def pause_in(words: str) -> float:
    """Return the seconds after which a server says that it may be asked again; 0 where it does not."""
    found = _PAUSE.search(words)
    if not found:
        return 0.0
    unit = (found[2] or "").lower()
    return float(found[1]) * (0.001 if unit == "ms" else 60 if unit.startswith("m") else 1)
