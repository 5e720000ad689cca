"""Replies of a model server in OpenAI's and Ollama's protocol, right or wrong in a way that is asked for."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

JSON = "application/json"


@dataclass
class Say:
    """A reply to one request, and the ways in which it goes wrong.

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
    kind: str = JSON
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

    @property
    def pieces(self) -> list[Any]:
        """The content as a stream brings it."""
        return re.findall(r"\s*\S+\s*", self.text) if self.content is None else [self.said]


@dataclass(frozen=True)
class WireReply:
    """A reply as it goes over the wire; `cut` breaks it off in the middle."""

    data: bytes
    kind: str = JSON
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict[str, str])
    cut: bool = False


def openai(said: Say, body: Mapping[str, Any]) -> WireReply:
    """Return a reply of OpenAI's protocol."""
    message: dict[str, Any] = {"role": "assistant", "content": said.said, **said.extra}
    if said.arguments is not None:
        call = {"name": said.function, "arguments": said.arguments}
        message["tool_calls"] = [{"id": "c1", "type": "function", "function": call}]
    choice = {"index": 0, "message": message, "finish_reason": said.ending}
    base = {"id": "r", "object": "chat.completion", "created": 0, "model": body["model"]}
    counted = _usage(body) if said.usage is None else said.usage
    return WireReply(json.dumps({**base, "choices": [choice], "usage": counted}).encode(), cut=said.cut)


def openai_stream(said: Say, body: Mapping[str, Any]) -> WireReply:
    """Return a streamed reply of OpenAI's protocol."""
    base = {"id": "r", "object": "chat.completion.chunk", "created": 0, "model": body["model"]}
    if said.usage is not None:
        base["usage"] = said.usage

    def chunk(delta: dict[str, Any], ending: str | None = None) -> dict[str, Any]:
        return {**base, "choices": [{"index": 0, "delta": delta, "finish_reason": ending}]}

    chunks = [chunk({"content": word, **said.extra}) for word in said.pieces]
    if said.arguments is not None:
        begun = {"name": said.function, "arguments": said.arguments[:3]}
        call = {"index": 0, "id": "c1", "type": "function", "function": begun}
        rest = {"index": 0, "function": {"arguments": said.arguments[3:]}}
        chunks += [chunk({"tool_calls": [call]}), chunk({"tool_calls": [rest]})]
    if not said.unexplained:
        chunks.append(chunk({}, said.ending))
    options: dict[str, Any] = body.get("stream_options") or {}
    if options.get("include_usage") and not said.uncounted and said.usage is None:
        chunks.append({**base, "choices": [], "usage": _usage(body)})
    if said.unended:
        chunks = chunks[: len(chunks) // 2]
    data = b"".join(b"data: " + json.dumps(one).encode() + b"\n\n" for one in chunks)
    data += b"" if said.unended else b"data: [DONE]\n\n"
    return WireReply(data, "text/event-stream", cut=said.cut)


def ollama(said: Say, body: Mapping[str, Any]) -> WireReply:
    """Return a reply of Ollama's protocol, streamed or not."""
    streamed = body.get("stream") is not False and said.content is None
    *pieces, last = (said.pieces if streamed else [said.said]) or [""]
    message: dict[str, Any] = {"role": "assistant", "content": last, **said.extra}
    if said.arguments is not None:
        call = {"name": said.function, "arguments": json.loads(said.arguments)}
        message["tool_calls"] = [{"function": call}]
    line = {"model": body["model"], "created_at": "2026-01-01T00:00:00Z", "message": message}
    counted = {"prompt_eval_count": _tokens(body), "eval_count": 7} if said.usage is None else said.usage
    done: dict[str, Any] = {"done": True, "done_reason": said.ending, **counted}
    if said.unexplained:
        del done["done_reason"]
    said_so_far: list[dict[str, Any]] = [
        {**line, "message": {"role": "assistant", "content": piece}, "done": False} for piece in pieces
    ]
    if said.unended:
        said_so_far, done = said_so_far[: len(said_so_far) // 2], {"done": False}
    lines = [json.dumps(one).encode() + b"\n" for one in (*said_so_far, {**line, **done})]
    return WireReply(b"".join(lines), "application/x-ndjson", cut=said.cut)


def _usage(body: Mapping[str, Any]) -> dict[str, int]:
    asked = _tokens(body)
    return {"prompt_tokens": asked, "completion_tokens": 7, "total_tokens": asked + 7}


def _tokens(body: Mapping[str, Any]) -> int:
    return sum(len(str(message["content"])) for message in body["messages"]) // 4
