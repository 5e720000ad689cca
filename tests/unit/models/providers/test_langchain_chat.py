"""Chat models of LangChain: replies, function calls, usage, streams that stop, and errors without secrets."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest
from langchain_core.messages import AIMessage, AIMessageChunk

from echoes.core.errors import ModelFailed
from echoes.models.completion import Reply, Request
from echoes.models.providers.langchain_chat import LangChainCompletion

USAGE = {"input_tokens": 7, "output_tokens": 3, "total_tokens": 10}


class Chat:
    """A chat model that gives one reply, in pieces where it is streamed."""

    def __init__(self, message: AIMessage | Exception | None = None, pieces: tuple[str, ...] = ()) -> None:
        self.message, self.pieces = message, pieces
        self.bound: dict[str, Any] = {}
        self.sent = 0

    def bind(self, **arguments: Any) -> "Chat":
        self.bound = arguments
        return self

    async def ainvoke(self, messages: list[Any]) -> AIMessage:
        if self.message is None:
            await asyncio.Event().wait()
        if isinstance(self.message, Exception):
            raise self.message
        assert self.message is not None
        return self.message

    async def astream(self, messages: list[Any]) -> AsyncIterator[AIMessageChunk]:
        for piece in self.pieces:
            self.sent += 1
            yield AIMessageChunk(content=piece)
        if isinstance(self.message, Exception):
            raise self.message


async def complete(chat: Chat, request: Request | None = None, timeout_s: float = 5) -> Reply:
    model: Any = chat
    completion = LangChainCompletion(
        "small", model, lambda request: {"mode": request.mode}, timeout_s, "s3cret"
    )
    return await completion.complete(request or Request("You.", "Hello?"))


async def test_a_reply_comes_with_its_tokens():
    reply = await complete(Chat(AIMessage("Yes.", usage_metadata=USAGE)))
    assert reply.text == "Yes." and (reply.usage.prompt_tokens, reply.usage.completion_tokens) == (7, 3)
    assert reply.usage.model_calls == 1


async def test_the_first_function_call_is_the_reply():
    calls = [{"name": name, "args": {"n": n}, "id": name} for n, name in enumerate(("reply", "other"))]
    reply = await complete(Chat(AIMessage("", tool_calls=calls)), Request("", "", mode="function_calling"))
    assert (reply.function, reply.arguments) == ("reply", {"n": 0})


@pytest.mark.parametrize(
    ("request_", "bound"),
    [
        (Request("", ""), {}),
        (Request("", "", mode="json"), {"mode": "json"}),
        (Request("", "", max_tokens=5), {"mode": None}),
    ],
)
async def test_a_model_is_bound_only_for_a_mode_or_a_limit(request_: Request, bound: dict[str, Any]):
    chat = Chat(AIMessage("{}"))
    await complete(chat, request_)
    assert chat.bound == bound


async def test_a_stream_ends_where_its_receiver_has_enough():
    heard: list[str] = []
    chat = Chat(pieces=("a", "b", "c"))
    reply = await complete(chat, Request("", "", on_chunk=lambda text: heard.append(text) or text == "b"))
    assert (heard, reply.text, chat.sent) == (["a", "b"], "ab", 2)


async def test_an_error_never_shows_the_key():
    with pytest.raises(ModelFailed) as failed:
        await complete(Chat(ValueError("refused: key s3cret")))
    assert "s3cret" not in f"{failed.value} {failed.value.detail}"


async def test_what_breaks_off_in_the_middle_is_not_asked_for_twice():
    request = Request("", "", on_chunk=lambda text: False)
    with pytest.raises(ModelFailed) as whole:
        await complete(Chat(ConnectionError("gone")), request)
    with pytest.raises(ModelFailed) as cut:
        await complete(Chat(ConnectionError("gone"), pieces=("a",)), request)
    assert whole.value.kind != "cut" and cut.value.kind == "cut"


async def test_a_silent_server_is_left_after_the_time_limit():
    with pytest.raises(ModelFailed) as failed:
        await complete(Chat(), timeout_s=0.01)
    assert failed.value.kind == "timeout"
