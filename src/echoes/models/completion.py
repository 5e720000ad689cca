"""The raw call to a model: request, reply, and the protocol that every provider implements.

`wrappers` make a `Completion` dependable; `client.ModelClient` parses structured output on top of it.
"""

import hashlib
import json
from dataclasses import dataclass, field
from typing import Protocol

from pydantic import JsonValue

from echoes.core.errors import ModelFailed
from echoes.core.operation.usage import Usage
from echoes.core.protocols import Function, JsonObject, OnChunk
from echoes.models.endpoints import EndpointRecord
from echoes.models.settings import OutputMode


@dataclass(frozen=True)
class Request:
    """A request to a model.

    Attributes:
        system: the part that stays the same from call to call.
        prompt: the rest, with the player's words.
        mode: how structured output is requested; None requests plain text.
        schema: JSON schema of the structured output.
        on_chunk: called with each chunk of text as it arrives.
        functions: functions that may be called instead of replying, in the mode `function_calling`.
        max_tokens: the most tokens of the reply; None leaves it to the settings.
        known: what was found out of the endpoint.
        once: a server that fails is not asked again by itself: the caller has something better to try.

    >>> Request("You are brief.", "What is it?").streamed
    False
    """

    system: str
    prompt: str
    mode: OutputMode | None = None
    schema: JsonObject | None = None
    on_chunk: OnChunk | None = field(default=None, compare=False)
    functions: tuple[Function, ...] = ()
    max_tokens: int | None = None
    known: EndpointRecord = field(default=EndpointRecord(), compare=False)
    once: bool = False

    @property
    def streamed(self) -> bool:
        """Return whether the reply is requested as a stream."""
        return self.known.streaming == "always" or bool(self.on_chunk and self.known.streaming != "never")

    def bound(self, most: int | None) -> int | None:
        """Return the smaller of two bounds of a reply, this request's and another; None for none."""
        return min(filter(None, (self.max_tokens, most)), default=None)

    def key(self, model: str) -> str:
        """Return the key of this request in a recording: 32 hex digits, the same in every mode."""
        body = json.dumps([model, self.system, self.prompt], ensure_ascii=False)
        return hashlib.sha256(body.encode()).hexdigest()[:32]


@dataclass(frozen=True)
class Reply:
    """A reply of a model.

    Attributes:
        text: the text of the message.
        arguments: arguments of the function call, if there is one.
        usage: calls, tokens and time that the reply cost.
        function: name of the called function; empty for none.
        failed: why the text is not whole; None where it is.
        thought_unopened: whether it began with thinking that no mark opened.

    >>> Reply("A lamp.").usage.model_calls
    0
    """

    text: str
    arguments: JsonValue = None
    usage: Usage = field(default_factory=Usage)
    function: str = ""
    failed: ModelFailed | None = None
    thought_unopened: bool = False


class Completion(Protocol):
    """A model that answers one request at a time.

    Attributes:
        id: the model's name.
    """

    id: str

    async def complete(self, request: Request) -> Reply:
        """Send a request and return the reply.

        Raises:
            ModelFailed: there is no reply, or it broke off.
        """
        ...
