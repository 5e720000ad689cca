"""Connections of whom nothing more comes."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Any

import pytest
import uvicorn

from echoes.interfaces.web import connections
from echoes.interfaces.web.connections import BoundedProtocol, prepare_socket, raise_file_limit

REQUEST = b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"


@dataclass
class Served:
    """A server at work, and the connections that it has."""

    port: int
    state: uvicorn.server.ServerState


async def app(scope: Any, receive: Any, send: Any) -> None:
    """Answer with more than any buffer holds where that is asked."""
    large = scope["path"] == "/large"
    await send({"type": "http.response.start", "status": 200, "headers": []})
    for _ in range(2_000 if large else 0):
        await send({"type": "http.response.body", "body": b"x" * 100_000, "more_body": True})
    await send({"type": "http.response.body", "body": b"done"})


@pytest.fixture
async def served(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator["Served"]:
    monkeypatch.setattr(connections, "_HEAD_S", 0.3)
    monkeypatch.setattr(connections, "_STALLED_S", 0.3)
    config = uvicorn.Config(app, port=0, http=BoundedProtocol, lifespan="off", log_level="critical")
    config.load()
    state = uvicorn.server.ServerState()
    server = await asyncio.get_running_loop().create_server(
        lambda: BoundedProtocol(config, state, {}), "127.0.0.1", 0
    )
    async with server:
        prepare_socket(server.sockets[0])
        yield Served(server.sockets[0].getsockname()[1], state)


async def ended(reader: asyncio.StreamReader) -> bytes:
    """What comes until the connection ends, however that is."""
    heard = b""
    try:
        while piece := await reader.read(65_536):
            heard += piece
    except ConnectionError:
        pass
    return heard


@pytest.mark.parametrize("said", [b"", b"GET / HT", REQUEST[:-2], REQUEST + REQUEST[:-2]], ids=len)
async def test_whoever_says_no_more_loses_the_connection(served: Served, said: bytes):
    reader, writer = await asyncio.open_connection("127.0.0.1", served.port)
    writer.write(said)
    assert (b"done" in await ended(reader)) == (REQUEST in said)
    writer.close()


async def test_a_second_request_that_never_ends_is_no_different(served: Served):
    reader, writer = await asyncio.open_connection("127.0.0.1", served.port)
    writer.write(REQUEST)
    await reader.readuntil(b"0\r\n\r\n")
    writer.write(REQUEST[:-2])
    assert await ended(reader) == b""
    writer.close()


async def test_a_head_without_end_ends(served: Served, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(connections, "_HEAD_S", 3600)
    reader, writer = await asyncio.open_connection("127.0.0.1", served.port)
    writer.write(b"GET / HTTP/1.1\r\n" + b"x: y\r\n" * 50_000)
    assert b"done" not in await ended(reader)
    writer.close()


async def test_whoever_does_not_listen_loses_the_connection(served: Served):
    reader, writer = await asyncio.open_connection("127.0.0.1", served.port, limit=1024)
    writer.write(REQUEST.replace(b"/", b"/large", 1))
    await reader.readuntil(b"\r\n\r\n")
    while served.state.connections:  # noqa: ASYNC110 - nothing is read meanwhile
        await asyncio.sleep(0.05)
    assert len(await ended(reader)) < 100_000 * 2_000
    writer.close()


async def test_the_oldest_of_too_many_silent_ones_goes(served: Served, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(connections, "_HEAD_S", 3600)
    monkeypatch.setattr(connections, "_MOST_SILENT", 2)
    opened = [await asyncio.open_connection("127.0.0.1", served.port) for _ in range(3)]
    assert await ended(opened[0][0]) == b""
    opened[2][1].write(REQUEST)
    assert b"done" in await opened[2][0].readuntil(b"done")
    for _, writer in opened:
        writer.close()


def test_a_process_may_have_as_many_connections_as_the_system_lets_it():
    resource = pytest.importorskip("resource")
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(before[0], 256), before[1]))
    try:
        raise_file_limit()
        assert resource.getrlimit(resource.RLIMIT_NOFILE)[0] >= min(before[0], 65_536)
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)
