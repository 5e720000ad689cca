"""A reply of a server: streams that stop, limits of time, and errors without secrets."""

import asyncio
from collections.abc import AsyncGenerator, Mapping
from typing import Any

import pytest

from echoes.core.errors import ModelFailed
from echoes.models.causes import Signal
from echoes.models.completion import Reply, Request
from echoes.models.endpoints import EndpointRecord
from echoes.models.providers.api import _ApiChat
from echoes.models.providers.server_chat import ServerCompletion
from echoes.models.providers.transport import ENDED, NoReply
from echoes.models.settings import ModelSettings

STREAMED = Request("", "", on_chunk=lambda text: False)


class Wire:
    """Yields what it was given; an error is raised, and None waits for ever."""

    def __init__(self, *pieces: Any) -> None:
        self._pieces, self.sent, self.given = pieces, {}, 0

    async def pieces(self, method: str, path: str, body: Mapping[str, Any]) -> AsyncGenerator[dict[str, Any]]:
        self.sent = body
        for piece in self._pieces:
            if piece is None:
                await asyncio.Event().wait()
            if isinstance(piece, Exception):
                raise piece
            self.given += 1
            yield piece


def said(text: str, **more: Any) -> dict[str, Any]:
    return {"choices": [{"delta": {"content": text}, **more}]}


async def complete(wire: Wire, request: Request | None = None, timeout_s: float = 5) -> Reply:
    settings = ModelSettings(provider="api", llm_model_name="m", timeout_s=timeout_s)
    transport: Any = wire
    completion = ServerCompletion(settings, _ApiChat(settings), transport, "s3cret")
    return await completion.complete(request or Request("You.", "Hello?"))


async def test_a_stream_ends_where_its_receiver_has_enough():
    heard: list[str] = []
    wire = Wire(said("a"), said("b"), said("c"), ENDED)
    reply = await complete(wire, Request("", "", on_chunk=lambda text: heard.append(text) or text == "b"))
    assert (heard, reply.text, wire.given) == (["a", "b"], "ab", 2)


async def test_an_error_never_shows_the_key():
    with pytest.raises(ModelFailed) as failed:
        await complete(Wire(NoReply(Signal(400, "refused: key s3cret"))))
    assert "s3cret" not in f"{failed.value} {failed.value.detail}"


async def test_what_breaks_off_in_the_middle_is_not_asked_for_twice():
    gone = NoReply(Signal("broken off"))
    with pytest.raises(ModelFailed) as whole:
        await complete(Wire(gone), STREAMED)
    with pytest.raises(ModelFailed) as cut:
        await complete(Wire(said("a "), gone), STREAMED)
    assert (whole.value.kind, cut.value.kind) == ("broken", "cut")


async def test_a_silent_server_is_left_after_the_time_limit():
    with pytest.raises(ModelFailed) as failed:
        await complete(Wire(None), timeout_s=0.01)
    assert failed.value.kind == "timeout"


async def test_a_call_that_comes_in_pieces_is_put_together():
    begun = {
        "choices": [
            {"delta": {"tool_calls": [{"index": 0, "function": {"name": "reply", "arguments": '{"a'}}]}}
        ]
    }
    other = {
        "choices": [{"delta": {"tool_calls": [{"index": 1, "function": {"name": "x", "arguments": "{}"}}]}}]
    }
    rest = {"choices": [{"delta": {"tool_calls": [{"index": 0, "function": {"arguments": '": 1}'}}]}}]}
    request = Request("", "", mode="function_calling", known=EndpointRecord(streaming="always"))
    reply = await complete(Wire(begun, other, rest, ENDED), request)
    assert (reply.function, reply.arguments) == ("reply", {"a": 1})


async def test_what_was_found_out_shapes_the_body():
    wire = Wire(said("a"), ENDED)
    known = EndpointRecord(streaming="always", left_out=("temperature", "stream_options"), system_role=False)
    await complete(wire, Request("You.", "Hello?", known=known))
    assert wire.sent == {
        "model": "m",
        "messages": [{"role": "user", "content": "You.\n\nHello?"}],
        "stream": True,
    }
