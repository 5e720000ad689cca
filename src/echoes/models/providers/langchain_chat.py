"""A completion over any LangChain chat model."""

import asyncio
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import aclosing
from functools import reduce
from operator import add
from typing import TYPE_CHECKING, Any

from pydantic import JsonValue

from echoes.core.protocols import OnChunk
from echoes.core.usage import Usage
from echoes.models.completion import Reply, Request
from echoes.models.failures import mark_cut, translate_error

if TYPE_CHECKING:
    from langchain_core.language_models import BaseChatModel
    from langchain_core.messages import AIMessage, AIMessageChunk, BaseMessage

_MAX_STREAMED = 50_000
"""Characters of a streamed reply, thinking included."""
REPLY_FUNCTION = "reply"
"""Name of the function whose arguments are the structured output."""

_ENDS = ("finish_reason", "done_reason", "done")
"""What the end of a streamed reply says, in OpenAI's protocol and in Ollama's."""

BindArguments = Callable[[Request], Mapping[str, Any]]


class LangChainCompletion:
    """A chat model of LangChain.

    Args:
        name: the model's name.
        model: a chat model that makes no retries of its own.
        bind_arguments: returns what the model is bound with for a request with an output mode or a limit.
        timeout_s: time limit of one call in all, in seconds.
        secret: the API key, masked in error messages.
    """

    def __init__(
        self,
        name: str,
        model: "BaseChatModel",
        bind_arguments: BindArguments,
        timeout_s: float,
        secret: str = "",
    ) -> None:
        self.id = name
        self._model, self._bind_arguments = model, bind_arguments
        self._timeout_s, self._secret = timeout_s, secret

    async def complete(self, request: Request) -> Reply:
        """Send the request.

        Raises:
            ModelFailed: the server refused, broke off or took too long.
        """
        binds = request.mode or request.max_tokens
        bound: Any = self._model.bind(**self._bind_arguments(request)) if binds else self._model
        started = time.perf_counter()
        chunks: list[AIMessageChunk] = []
        try:
            async with asyncio.timeout(self._timeout_s):
                if request.on_chunk is None:
                    message: AIMessage = await bound.ainvoke(_messages(request))
                else:
                    message = await self._stream(bound, request, request.on_chunk, chunks)
        except Exception as error:  # noqa: BLE001 - client libraries raise all kinds of exceptions
            failed = translate_error(self.id, error, self._secret)
            raise (mark_cut(failed) if chunks else failed) from None
        elapsed_ms = round((time.perf_counter() - started) * 1000, 3)
        function, arguments = _function_call(message)
        return Reply(message.text, arguments, _usage(message, elapsed_ms), function)

    async def _stream(
        self, bound: Any, request: Request, on_chunk: OnChunk, chunks: "list[AIMessageChunk]"
    ) -> "AIMessage":
        """Stream until the reply ends, the receiver stops, or a limit is reached."""
        from langchain_core.messages import AIMessageChunk

        deadline, streamed = time.perf_counter() + self._timeout_s, 0
        async with aclosing(bound.astream(_messages(request))) as stream:
            async for chunk in stream:
                chunks.append(chunk)
                streamed += len(chunk.text)
                if on_chunk(chunk.text) or streamed > _MAX_STREAMED:
                    break
                # A server that floods us never lets the event loop run its timers.
                if time.perf_counter() > deadline:
                    raise TimeoutError
            else:  # a connection that is closed in order looks like an end
                if chunks and not _is_whole(chunks):
                    raise ConnectionError("the stream ended before the reply did")
        return reduce(add, chunks) if chunks else AIMessageChunk(content="")


def tool_definitions(request: Request) -> list[dict[str, Any]]:
    """Return the function that takes the structured output, and those that may be called instead."""
    return [
        {"type": "function", "function": {"name": REPLY_FUNCTION, "parameters": request.schema}},
        *(
            {
                "type": "function",
                "function": {"name": one.name, "description": one.description, "parameters": one.parameters},
            }
            for one in request.functions
        ),
    ]


def _is_whole(chunks: "Sequence[AIMessageChunk]") -> bool:
    """Return whether a reply has ended, by the word of the server.

    It says so, or counts the tokens of it all in a last piece without words, right before `[DONE]`, which
    the client library keeps to itself.
    """
    if any(chunk.response_metadata.get(key) for chunk in chunks for key in _ENDS):
        return True
    last = next((chunk for chunk in reversed(chunks) if chunk.content or chunk.usage_metadata), None)
    counted = [chunk for chunk in chunks if chunk.usage_metadata]
    return counted == [last] and not counted[0].content


def _messages(request: Request) -> "list[BaseMessage]":
    from langchain_core.messages import HumanMessage, SystemMessage

    return [SystemMessage(request.system), HumanMessage(request.prompt)]


def _function_call(message: "AIMessage") -> tuple[str, JsonValue]:
    """Return name and arguments of the first function call; an empty name for none."""
    calls = [*message.tool_calls, *message.invalid_tool_calls]
    return (calls[0]["name"] or "", calls[0]["args"]) if calls else ("", None)


def _usage(message: "AIMessage", elapsed_ms: float) -> Usage:
    counted = message.usage_metadata or {"input_tokens": 0, "output_tokens": 0}
    return Usage(
        model_calls=1,
        prompt_tokens=counted["input_tokens"],
        completion_tokens=counted["output_tokens"],
        elapsed_ms=elapsed_ms,
    )
