"""A model server for tests: it speaks OpenAI's and Ollama's protocol, and can misbehave.

It is a real server on a real socket; only what it says is made up.
"""

import json
import threading
import time
import zlib
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, cast

from echoes.testing.model_protocols import JSON, Say, WireReply, ollama, openai, openai_stream

Answerer = Callable[["Asked"], "Say | str"]
Embed = Callable[[list[str]], Sequence[Any]]


@dataclass(frozen=True)
class Asked:
    """A request as the server got it."""

    path: str
    body: dict[str, Any]
    headers: dict[str, str]

    @property
    def system(self) -> str:
        """The system's messages."""
        return "".join(m["content"] for m in self.body["messages"] if m["role"] == "system")

    @property
    def last(self) -> str:
        """The last message."""
        return str(self.body["messages"][-1]["content"])

    @property
    def mode(self) -> str:
        """The mode in which the closed form is asked for."""
        body = self.body
        if body.get("tools"):
            return "function_calling"
        if isinstance(body.get("format"), dict):
            return "json_schema"
        if body.get("format") == "json":
            return "json"
        form: dict[str, Any] = body.get("response_format") or {}
        if form.get("type") == "json_object":
            return "json_object" if "schema" in form else "json"
        return str(form.get("type", "plain"))


def embed_by_length(texts: list[str]) -> list[list[float]]:
    """Return vectors that tell hardly anything apart."""
    return [[float(len(text)), float(text.count("e")), 1.0] for text in texts]


def embed_by_letters(texts: list[str]) -> list[list[float]]:
    """Return vectors by which texts are near that have letters in common: hashed counts of three in a row."""
    found: list[list[float]] = []
    for text in texts:
        vector = [0.0] * 64
        for start in range(max(1, len(text) - 2)):
            vector[zlib.crc32(text[start : start + 3].lower().encode()) % len(vector)] += 1.0
        found.append(vector)
    return found


class ModelServer:
    """A server that answers every request by a function, and keeps what it was asked.

    Args:
        answer: returns what to say; a text is said as it is.

    Attributes:
        asked: the requests so far.
        models: the names that it lists.
        embed: returns what texts are answered with, which need not be vectors.
        pages: what else is found at a path.
        everything: a raw reply to requests of any kind.
    """

    def __init__(self, answer: Answerer) -> None:
        self.answer = answer
        self.asked: list[Asked] = []
        self.models = ["stub-1", "stub-2"]
        self.embed: Embed = embed_by_length
        self.pages: dict[str, Any] = {}
        self.everything: Say | None = None
        self._http = _Listener(self)
        self._thread = threading.Thread(target=self._http.serve_forever, args=(0.02,), daemon=True)

    @property
    def url(self) -> str:
        """The address of Ollama's protocol; OpenAI's is at `/v1` below it."""
        return f"http://127.0.0.1:{self._http.server_address[1]}"

    def start(self) -> None:
        """Begin to answer."""
        self._thread.start()

    def stop(self) -> None:
        """Close the socket: from now on nobody is there."""
        self._http.shutdown()
        self._http.server_close()


@contextmanager
def serving(answer: Answerer) -> Generator[ModelServer]:
    """Run a server that answers by a function.

    >>> import urllib.request
    >>> with serving(lambda asked: f"You said: {asked.last}") as server:
    ...     body = {"model": "m", "messages": [{"role": "user", "content": "Hello"}]}
    ...     asked = urllib.request.Request(f"{server.url}/v1/chat/completions", json.dumps(body).encode())
    ...     with urllib.request.urlopen(asked) as reply:
    ...         json.load(reply)["choices"][0]["message"]["content"]
    'You said: Hello'
    """
    server = ModelServer(answer)
    server.start()
    try:
        yield server
    finally:
        server.stop()


class _Listener(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 512

    def __init__(self, owner: ModelServer) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.owner = owner


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    # Head and body in one packet; else the second waits 40 ms for an acknowledgement.
    wbufsize = 1 << 16

    @property
    def _owner(self) -> ModelServer:
        return cast(_Listener, self.server).owner

    def log_message(self, format: str, *args: Any) -> None:
        """Say nothing."""

    def do_GET(self) -> None:
        """Answer with a page or the list of models."""
        owner = self._owner
        if owner.everything and owner.everything.raw is not None:
            self._write(_raw(owner.everything))
        elif self.path in owner.pages:
            self._send(owner.pages[self.path])
        elif self.path.endswith("/models"):
            data = [{"id": name, "object": "model", "created": 0, "owned_by": "x"} for name in owner.models]
            self._send({"object": "list", "data": data})
        elif self.path.endswith("/api/tags"):
            self._send({"models": [{"model": name, "name": name} for name in owner.models]})
        else:
            self._send({"error": "no such page"}, 404)

    def do_POST(self) -> None:
        """Answer with a page, vectors, or what the function says."""
        owner = self._owner
        size = int(self.headers.get("Content-Length", 0))
        body = json.loads(self.rfile.read(size) or b"{}")
        if owner.everything and owner.everything.raw is not None:
            self._write(_raw(owner.everything))
        elif self.path in owner.pages:
            self._send(owner.pages[self.path])
        elif self.path.partition("?")[0].endswith(("/embeddings", "/api/embed")):
            self._embed(body)
        else:
            asked = Asked(self.path, body, {k.lower(): v for k, v in self.headers.items()})
            owner.asked.append(asked)
            said = owner.answer(asked)
            self._say(Say(said) if isinstance(said, str) else said, body)

    def _say(self, said: Say, body: dict[str, Any]) -> None:
        if said.wait_s:
            time.sleep(said.wait_s)
        if said.raw is not None:
            self._write(_raw(said))
        elif said.status != 200:
            error = {"error": {"message": said.text or "refused", "type": "x"}}
            self._write(WireReply(json.dumps(error).encode(), JSON, said.status, said.headers))
        elif self.path.endswith("/api/chat"):
            self._write(ollama(said, body))
        else:
            self._write(openai_stream(said, body) if body.get("stream") else openai(said, body))

    def _embed(self, body: dict[str, Any]) -> None:
        asked: Any = body["input"]
        texts = cast(list[str], asked) if isinstance(asked, list) else [str(asked)]
        vectors = self._owner.embed(texts)
        data = [{"object": "embedding", "index": n, "embedding": v} for n, v in enumerate(vectors)]
        usage = {"prompt_tokens": 1, "total_tokens": 1}
        self._send({"object": "list", "data": data, "model": "e", "usage": usage, "embeddings": vectors})

    def _send(self, body: Any, status: int = 200) -> None:
        self._write(WireReply(json.dumps(body).encode(), JSON, status))

    def _write(self, reply: WireReply) -> None:
        try:
            self.send_response(reply.status)
            self.send_header("Content-Type", reply.kind)
            self.send_header("Content-Length", str(len(reply.data)))
            for name, value in reply.headers.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(reply.data[: len(reply.data) // 2] if reply.cut else reply.data)
            self.wfile.flush()
            self.close_connection = self.close_connection or reply.cut
        except OSError:
            self.close_connection = True


def _raw(said: Say) -> WireReply:
    return WireReply(said.raw or b"", said.kind, said.status, said.headers, said.cut)
