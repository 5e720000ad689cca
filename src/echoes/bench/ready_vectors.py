"""An embedder that computes each vector once, so that what is measured is the search."""

from collections.abc import Sequence

from echoes.core.protocols import EmbeddingClient


class ReadyVectors:
    """Vectors that are computed once for each text.

    Args:
        embedder: computes them.
    """

    def __init__(self, embedder: EmbeddingClient) -> None:
        self.id, self.dimension, self.in_process = embedder.id, embedder.dimension, embedder.in_process
        self._embedder = embedder
        self._vectors: dict[str, list[float]] = {}

    async def embed(self, texts: Sequence[str]) -> list[list[float]]:
        """Return the vectors, the computed ones from memory."""
        missing = [text for text in dict.fromkeys(texts) if text not in self._vectors]
        computed = await self._embedder.embed(missing) if missing else []
        self._vectors.update(zip(missing, computed, strict=True))
        return [self._vectors[text] for text in texts]
