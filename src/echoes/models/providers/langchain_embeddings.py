"""An embedder over any LangChain embedder."""

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

from echoes.models.failures import translate_error

if TYPE_CHECKING:
    from langchain_core.embeddings import Embeddings


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
            ModelFailed: the server gave none, or too few.
        """
        if not texts:
            return []
        try:
            vectors = await self._client.aembed_documents([text or " " for text in texts])
            if len(vectors) != len(texts) or not all(vectors):
                raise ValueError("as many vectors as texts were asked for")
        except Exception as error:  # noqa: BLE001 - client libraries raise all kinds of exceptions
            raise translate_error(self.id, error, self._secret) from None
        self.dimension = len(vectors[0])
        return [_normalize(vector) for vector in vectors]


def _normalize(vector: Sequence[float]) -> list[float]:
    length = math.sqrt(math.fsum(value * value for value in vector)) or 1.0
    return [value / length for value in vector]
