"""The base of all wrappers."""

from echoes.models.completion import Completion, Reply, Request


class CompletionWrapper:
    """A completion that passes every request on; a subclass overrides `complete`.

    Args:
        inner: the wrapped completion.
    """

    def __init__(self, inner: Completion) -> None:
        self.inner = inner
        self.id = inner.id

    async def complete(self, request: Request) -> Reply:
        """Pass the request on."""
        return await self.inner.complete(request)
