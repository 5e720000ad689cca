"""The repair of an unreadable or empty reply: it is requested once more, with the reason."""

from collections.abc import Awaitable, Callable
from typing import TypeVar

from echoes.core.errors import ModelFailed
from echoes.core.operation.usage import Usage

T = TypeVar("T")


async def ask_with_repair(ask: Callable[[str], Awaitable[tuple[T, Usage]]]) -> tuple[T, Usage]:
    """Return a reply and the cost of all requests for it.

    Args:
        ask: requests a reply, given why the last one could not be read; empty for the first.
    Raises:
        ModelFailed: no reply came, or the second can't be read either.
    """
    try:
        return await ask("")
    except ModelFailed as error:
        if error.kind not in ("unreadable", "empty"):
            raise
        # Only what the parser says belongs in a prompt; an empty reply leaves nothing to say.
        spent, problem = (error.spent or Usage()), error.detail if error.kind == "unreadable" else ""
    try:
        reply, usage = await ask(problem)
    except ModelFailed as error:
        raise failure_with_usage(error, spent + (error.spent or Usage())) from None
    return reply, spent + usage


def failure_with_usage(error: ModelFailed | None, spent: Usage) -> ModelFailed:
    """Return a failure with the cost of all that was tried; None where nothing was."""
    failed = error or ModelFailed("broken", "no mode of asking was tried")
    failed.spent = spent
    return failed
