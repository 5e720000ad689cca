"""An embedder over any of LangChain's."""

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

from echoes.models.failures import model_failed

if TYPE_CHECKING:
    from langchain_core.embeddings import Embeddings


class LangChainEmbeddings:
    """Vectors of a served model, brought to unit length.

    Args:
        name: of the model; an index that was built with another is built again.
        client: a LangChain embedder.
        secret: the key, to keep it out of error messages.
    """

    def __init__(self, name: str, client: "Embeddings", secret: str = "") -> None:
        self.id = name
        self.dimension = 0
        self._client, self._secret = client, secret

    async def embed(self, texts: Sequence[str]) -> list[list[float]]:
        """One unit-length vector per text, in order.

        Raises:
            ModelFailed: the server gave none.
        """
        if not texts:
            return []
        try:
            vectors = await self._client.aembed_documents([text or " " for text in texts])
            if len(vectors) != len(texts) or not all(vectors):
                raise ValueError("as many vectors as texts were asked for")
        except Exception as error:  # noqa: BLE001 - client libraries raise what they like
            raise model_failed(self.id, error, self._secret) from None
        self.dimension = len(vectors[0])
        return [_unit(vector) for vector in vectors]


def _unit(vector: Sequence[float]) -> list[float]:
    length = math.sqrt(math.fsum(value * value for value in vector)) or 1.0
    return [value / length for value in vector]
