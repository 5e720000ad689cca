"""The index by meaning of a store, and its vectors when another embedder makes them anew."""

from collections.abc import AsyncGenerator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from echoes.core.memories import CONTENT, INDEXED
from echoes.core.protocols import EmbeddingClient

if TYPE_CHECKING:
    from langgraph.store.base import BaseStore, IndexConfig

_BATCH = 200
_UNLIMITED = 1_000_000


class DocumentVector(NamedTuple):
    """The vector of a document's content; `prefix` is its namespace, joined by dots."""

    prefix: str
    key: str
    content: str
    vector: Sequence[float]


def index_config(embeddings: EmbeddingClient | None) -> "IndexConfig | None":
    """Return the configuration of an index over each document's content; None without embeddings."""
    if embeddings is None:
        return None
    return {"dims": embeddings.dimension, "embed": embeddings.embed, "fields": [CONTENT]}


async def vectors_of(store: "BaseStore", embeddings: EmbeddingClient) -> AsyncGenerator[list[DocumentVector]]:
    """Yield the vectors of all documents that are indexed, in batches.

    It takes a while, in which others may change the store. So whoever writes a vector compares the content
    with what the store has by then.
    """
    found = [item for item in await store.asearch((INDEXED,), limit=_UNLIMITED) if item.value.get(CONTENT)]
    for start in range(0, len(found), _BATCH):
        items = found[start : start + _BATCH]
        contents = [str(item.value[CONTENT]) for item in items]
        vectors = await embeddings.embed(contents)
        yield [
            DocumentVector(".".join(item.namespace), item.key, content, vector)
            for item, content, vector in zip(items, contents, vectors, strict=True)
        ]
