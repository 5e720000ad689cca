"""An embedder over any LangChain embedder."""

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

from echoes.core.errors import ModelFailed
from echoes.core.vectors import checked_vectors
from echoes.models.failures import translate_error

if TYPE_CHECKING:
    from langchain_core.embeddings import Embeddings

_OF_LANGUAGE_MODELS = ("missing", "refused", "too_long", "unreadable")
"""Kinds of failures whose usual remedy is none for an embedder."""
_REMEDY = (
    "Correct models.embedding_model_name or models.base_url, or name no embedding model: embeddings stay "
    "embedded."
)


class LangChainEmbeddings:
    """An embedding model on a server, with vectors scaled to unit length.

    Args:
        name: the model's name; an index built with another one is rebuilt.
        client: a LangChain embedder.
        secret: the API key, masked in error messages.
    """

    in_process = False

    def __init__(self, name: str, client: "Embeddings", secret: str = "") -> None:
        self.id = name
        self.dimension = 0
        self._client, self._secret = client, secret

    async def embed(self, texts: Sequence[str]) -> list[list[float]]:
        """Return one unit-length vector per text, in order.

        Raises:
            ModelFailed: the server gave none, or something else.
        """
        if not texts:
            return []
        try:
            reply = await self._client.aembed_documents([text or " " for text in texts])
        except Exception as error:  # noqa: BLE001 - client libraries raise all kinds of exceptions
            raise self._failed(translate_error(self.id, error, self._secret)) from None
        vectors = checked_vectors(self.id, reply, len(texts)).tolist()
        self.dimension = len(vectors[0])
        return [_normalize(vector) for vector in vectors]

    def _failed(self, error: ModelFailed) -> ModelFailed:
        remedy = _REMEDY if error.kind in _OF_LANGUAGE_MODELS else error.remedy
        problem = f"the embedder '{self.id}' gave no vectors ({error.kind})"
        return ModelFailed(error.kind, problem, remedy, error.detail)


def _normalize(vector: Sequence[float]) -> list[float]:
    length = math.sqrt(math.fsum(value * value for value in vector)) or 1.0
    return [value / length for value in vector]
