"""The index by meaning of a store: what is indexed, and its vectors when another embedder makes them anew."""

from collections.abc import AsyncGenerator, Sequence
from typing import TYPE_CHECKING

from echoes.core.protocols import EmbeddingClient

if TYPE_CHECKING:
    from langgraph.store.base import BaseStore, IndexConfig

FIELD = "content"
"""The field of a document that is indexed; a document without it is not found by meaning."""

_BATCH = 200
_UNLIMITED = 1_000_000


def index_config(embeddings: EmbeddingClient | None) -> "IndexConfig | None":
    """Return the configuration of an index over each document's content; None without embeddings."""
    if embeddings is None:
        return None
    return {"dims": embeddings.dimension, "embed": embeddings.embed, "fields": [FIELD]}


async def vectors_of(
    store: "BaseStore", embeddings: EmbeddingClient
) -> AsyncGenerator[tuple[str, str, str, Sequence[float]]]:
    """Yield the vector of each document with a content.

    It takes a while, in which others may change the store. So whoever writes a vector compares the content
    with what the store has by then.

    Yields:
        The namespace joined by dots, the key, the content and its vector.
    """
    found = [item for item in await store.asearch((), limit=_UNLIMITED) if item.value.get(FIELD)]
    for start in range(0, len(found), _BATCH):
        items = found[start : start + _BATCH]
        contents = [str(item.value[FIELD]) for item in items]
        vectors = await embeddings.embed(contents)
        for item, content, vector in zip(items, contents, vectors, strict=True):
            yield ".".join(item.namespace), item.key, content, vector
