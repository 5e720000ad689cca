"""The contract of a model provider."""

from collections.abc import Sequence
from typing import Protocol

from echoes.core.protocols import EmbeddingClient
from echoes.models.completion import Completion


class ModelProvider(Protocol):
    """Makes clients for one endpoint; it is called with the `ModelSettings` of a role.

    Whoever derives from it needs to write `completion` only.

    >>> from echoes import Reply, Request
    >>> class Parrot:
    ...     id = "parrot"
    ...     async def complete(self, request: Request) -> Reply:
    ...         return Reply(request.prompt)
    >>> class ParrotProvider(ModelProvider):
    ...     def __init__(self, settings): ...
    ...     def completion(self):
    ...         return Parrot()
    >>> ParrotProvider(None).completion().id
    'parrot'
    """

    def completion(self) -> Completion | None:
        """Return the language model, or None if the settings name none."""
        ...

    def embeddings(self) -> EmbeddingClient | None:
        """Return the embedder, or None if the settings name none."""
        return None

    async def context(self) -> int | None:
        """Return the tokens of the model's context; None where the server does not say.

        Raises:
            ModelFailed: the server can't be asked.
        """
        return None

    async def models(self) -> Sequence[str]:
        """Return the names of the available models.

        Raises:
            ModelFailed: the server can't be asked.
        """
        return ()
