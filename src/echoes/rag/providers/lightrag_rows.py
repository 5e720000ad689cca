"""Documents and their graph in the form of LightRAG's storages."""

import time
from collections.abc import Mapping, Sequence
from typing import Any

from echoes.core.documents import Document
from echoes.rag.providers.authored_graph import AuthoredGraph, Edge, Node

_SEPARATOR = "<SEP>"
"""Stands between the chunks of one entity, as LightRAG's constant of that meaning."""
_FILE = "knowledge base"

GraphRow = dict[str, Any]


class GraphRows:
    """The rows of each storage.

    Args:
        graph: the graph of the documents.
        documents: the documents.
        utils: LightRAG's module of that name.

    Attributes:
        chunks: texts by id; equal ones are one chunk.
        nodes, edges: the graph.
        entities, relationships: what is searched to enter it, by id.
    """

    def __init__(self, graph: AuthoredGraph, documents: Sequence[Document], utils: Any) -> None:
        self._graph, self._now = graph, int(time.time())
        self._ids = [chunk_id(one.text, utils) for one in documents]
        self._texts = [utils.sanitize_text_for_encoding(one.text) for one in documents]
        self.chunks = {
            identity: self._chunk(number, identity, text)
            for number, (identity, text) in enumerate(zip(self._ids, self._texts, strict=True))
        }
        self.nodes = [(node.name, self._node(node)) for node in graph.nodes]
        self.edges = [(*edge.ends, self._edge(edge)) for edge in graph.edges]
        self.entities: dict[str, GraphRow] = {
            utils.compute_mdhash_id(node.name, prefix="ent-"): self._entity(node) for node in graph.nodes
        }
        self.relationships: dict[str, GraphRow] = {
            utils.compute_mdhash_id("".join(edge.ends), prefix="rel-"): self._relationship(edge)
            for edge in graph.edges
        }

    def vectors(self, vectors: Sequence[Sequence[float]]) -> Mapping[str, Sequence[float]]:
        """Return the vector of each text that is stored.

        Args:
            vectors: those of the documents, in order.
        """
        return {
            **dict(zip(self._texts, vectors, strict=True)),
            **{_entity_text(node): node.vector for node in self._graph.nodes},
            **{self._relationship_text(edge): vectors[edge.source] for edge in self._graph.edges},
        }

    def _chunk(self, number: int, identity: str, text: str) -> GraphRow:
        return {
            "content": text,
            "source_id": identity,
            "tokens": len(text),
            "chunk_order_index": number,
            "full_doc_id": identity,
            "file_path": _FILE,
        }

    def _node(self, node: Node) -> GraphRow:
        sources = dict.fromkeys(self._ids[number] for number in node.sources)
        return {
            "entity_id": node.name,
            "entity_type": node.kind,
            "description": node.text,
            "source_id": _SEPARATOR.join(sources),
            "file_path": _FILE,
            "created_at": self._now,
        }

    def _entity(self, node: Node) -> GraphRow:
        return {"content": _entity_text(node), "entity_name": node.name, **self._node(node)}

    def _edge(self, edge: Edge) -> GraphRow:
        return {
            "weight": 1.0,
            "description": self._texts[edge.source],
            "keywords": edge.keywords,
            "source_id": self._ids[edge.source],
            "file_path": _FILE,
            "created_at": self._now,
        }

    def _relationship(self, edge: Edge) -> GraphRow:
        ends = dict(zip(("src_id", "tgt_id"), edge.ends, strict=True))
        return {"content": self._relationship_text(edge), **ends, **self._edge(edge)}

    def _relationship_text(self, edge: Edge) -> str:
        return f"{edge.keywords}\t{edge.ends[0]}\n{edge.ends[1]}\n{self._texts[edge.source]}"


def _entity_text(node: Node) -> str:
    return f"{node.name}\n{node.text}"


def chunk_id(text: str, utils: Any) -> str:
    """Return the id under which LightRAG keeps a text."""
    identity: str = utils.compute_mdhash_id(utils.sanitize_text_for_encoding(text), prefix="chunk-")
    return identity
