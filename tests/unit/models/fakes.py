"""A completion that plays a script, for tests of the wrappers."""

import asyncio
from collections.abc import Sequence

from echoes.core.errors import FailureKind, ModelFailed
from echoes.core.operation.usage import Usage
from echoes.models.completion import Reply, Request

REQUEST = Request("You are a referee.", "Was it raining?")


class FakeCompletion:
    """Returns or raises the outcomes in order; the last one is repeated.

    Args:
        outcomes: replies, or kinds of failures to raise.
        spent: what each failure cost.
    """

    id = "fake"

    def __init__(self, *outcomes: Reply | FailureKind | ModelFailed, spent: Usage | None = None) -> None:
        self._outcomes: Sequence[Reply | FailureKind | ModelFailed] = outcomes or (Reply("fine"),)
        self._spent = spent
        self.calls = 0
        self.gate: asyncio.Event | None = None

    async def complete(self, request: Request) -> Reply:
        outcome = self._outcomes[min(self.calls, len(self._outcomes) - 1)]
        self.calls += 1
        if self.gate:
            await self.gate.wait()
        if isinstance(outcome, str):
            raise ModelFailed(outcome, f"it failed ({outcome})", spent=self._spent)
        if isinstance(outcome, ModelFailed):
            raise outcome
        return outcome


async def outcome_of(completion: object) -> str:
    """Return the text of a reply, or the kind of the failure."""
    try:
        return (await completion.complete(REQUEST)).text  # type: ignore[attr-defined]
    except ModelFailed as error:
        return error.kind
