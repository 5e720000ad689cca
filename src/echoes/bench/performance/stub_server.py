"""A model server that rules always the same, and plays by counting, so that all else can be measured.

It speaks as much of the OpenAI protocol as one call needs. Run as
`python -m echoes.bench.performance.stub_server LATENCY_MS`, it prints its port.
"""

import asyncio
import json
import sys
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


async def _serve(latency_s: float) -> None:
    async def talk(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while head := await reader.readuntil(b"\r\n\r\n"):
                lines = head.decode("latin-1").lower().split("\r\n")
                size = next(
                    (int(line.split(":")[1]) for line in lines if line.startswith("content-length")), 0
                )
                asked = json.loads(await reader.readexactly(size) or b"{}")
                await asyncio.sleep(latency_s)
                writer.write(_reply(asked))
                await writer.drain()
        except (asyncio.IncompleteReadError, ConnectionError):
            pass
        finally:
            writer.close()

    server = await asyncio.start_server(talk, "127.0.0.1", 0, limit=1 << 20, backlog=1024)
    sys.stdout.write(f"{server.sockets[0].getsockname()[1]}\n")
    sys.stdout.flush()
    await server.serve_forever()


_COUNT = count(1)
_PLAYS = "You play a situation puzzle"


def _says(asked: dict[str, Any]) -> str:
    if str(asked["messages"][0]["content"]).startswith(_PLAYS):
        return json.dumps({"kind": "ask", "text": f"Is it about the number {next(_COUNT)}?"})
    return _RULES


def _reply(asked: dict[str, Any]) -> bytes:
    message = {"role": "assistant", "content": _says(asked)}
    body = json.dumps(
        {
            "id": "stub",
            "object": "chat.completion",
            "created": 0,
            "model": asked.get("model"),
            "choices": [{"index": 0, "message": message, "finish_reason": "stop"}],
            "usage": {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2},
        }
    ).encode()
    head = f"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
    return head.encode() + body


if __name__ == "__main__":
    asyncio.run(_serve(float(sys.argv[1]) / 1000))
