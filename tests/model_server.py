"""A model server for tests: it speaks OpenAI's and Ollama's protocol, and can misbehave.

It is a real server on a real socket; only what it says is made up.
"""

import json
import re
import threading
import time
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


@dataclass
class Say:
    """What the server does with one request.

    Attributes:
        text: the reply, in words.
        arguments: of a function call, as JSON text; None for no call.
        function: which is called.
        status: of HTTP; anything but 200 sends an error.
        wait_s: before it answers.
        raw: the body as it stands, whatever the protocol wants and the status is; `kind` is its type.
        ending: the reason that is given for the end.
        usage: the counts of tokens instead of right ones; in a stream, in all pieces.
        content: the content of the message instead of the text, of any type.
        extra: further keys of the message, or of each piece of it.
        cut: close the connection in the middle of the body.
        unexplained: a streamed reply ends by the protocol, without a reason.
        uncounted: its tokens are not counted, whatever is asked for.
        unended: leave out the end of a streamed reply, and close the connection as if it were whole.
    """

    text: str = ""
    arguments: str | None = None
    function: str = "reply"
    status: int = 200
    wait_s: float = 0.0
    raw: bytes | None = None
    kind: str = "application/json"
    ending: str = "stop"
    usage: Any = None
    content: Any = None
    extra: dict[str, Any] = field(default_factory=dict[str, Any])
    cut: bool = False
    unexplained: bool = False
    uncounted: bool = False
    unended: bool = False
    headers: dict[str, str] = field(default_factory=dict[str, str])

    @property
    def said(self) -> Any:
        """The content of the message."""
        return self.text if self.content is None else self.content


Answer = Callable[["Asked"], "Say | str"]


@dataclass(frozen=True)
class Asked:
    """One request as the server got it."""

    path: str
    body: dict[str, Any]
    headers: dict[str, str]

    @property
    def system(self) -> str:
        return "".join(m["content"] for m in self.body["messages"] if m["role"] == "system")

    @property
    def last(self) -> str:
        return str(self.body["messages"][-1]["content"])

    @property
    def mode(self) -> str:
        """How the closed form is asked for."""
        body = self.body
        if body.get("tools"):
            return "function_calling"
        if isinstance(body.get("format"), dict):
            return "json_schema"
        if body.get("format") == "json":
            return "json"
        form = body.get("response_format") or {}
        if form.get("type") == "json_object":
            return "json_object" if "schema" in form else "json"
        return str(form.get("type", "plain"))


class ModelServer:
    """Answers every request by a function, and keeps what it was asked.

    Args:
        answer: what to say; a text is said as it is.

    Attributes:
        embed: what texts are answered with, which need not be vectors.
        pages: what else is found at a path.
        everything: a raw reply to requests of any kind.
    """

    def __init__(self, answer: Answer) -> None:
        self.answer = answer
        self.asked: list[Asked] = []
        self.models = ["stub-1", "stub-2"]
        self.embed: Callable[[list[str]], list[Any]] = embed_by_length
        self.pages: dict[str, Any] = {}
        self.everything: Say | None = None
        server = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            wbufsize = (
                1 << 16
            )  # head and body in one packet; else the second waits 40 ms for an acknowledgement

            def log_message(self, format: str, *args: Any) -> None:
                pass

            def do_GET(self) -> None:
                if (said := server.everything) and said.raw is not None:
                    self._write(said.status, said.raw, said.kind, said.headers, said.cut)
                elif self.path.endswith("/models") and self.path not in server.pages:
                    data = [
                        {"id": name, "object": "model", "created": 0, "owned_by": "x"}
                        for name in server.models
                    ]
                    self._send(200, {"object": "list", "data": data})
                elif self.path in server.pages:
                    self._send(200, server.pages[self.path])
                elif self.path.endswith("/api/tags"):
                    self._send(200, {"models": [{"model": name, "name": name} for name in server.models]})
                else:
                    self._send(404, {"error": "no such page"})

            def do_POST(self) -> None:
                size = int(self.headers.get("Content-Length", 0))
                body = json.loads(self.rfile.read(size) or b"{}")
                asked = Asked(self.path, body, {k.lower(): v for k, v in self.headers.items()})
                if (said := server.everything) and said.raw is not None:
                    self._write(said.status, said.raw, said.kind, said.headers, said.cut)
                    return
                if self.path in server.pages:
                    self._send(200, server.pages[self.path])
                    return
                if self.path.partition("?")[0].endswith(("/embeddings", "/api/embed")):
                    self._embed(body)
                    return
                server.asked.append(asked)
                said = server.answer(asked)
                said = Say(said) if isinstance(said, str) else said
                if said.wait_s:
                    time.sleep(said.wait_s)
                if said.raw is not None:
                    self._write(said.status, said.raw, said.kind, said.headers, said.cut)
                elif said.status != 200:
                    self._send(
                        said.status, {"error": {"message": said.text or "refused", "type": "x"}}, said.headers
                    )
                elif self.path.endswith("/api/chat"):
                    self._ollama(said, body)
                elif body.get("stream"):
                    self._openai_stream(said, body)
                else:
                    self._openai(said, body)

            def _embed(self, body: dict[str, Any]) -> None:
                texts = body["input"] if isinstance(body["input"], list) else [body["input"]]
                vectors = server.embed(texts)
                data = [{"object": "embedding", "index": n, "embedding": v} for n, v in enumerate(vectors)]
                usage = {"prompt_tokens": 1, "total_tokens": 1}
                self._send(
                    200, {"object": "list", "data": data, "model": "e", "usage": usage, "embeddings": vectors}
                )

            def _openai(self, said: Say, body: dict[str, Any]) -> None:
                message: dict[str, Any] = {"role": "assistant", "content": said.said, **said.extra}
                if said.arguments is not None:
                    call = {"name": said.function, "arguments": said.arguments}
                    message["tool_calls"] = [{"id": "c1", "type": "function", "function": call}]
                usage = {
                    "prompt_tokens": _tokens(body),
                    "completion_tokens": 7,
                    "total_tokens": _tokens(body) + 7,
                }
                choice = {"index": 0, "message": message, "finish_reason": said.ending}
                reply = {
                    "id": "r",
                    "object": "chat.completion",
                    "created": 0,
                    "model": body["model"],
                    "choices": [choice],
                    "usage": usage if said.usage is None else said.usage,
                }
                self._send(200, reply, cut=said.cut)

            def _openai_stream(self, said: Say, body: dict[str, Any]) -> None:
                base = {"id": "r", "object": "chat.completion.chunk", "created": 0, "model": body["model"]}
                if said.usage is not None:
                    base["usage"] = said.usage
                deltas: list[dict[str, Any]] = [
                    {"content": word, **said.extra}
                    for word in ([said.said] if said.content is not None else _pieces(said.text))
                ]
                if said.arguments is not None:
                    begun, rest = said.arguments[:3], said.arguments[3:]
                    named = {"index": 0, "id": "c1", "type": "function"}
                    deltas += [
                        {"tool_calls": [{**named, "function": {"name": said.function, "arguments": begun}}]},
                        {"tool_calls": [{"index": 0, "function": {"arguments": rest}}]},
                    ]
                chunks = [
                    {**base, "choices": [{"index": 0, "delta": delta, "finish_reason": None}]}
                    for delta in deltas
                ]
                if not said.unexplained:
                    chunks.append(
                        {**base, "choices": [{"index": 0, "delta": {}, "finish_reason": said.ending}]}
                    )
                if (
                    (body.get("stream_options") or {}).get("include_usage")
                    and not said.uncounted
                    and said.usage is None
                ):
                    usage = {"prompt_tokens": _tokens(body), "completion_tokens": 7}
                    usage["total_tokens"] = sum(usage.values())
                    chunks.append({**base, "choices": [], "usage": usage})
                if said.unended:
                    chunks = chunks[: len(chunks) // 2]
                data = b"".join(b"data: " + json.dumps(c).encode() + b"\n\n" for c in chunks)
                data += b"" if said.unended else b"data: [DONE]\n\n"
                self._write(200, data, "text/event-stream", cut=said.cut)

            def _ollama(self, said: Say, body: dict[str, Any]) -> None:
                streamed = body.get("stream") is not False and said.content is None
                *pieces, last = (_pieces(said.text) if streamed else [said.said]) or [""]
                message: dict[str, Any] = {"role": "assistant", "content": last, **said.extra}
                if said.arguments is not None:
                    message["tool_calls"] = [
                        {"function": {"name": said.function, "arguments": json.loads(said.arguments)}}
                    ]
                line = {"model": body["model"], "created_at": "2026-01-01T00:00:00Z", "message": message}
                done = {
                    "done": True,
                    "done_reason": said.ending,
                    **(
                        {"prompt_eval_count": _tokens(body), "eval_count": 7}
                        if said.usage is None
                        else said.usage
                    ),
                }
                if said.unexplained:
                    del done["done_reason"]
                said_so_far = [
                    {**line, "message": {"role": "assistant", "content": piece}, "done": False}
                    for piece in pieces
                ]
                if said.unended:
                    said_so_far, done = said_so_far[: len(said_so_far) // 2], {"done": False}
                lines = [json.dumps(one).encode() + b"\n" for one in (*said_so_far, {**line, **done})]
                self._write(200, b"".join(lines), "application/x-ndjson", cut=said.cut)

            def _send(
                self, status: int, body: Any, headers: dict[str, str] | None = None, cut: bool = False
            ) -> None:
                self._write(status, json.dumps(body).encode(), "application/json", headers, cut)

            def _write(
                self,
                status: int,
                data: bytes,
                kind: str,
                headers: dict[str, str] | None = None,
                cut: bool = False,
            ) -> None:
                try:
                    self.send_response(status)
                    self.send_header("Content-Type", kind)
                    self.send_header("Content-Length", str(len(data)))
                    for name, value in (headers or {}).items():
                        self.send_header(name, value)
                    self.end_headers()
                    self.wfile.write(data[: len(data) // 2] if cut else data)
                    self.wfile.flush()
                    if cut:
                        self.close_connection = True
                except OSError:
                    self.close_connection = True

        self._http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._http.daemon_threads = True
        self._http.request_queue_size = 512
        self._thread = threading.Thread(target=self._http.serve_forever, args=(0.02,), daemon=True)

    @property
    def url(self) -> str:
        """Where Ollama's protocol is spoken; OpenAI's is at `/v1` below it."""
        return f"http://127.0.0.1:{self._http.server_address[1]}"

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        self._http.shutdown()
        self._http.server_close()


@contextmanager
def serving(answer: Answer) -> Iterator[ModelServer]:
    """A server that answers by a function."""
    server = ModelServer(answer)
    server.start()
    try:
        yield server
    finally:
        server.stop()


def embed_by_length(texts: list[str]) -> list[Any]:
    """Vectors that tell hardly anything apart."""
    return [[float(len(text)), float(text.count("e")), 1.0] for text in texts]


def embed_by_letters(texts: list[str]) -> list[Any]:
    """Vectors by which texts are near that have letters in common: the hashed counts of three in a row."""
    found: list[Any] = []
    for text in texts:
        vector = [0.0] * 64
        for start in range(max(1, len(text) - 2)):
            vector[zlib.crc32(text[start : start + 3].lower().encode()) % len(vector)] += 1.0
        found.append(vector)
    return found


def _pieces(text: str) -> list[str]:
    """A text in pieces, as a stream brings it."""
    return re.findall(r"\s*\S+\s*", text)


def _tokens(body: dict[str, Any]) -> int:
    return sum(len(str(message["content"])) for message in body["messages"]) // 4
