"""Calls of models as a leak test sees them: the role, what it was shown, what it replied."""

import json
from dataclasses import dataclass

from echoes.models.completion import Completion, Reply, Request
from echoes.models.wrappers.base import CompletionWrapper


@dataclass
class ModelCall:
    """One call: the role of the model, its prompt, its reply; None where none came."""

    role: str
    prompt: str
    reply: str | None = None


class CallRecorder(CompletionWrapper):
    """Records the calls of one role.

    Args:
        inner: the model.
        role: under which its calls are recorded.
        calls: where they go.
    """

    def __init__(self, inner: Completion, role: str, calls: list[ModelCall]) -> None:
        super().__init__(inner)
        self._role, self._calls = role, calls

    async def complete(self, request: Request) -> Reply:
        """Ask, and record the call."""
        call = ModelCall(self._role, f"{request.system}\n{request.prompt}")
        self._calls.append(call)
        reply = await self.inner.complete(request)
        call.reply = f"{reply.text}\n{json.dumps(reply.arguments, ensure_ascii=False)}"
        return reply
