"""The MiniRAG provider, an experiment: the default index, in which MiniRAG's heuristics follow a graph.

MiniRAG 0.0.2 can't be imported as it is, brings no storages, and asks a model for keywords. So this module,
and no other, mends its import and lends it storages over the graph of what the author has written; the
question itself stands for its keywords.
"""

import builtins
from abc import abstractmethod
from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import cached_property, lru_cache
from importlib import import_module
from typing import Any, ClassVar, NamedTuple

import numpy as np
from numpy.typing import NDArray

from echoes.core.documents import Document, Passage
from echoes.rag.providers.authored_graph import AuthoredGraph, Edge, Node
from echoes.rag.providers.local import LocalProvider

_ENTRIES = 12
"""Entities at which the graph is entered, and half as many chunks per answer at least."""
_FAN = 12
"""The most neighbours of an entity that are followed, the nearest to the question first."""
_SEPARATOR = "<SEP>"

_Row = dict[str, Any]


class MiniRAGProvider(LocalProvider):
    """The default provider's index; in the mode `mini` it returns what paths of a graph lead to."""

    extra: ClassVar[str] = "minirag"
    has_graph = True
    modes = ("naive", "mini")
    _made: tuple[Sequence[Document], AuthoredGraph] | None = None

    async def ainitialize(self) -> None:
        """Read the documents of this version, if there are any."""
        with self.named_in_errors():
            _import_minirag()
        await super().ainitialize()

    async def aquery(self, query: str, limit: int, kind: str | None = None) -> list[Passage]:
        """Return the nearest documents, best first; in the mode `mini`, of those that the graph leads to."""
        if self.mode != "mini":
            return await super().aquery(query, limit, kind)
        everything = await super().aquery(query, len(self.documents))
        if not everything:
            return []
        with self.named_in_errors():
            chosen = await self._chosen(query, everything, limit)
        found = [one for one in everything if one.id in chosen] or everything
        return [one for one in found if kind in (None, one.type)][:limit]

    async def _chosen(self, query: str, nearest: Sequence[Passage], limit: int) -> set[str]:
        """Return the ids of the documents that MiniRAG would show to a model."""
        modules, graph = _import_minirag(), self._graph
        storages = _Storages(graph, self.documents, {one.id: one.score for one in nearest})
        top = max(_ENTRIES, 2 * limit)
        await modules.operate._build_mini_query_context(
            [query],
            [],
            query,
            storages,
            storages.entities,
            storages.entities,
            storages.relationships,
            storages.chunks,
            storages,
            None,
            modules.base.QueryParam(top_k=top),
        )
        return {self.documents[number].id for number in storages.shown}

    @property
    def _graph(self) -> AuthoredGraph:
        """The graph of the documents, made again where they have been replaced."""
        if self._made is None or self._made[0] is not self.documents:
            self._made = self.documents, AuthoredGraph(self.documents, [*self.vectors])
        return self._made[1]


class _Found:
    """A storage that is searched by vectors: all rows by their cosine, which is known already."""

    def __init__(self, rows: Sequence[_Row], cosines: NDArray[np.float64]) -> None:
        self._rows, self._order, self._cosines = rows, np.argsort(-cosines, kind="stable"), cosines

    async def query(self, query: str, top_k: int) -> list[_Row]:
        """Return the nearest rows."""
        best: list[int] = self._order[:top_k].tolist()
        return [{**self._rows[number], "distance": float(self._cosines[number])} for number in best]


class _Storages:
    """The storages that MiniRAG's query reads: graph and texts, beside three that are searched.

    Args:
        graph: of the documents.
        documents: all of the index.
        scores: the cosine of each document with the query, by id.

    Attributes:
        shown: the positions of the documents that were asked for.
    """

    def __init__(self, graph: AuthoredGraph, documents: Sequence[Document], scores: dict[str, float]) -> None:
        cosines = np.array([scores.get(one.id, 0.0) for one in documents])
        self.shown: list[int] = []
        self._nodes = {node.name: node for node in graph.nodes}
        self._edges = {edge.ends: edge for edge in graph.edges}
        of_nodes = [float(cosines[[*node.sources]].max()) for node in graph.nodes]
        self._scores = dict(zip(self._nodes, of_nodes, strict=True))
        self.entities = _Found([{"entity_name": node.name} for node in graph.nodes], np.array(of_nodes))
        ends = [{"src_id": edge.ends[0], "tgt_id": edge.ends[1]} for edge in graph.edges]
        self.relationships = _Found(ends, cosines[[edge.source for edge in graph.edges]])
        self.chunks = _Found([{"id": str(number)} for number in range(len(documents))], cosines)

    async def get_neighbors_within_k_hops(self, name: str, hops: int) -> list[tuple[str, ...]]:
        """Return the paths from an entity."""
        return [*self._paths((name,), hops)]

    def _paths(self, path: tuple[str, ...], hops: int) -> Iterator[tuple[str, ...]]:
        for other in self._neighbours[path[-1]][:_FAN]:
            if other not in path:
                yield (*path, other)
                if hops > 1:
                    yield from self._paths((*path, other), hops - 1)

    @cached_property
    def _neighbours(self) -> dict[str, list[str]]:
        found: dict[str, list[str]] = defaultdict(list)
        for one, other in self._edges:
            found[one].append(other)
            found[other].append(one)
        for names in found.values():
            names.sort(key=lambda name: (-self._scores[name], name))
        return found

    async def get_node(self, name: str) -> _Row:
        """Return an entity."""
        node: Node = self._nodes[name]
        sources = _SEPARATOR.join(map(str, node.sources))
        return {"entity_type": node.kind, "description": node.text, "source_id": sources}

    async def get_edge(self, one: str, other: str) -> _Row:
        """Return a tie."""
        edge: Edge = self._edges[min(one, other), max(one, other)]
        return {"source_id": str(edge.source)}

    async def get_node_from_types(self, types: Sequence[str]) -> list[_Row]:
        """Return no entity: no model has told the type of the answer."""
        return []

    async def get_by_id(self, identity: str) -> None:
        """Take note of a document that would be shown."""
        self.shown.append(int(identity))


class _Modules(NamedTuple):
    """The modules of MiniRAG that are used; it brings no types."""

    operate: Any
    base: Any


@lru_cache(maxsize=1)
def _import_minirag() -> _Modules:
    """Import MiniRAG, which uses a name that it does not import, and counts tokens by a file of the network.

    Raises:
        ImportError: it is not installed.
    """
    missing = not hasattr(builtins, "abstractmethod")
    try:
        if missing:
            setattr(builtins, "abstractmethod", abstractmethod)  # noqa: B010 - no type checker knows it
        found = _Modules(import_module("minirag.operate"), import_module("minirag.base"))
        utils: Any = import_module("minirag.utils")
        utils.encode_string_by_tiktoken = found.operate.encode_string_by_tiktoken = _characters
    except NameError as error:
        raise ImportError(f"it is another version: {error}") from error
    finally:
        if missing:
            delattr(builtins, "abstractmethod")
    return found


def _characters(content: str, model_name: str = "") -> list[int]:
    """Count each character as a token."""
    return [*map(ord, content)]
