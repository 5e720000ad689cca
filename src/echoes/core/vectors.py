"""Vectors of an embedder, checked before anybody relies on them."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from echoes.core.errors import ModelFailed
from echoes.core.protocols import EmbeddingClient

_REMEDY = "Name an embedding model in models.embedding_model_name, or none: embeddings stay embedded."


async def embed(embedder: EmbeddingClient, texts: Sequence[str], width: int = 0) -> NDArray[np.float64]:
    """Return the vectors of texts, (texts, width).

    Args:
        embedder: turns texts into vectors.
        texts: at least one.
        width: the length of the vectors that these are compared with; 0 for any.
    Raises:
        ModelFailed: the embedder does not answer, or not with such vectors.
    """
    vectors = checked_vectors(embedder.id, await embedder.embed(texts), len(texts))
    require_width(embedder.id, vectors.shape[1], width)
    return vectors


def require_width(name: str, found: int, wanted: int) -> None:
    """Compare the length of an embedder's vectors with that of others, where both are known.

    Raises:
        ModelFailed: they differ.
    """
    if found and wanted and found != wanted:
        raise ModelFailed(
            "unreadable",
            f"the embedder '{name}' gives vectors of {found} numbers, and gave vectors of {wanted} before",
            "Serve the model again that had this name, or delete the folder rag_storage: it is built again.",
        )


def checked_vectors(name: str, reply: object, count: int) -> NDArray[np.float64]:
    """Return an embedder's reply as vectors, (count, width).

    Args:
        name: names the embedder in errors.
        reply: whatever it gave.
        count: the number of texts that it was given.
    Raises:
        ModelFailed: it is not one vector of finite numbers for each text, all of one length.
    """
    try:
        found = np.array(reply)
    except (ValueError, TypeError, OverflowError):
        raise _unusable(name, count, "vectors of different lengths") from None
    if found.dtype.kind not in "fiu" and found.size:
        raise _unusable(name, count, "something else than numbers")
    if found.ndim != 2 or len(found) != count or not found.size:
        raise _unusable(name, count, f"lists of the shape {' × '.join(map(str, found.shape))}")
    if not np.isfinite(found).all():
        raise _unusable(name, count, "numbers that are not finite")
    return found.astype(np.float64)


def _unusable(name: str, count: int, what: str) -> ModelFailed:
    wanted = f"{count} vectors of equal length" if count > 1 else "a vector"
    return ModelFailed("unreadable", f"the embedder '{name}' gave {what} in place of {wanted}", _REMEDY)
