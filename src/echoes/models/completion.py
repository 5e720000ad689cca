"""One call to a model: what is asked, what comes back, what can go wrong.

A `Completion` is the raw call. What makes it dependable is wrapped around it (`retries`,
`breaker`, `budgets`, `recording`), each a few lines that know only the call; what reads
closed forms stands above it (`client`).
"""

import hashlib
import json
from dataclasses import dataclass, field
from typing import Protocol

from pydantic import JsonValue

from echoes.core.protocols import Function, JsonObject, OnPiece
from echoes.core.usage import Usage
from echoes.models.settings import Mode


@dataclass(frozen=True)
class Request:
    """What is asked.

    Attributes:
        system: what stays the same from call to call.
        prompt: the rest; the player's words stand here.
        mode: how the closed form is asked for; None asks for words.
        schema: of the closed form, as JSON schema.
        on_piece: is handed each piece of the words as it comes.
        functions: what may be called instead, where the closed form is asked for as a function.
    """

    system: str
    prompt: str
    mode: Mode | None = None
    schema: JsonObject | None = None
    on_piece: OnPiece | None = field(default=None, compare=False)
    functions: tuple[Function, ...] = ()

    def key(self, model: str) -> str:
        """Names this request to this model, for recordings; in what mode it is asked does not matter."""
        body = json.dumps([model, self.system, self.prompt], ensure_ascii=False)
        return hashlib.sha256(body.encode()).hexdigest()[:32]


@dataclass(frozen=True)
class Reply:
    """What came back.

    Attributes:
        text: the words.
        arguments: of a function call, where the mode asked for one.
        function: which was called; empty for none.
    """

    text: str
    arguments: JsonValue = None
    usage: Usage = field(default_factory=Usage)
    function: str = ""


class Completion(Protocol):
    """A model that completes.

    Attributes:
        id: the model's name.
    """

    id: str

    async def complete(self, request: Request) -> Reply:
        """Ask.

        Raises:
            ModelFailed: there is no reply, or it broke off.
        """
        ...


class Wrapped:
    """A completion that passes everything on; others override one thing.

    Args:
        inner: what is wrapped.
    """

    def __init__(self, inner: Completion) -> None:
        self.inner = inner
        self.id = inner.id

    async def complete(self, request: Request) -> Reply:
        """Ask."""
        return await self.inner.complete(request)
