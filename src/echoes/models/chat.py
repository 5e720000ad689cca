"""A completion over any chat model of LangChain."""

import asyncio
import time
from collections.abc import Callable, Mapping
from contextlib import aclosing
from functools import reduce
from operator import add
from typing import TYPE_CHECKING, Any, cast

from pydantic import JsonValue

from echoes.core.protocols import OnPiece
from echoes.core.usage import Usage
from echoes.models.completion import Reply, Request
from echoes.models.failures import broken_off, model_failed

if TYPE_CHECKING:
    from langchain_core.language_models import BaseChatModel
    from langchain_core.messages import AIMessage, AIMessageChunk, BaseMessage

_MOST_READ = 50_000
"""Characters of a reply that somebody reads along, thinking and all."""
FUNCTION = "reply"
"""The name of the function whose arguments are the closed form."""

Ask = Callable[[Request], Mapping[str, Any]]


class ChatCompletion:
    """Asks a chat model.

    Args:
        name: of the model.
        model: a LangChain chat model that tries nothing again by itself.
        closed_form: for a request with a mode, what the model is to be bound with.
        timeout_s: how long one call may take in all, in seconds.
        secret: the key, to keep it out of error messages.
    """

    def __init__(
        self, name: str, model: "BaseChatModel", closed_form: Ask, timeout_s: float, secret: str = ""
    ) -> None:
        self.id = name
        self._model, self._closed_form = model, closed_form
        self._timeout_s, self._secret = timeout_s, secret

    async def complete(self, request: Request) -> Reply:
        """Ask.

        Raises:
            ModelFailed: the server refused, broke off or took too long.
        """
        bound: Any = self._model.bind(**self._closed_form(request)) if request.mode else self._model
        started = time.perf_counter()
        pieces: list[AIMessageChunk] = []
        try:
            async with asyncio.timeout(self._timeout_s):
                if request.on_piece is None:
                    message: AIMessage = await bound.ainvoke(_messages(request))
                else:
                    message = await self._read_along(request, request.on_piece, pieces)
        except Exception as error:  # noqa: BLE001 - client libraries raise what they like
            failed = model_failed(self.id, error, self._secret)
            raise (broken_off(failed) if pieces else failed) from None
        elapsed = round((time.perf_counter() - started) * 1000, 3)
        function, arguments = _called(message)
        return Reply(message.text, arguments, _usage(message, elapsed), function)

    async def _read_along(
        self, request: Request, on_piece: OnPiece, pieces: "list[AIMessageChunk]"
    ) -> "AIMessage":
        """Read until its end, or until it is enough, or too much, or too long ago."""
        from langchain_core.messages import AIMessageChunk

        deadline, read = time.perf_counter() + self._timeout_s, 0
        async with aclosing(cast("Any", self._model.astream(_messages(request)))) as stream:
            async for piece in stream:
                pieces.append(piece)
                read += len(piece.text)
                if on_piece(piece.text) or read > _MOST_READ:
                    break
                # A server that floods us never lets the loop come to its timers.
                if time.perf_counter() > deadline:
                    raise TimeoutError
        return reduce(add, pieces) if pieces else AIMessageChunk(content="")


def as_tools(request: Request) -> list[dict[str, Any]]:
    """The closed form as the arguments of a function, and what may be called instead."""
    return [
        {"type": "function", "function": {"name": FUNCTION, "parameters": request.schema}},
        *(
            {
                "type": "function",
                "function": {"name": one.name, "description": one.description, "parameters": one.parameters},
            }
            for one in request.functions
        ),
    ]


def _messages(request: Request) -> "list[BaseMessage]":
    from langchain_core.messages import HumanMessage, SystemMessage

    return [SystemMessage(request.system), HumanMessage(request.prompt)]


def _called(message: "AIMessage") -> tuple[str, JsonValue]:
    """The first function that was called, with its arguments."""
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
