"""A model server that says what it is told to, so that all else can be measured.

It speaks as much of the OpenAI protocol as one call needs. Run as
`python -m echoes.bench.performance.stub_server LATENCY_MS`, it rules always the same, plays by counting,
and prints its port.
"""

import asyncio
import json
import sys
from collections.abc import Callable
from itertools import count
from typing import Any

_RULES = json.dumps(
    {
        "ruling": "NO",
        "facts": [],
        "confidence": 0.9,
        "kind": "question",
        "covered": [],
        "contradicted": [],
    }
)


Says = Callable[[dict[str, Any]], str]
"""What is replied to a request."""


async def stub_model_server(says: Says, latency_s: float = 0.0) -> asyncio.Server:
    """Start a server on a free port of this machine; whoever opens it closes it.

    Args:
        says: what to reply.
        latency_s: to wait before each reply.
    """

    async def talk(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while head := await reader.readuntil(b"\r\n\r\n"):
                lines = head.decode("latin-1").lower().split("\r\n")
                size = next(
                    (int(line.split(":")[1]) for line in lines if line.startswith("content-length")), 0
                )
                asked = json.loads(await reader.readexactly(size) or b"{}")
                await asyncio.sleep(latency_s)
                writer.write(_reply(asked, says(asked)))
                await writer.drain()
        except (asyncio.IncompleteReadError, ConnectionError, asyncio.CancelledError):
            pass
        finally:
            writer.close()

    return await asyncio.start_server(talk, "127.0.0.1", 0, limit=1 << 20, backlog=1024)


async def _serve(latency_s: float) -> None:
    server = await stub_model_server(_says, latency_s)
    sys.stdout.write(f"{server.sockets[0].getsockname()[1]}\n")
    sys.stdout.flush()
    await server.serve_forever()


_COUNT = count(1)
_PLAYS = "You play a situation puzzle"


def _says(asked: dict[str, Any]) -> str:
    if str(asked["messages"][0]["content"]).startswith(_PLAYS):
        return json.dumps({"kind": "ask", "text": f"Is it about the number {next(_COUNT)}?"})
    return _RULES


def _reply(asked: dict[str, Any], text: str) -> bytes:
    size = sum(len(str(message["content"])) for message in asked.get("messages", ())) // 4
    usage = {"prompt_tokens": size, "completion_tokens": 1, "total_tokens": size + 1}
    base: dict[str, Any] = {"id": "stub", "created": 0, "model": asked.get("model"), "usage": usage}
    if asked.get("stream"):
        chunk = {"index": 0, "delta": {"role": "assistant", "content": text}, "finish_reason": "stop"}
        said = json.dumps({**base, "object": "chat.completion.chunk", "choices": [chunk]})
        return _http(f"data: {said}\n\ndata: [DONE]\n\n".encode(), "text/event-stream")
    message = {"role": "assistant", "content": text}
    choice = {"index": 0, "message": message, "finish_reason": "stop"}
    return _http(json.dumps({**base, "object": "chat.completion", "choices": [choice]}).encode())


def _http(body: bytes, kind: str = "application/json") -> bytes:
    return f"HTTP/1.1 200 OK\r\nContent-Type: {kind}\r\nContent-Length: {len(body)}\r\n\r\n".encode() + body


if __name__ == "__main__":
    asyncio.run(_serve(float(sys.argv[1]) / 1000))
