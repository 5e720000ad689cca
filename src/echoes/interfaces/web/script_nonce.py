"""Nonces of scripts: only the scripts that a page came with may run in it."""

import re
import secrets
from collections.abc import Callable

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import Message, Send

_POLICY = (
    # Gradio makes a function of an HTML component's script, hence 'unsafe-eval'; its styles are inline.
    "default-src 'self'; script-src 'self' 'nonce-{nonce}' 'unsafe-eval' blob:; "
    "style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self' data:; "
    "worker-src 'self' blob:; object-src 'none'; base-uri 'self'; form-action 'self'; frame-ancestors 'none'"
)
_SCRIPT = re.compile(rb"<script(?=[\s>])")
# Without quotes: in the JSON of a page, they would end a string.
_NAMED = b"<script nonce=%s"


class NonceSender:
    """Sends a response under the policy for scripts, and gives a page's scripts the nonce.

    Args:
        send: by which the response goes on.
        inline: whether the page has scripts within it, and no words of people. On any other page each script
            is a file of ours, which needs no nonce, so that one that somebody wrote has none either.

    Attributes:
        finish: makes the page what it is to be; no script that comes in by it has the nonce.
    """

    def __init__(self, send: Send, inline: bool) -> None:
        self._send, self._inline, self._nonce = send, inline, secrets.token_hex(16)
        self._start: Message | None = None
        self._body = b""
        self.finish: Callable[[bytes], bytes] = bytes

    async def __call__(self, message: Message) -> None:
        """Send one message of a response; an ASGI `send`."""
        if message["type"] == "http.response.start":
            policy = _POLICY.format(nonce=self._nonce)
            MutableHeaders(scope=message).setdefault("Content-Security-Policy", policy)
            if self._inline and Headers(scope=message).get("content-type", "").startswith("text/html"):
                self._start = message
                return
        elif self._start is not None:
            self._body += message.get("body", b"")
            if message.get("more_body"):
                return
            body = self.finish(_SCRIPT.sub(_NAMED % self._nonce.encode(), self._body))
            MutableHeaders(scope=self._start)["Content-Length"] = str(len(body))
            await self._send(self._start)
            message, self._start = {**message, "body": body}, None
        await self._send(message)
