"""The raw call, counted by whoever has a meter running."""

from echoes.core.errors import ModelFailed
from echoes.core.meter import METER
from echoes.core.usage import Usage
from echoes.models.completion import Completion, Reply, Request, Wrapped


class Metered(Wrapped):
    """Counts each call by the meter of its task, and makes none that the meter refuses.

    Args:
        inner: what is asked; nothing below it tries again.
    """

    def __init__(self, inner: Completion) -> None:
        super().__init__(inner)

    async def complete(self, request: Request) -> Reply:
        """Ask, if the meter allows it."""
        meter = METER.get()
        if meter is None:
            return await self.inner.complete(request)
        meter.begin()
        try:
            reply = await self.inner.complete(request)
        except ModelFailed as error:
            if error.spent:
                meter.end(error.spent)
            raise
        meter.end(reply.usage if reply.usage.prompt_tokens > 0 else _estimated(request, reply))
        return reply


def _estimated(request: Request, reply: Reply) -> Usage:
    """For a server that does not say what it has read: about four letters are a token."""
    read, said = len(request.system) + len(request.prompt), len(reply.text)
    return reply.usage.model_copy(update={"prompt_tokens": read // 4, "completion_tokens": said // 4})
