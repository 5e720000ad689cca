"""An embedder on a model server."""

import math
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from echoes.core.errors import ModelFailed
from echoes.core.vectors import checked_vectors
from echoes.models.failures import failure_of
from echoes.models.providers.transport import NoReply
from echoes.models.wrappers.retries import with_retries

_OF_LANGUAGE_MODELS = ("missing", "refused", "too_long", "unreadable")
"""Kinds of failures whose usual remedy is none for an embedder."""
_REMEDY = (
    "Correct models.embedding_model_name or models.base_url, or name no embedding model: embeddings stay "
    "embedded."
)
_BATCH = 512
"""Texts of one request; a server that takes fewer gets halves of it."""


class ServerEmbeddings:
    """An embedding model on a server, with vectors scaled to unit length.

    Args:
        name: the model's name; an index built with another one is rebuilt.
        request: asks for the vectors of some texts, and returns what the server gives in their place.
        retries: how many times a request is repeated.
        secret: the API key, masked in error messages.
    """

    in_process = False

    def __init__(
        self, name: str, request: Callable[[Sequence[str]], Awaitable[Any]], retries: int, secret: str = ""
    ) -> None:
        self.id, self.dimension = name, 0
        self._request, self._retries, self._secret = request, retries, secret

    async def embed(self, texts: Sequence[str]) -> list[list[float]]:
        """Return one unit-length vector per text, in order.

        Raises:
            ModelFailed: the server gave none, or too few.
        """
        vectors: list[list[float]] = []
        for start in range(0, len(texts), _BATCH):
            vectors += await self._batch([text or " " for text in texts[start : start + _BATCH]])
        self.dimension = len(vectors[0]) if vectors else self.dimension
        return vectors

    async def _batch(self, texts: Sequence[str]) -> list[list[float]]:
        try:
            return await with_retries(lambda: self._once(texts), self._retries)
        except ModelFailed as error:
            if error.kind not in ("refused", "too_long") or len(texts) == 1:
                raise
        half = len(texts) // 2
        return [*await self._batch(texts[:half]), *await self._batch(texts[half:])]

    async def _once(self, texts: Sequence[str]) -> list[list[float]]:
        try:
            given = await self._request(texts)
        except NoReply as error:
            raise self._failed(failure_of(self.id, error.signal, self._secret)) from None
        vectors = checked_vectors(self.id, given, len(texts)).tolist()
        return [_unit(vector) for vector in vectors]

    def _failed(self, error: ModelFailed) -> ModelFailed:
        remedy = _REMEDY if error.kind in _OF_LANGUAGE_MODELS else error.remedy
        problem = f"the embedder '{self.id}' gave no vectors ({error.kind})"
        return ModelFailed(error.kind, problem, remedy, error.detail)


def _unit(vector: Sequence[float]) -> list[float]:
    length = math.hypot(*vector) or 1.0
    return [number / length for number in vector]
