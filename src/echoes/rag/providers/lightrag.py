"""The LightRAG provider: vectors and a graph of what the author has written, made without a model."""

import asyncio
import hashlib
import json
import uuid
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any, ClassVar, NoReturn

import numpy as np
from numpy.typing import NDArray

from echoes.core.documents import Document, Passage
from echoes.core.errors import IndexFailed
from echoes.core.files.writing import atomic_write, private_folder, remove_folder
from echoes.core.protocols import EmbeddingClient
from echoes.core.vectors import embed
from echoes.rag.providers.authored_graph import AuthoredGraph
from echoes.rag.providers.base import BaseRAGProvider
from echoes.rag.providers.lightrag_import import import_lightrag
from echoes.rag.providers.lightrag_rows import GraphRows, chunk_id

_SCORE_DIGITS = 6
_BATCH = 4096
"""Texts per call for vectors, which are computed before."""
_FILES = (
    "kv_store_text_chunks.json",
    "vdb_chunks.json",
    "vdb_entities.json",
    "vdb_relationships.json",
    "graph_chunk_entity_relation.graphml",
)
"""The files of a workspace that hold anything."""
_NO_LIMIT = 10**9
"""Tokens of a context, which only tells which documents to return."""
_MIN_GRAPH_QUERY = 3
"""Letters of a query below which LightRAG refuses to search its graph."""


@dataclass(frozen=True)
class _Manifest:
    """One version of an index.

    Attributes:
        workspace: the name of its folder, which no other version or index has had before.
        dimension: the length of a vector.
        documents: the documents in order.
        files: the hash of each file of the workspace, by name.
    """

    workspace: str
    dimension: int
    documents: list[Document]
    files: Mapping[str, str] = field(default_factory=dict[str, str])


class LightRAGProvider(BaseRAGProvider):
    """One LightRAG workspace per tier and version, named by a manifest.

    LightRAG keeps one store per workspace name in a process, whatever its folder, so that a name is never
    used twice. It has no filter: equal texts become one chunk, and the manifest tells which documents, and
    of which types, a chunk stands for. An update is built beside the old version, and counts once its
    manifest is written; what no manifest names is removed.
    """

    extra: ClassVar[str] = "graph"
    has_graph = True
    modes = ("naive", "local", "global", "hybrid", "mix")

    def __init__(self, folder: Path, version: str, embedder: EmbeddingClient) -> None:
        super().__init__(folder, version, embedder)
        self._manifest: _Manifest | None = None
        self._rag: Any = None
        self._by_chunk: dict[str, list[Document]] = {}
        self._computed: Mapping[str, Sequence[float]] = {}

    @property
    def _path(self) -> Path:
        return self.folder / f"{self.version}-{self.embedder_digest}.json"

    async def ainitialize(self) -> None:
        """Open the workspace of this version, if there is one."""
        with self.named_in_errors():
            import_lightrag()
            private_folder(self.folder)
            await self._open(self._read())

    def _read(self) -> _Manifest:
        if not self._path.exists():
            return _Manifest("", 0, [])
        found: dict[str, Any] = json.loads(self._path.read_bytes())
        documents = [Document(**row) for row in found["documents"]]
        return _Manifest(found["workspace"], found["dimension"], documents, found.get("files", {}))

    async def _open(self, manifest: _Manifest) -> None:
        self._rag = None
        self._by_chunk = defaultdict(list)
        for document in manifest.documents:
            self._by_chunk[chunk_id(document.text, import_lightrag().utils)].append(document)
        if manifest.documents:
            self._rag = self._workspace(manifest)
            await self._rag.initialize_storages()
        self._manifest = manifest

    def _workspace(self, manifest: _Manifest) -> Any:
        modules = import_lightrag()

        async def vectors_of_texts(texts: list[str], **_: object) -> NDArray[np.float64]:
            known = self._computed
            if missing := [text for text in texts if text not in known]:
                found = await embed(self.embedder, missing, manifest.dimension)
                known = {**known, **dict(zip(missing, found.tolist(), strict=True))}
            return np.array([known[text] for text in texts])

        # LightRAG copies itself deeply, and with it what a bound method belongs to; a function stays itself.
        embedding = modules.utils.EmbeddingFunc(
            embedding_dim=manifest.dimension, func=vectors_of_texts, max_token_size=8192
        )
        return modules.lightrag.LightRAG(
            working_dir=str(self.folder),
            workspace=manifest.workspace,
            tokenizer=modules.utils.Tokenizer("characters", _Characters()),
            embedding_func=embedding,
            embedding_batch_num=_BATCH,
            llm_model_func=_no_model,
            enable_llm_cache=False,
            enable_llm_cache_for_entity_extract=False,
            vector_db_storage_cls_kwargs={"cosine_better_than_threshold": -1.0},
        )

    async def ainsert(self, documents: Sequence[Document]) -> None:
        """Replace the content of this version by these documents."""
        self.require_open(self._manifest)
        vectors = await self.vectors_of(documents)
        dimension = len(vectors[0]) if vectors else 0
        manifest = _Manifest(f"w{uuid.uuid4().hex}", dimension, list(documents))
        with self.named_in_errors():
            await self._release()
            await self._open(manifest)
            if self._rag is not None:
                await self._fill(documents, vectors)
            await asyncio.to_thread(self._commit, replace(manifest, files=self._hashes(manifest)))

    async def _fill(self, documents: Sequence[Document], vectors: Sequence[Sequence[float]]) -> None:
        """Write documents and their graph straight into the storages; each text has its vector already.

        `ainsert_custom_kg` would lock each name, and knows one source an entity.
        """
        graph, rag = AuthoredGraph(documents, vectors), self._rag
        rows = GraphRows(graph, documents, import_lightrag().utils)
        self._computed = rows.vectors(vectors)
        await rag.chunk_entity_relation_graph.upsert_nodes_batch(rows.nodes)
        await rag.chunk_entity_relation_graph.upsert_edges_batch(rows.edges)
        for storage, found in (
            (rag.text_chunks, rows.chunks),
            (rag.chunks_vdb, rows.chunks),
            (rag.entities_vdb, rows.entities),
            (rag.relationships_vdb, rows.relationships),
        ):
            await storage.upsert(found)
        for storage in (rag.chunk_entity_relation_graph, rag.text_chunks):
            await storage.index_done_callback()
        for storage in (rag.chunks_vdb, rag.entities_vdb, rag.relationships_vdb):
            await storage.index_done_callback()
        self._computed = {}

    def _commit(self, manifest: _Manifest) -> None:
        """Write the manifest, then remove the workspaces that no manifest names."""
        body = {**asdict(manifest), "documents": [asdict(document) for document in manifest.documents]}
        atomic_write(self._path, json.dumps(body, ensure_ascii=False), private=True)
        named = {json.loads(path.read_bytes())["workspace"] for path in self.folder.glob("*.json")}
        for path in self.folder.glob("w*"):
            if path.is_dir() and path.name not in named:
                remove_folder(path)

    @property
    def width(self) -> int:
        """The length of a vector; 0 where there are none."""
        return self.require_open(self._manifest).dimension

    async def aquery(self, query: str, limit: int, kind: str | None = None) -> list[Passage]:
        """Return the nearest documents, best first; a graph mode chooses among them by its graph."""
        self.require_open(self._manifest)
        if self._rag is None or not query.strip():
            return []
        vector = await self.vector_of(query)
        with self.named_in_errors():
            self._computed = {query: vector}
            scores = await self._scores(query, vector, limit, kind)
            if self.mode not in (None, "naive") and len(query.strip()) >= _MIN_GRAPH_QUERY:
                chosen = await self._chosen(query, limit)
                narrowed = {chunk: score for chunk, score in scores.items() if chunk in chosen}
                scores = narrowed or scores  # a graph without ties leads nowhere
        found = [
            Passage(one.id, one.text, one.type, score, one.metadata)
            for chunk, score in scores.items()
            for one in self._by_chunk.get(chunk, [])
            if kind in (None, one.type)
        ]
        return sorted(found, key=lambda passage: (-passage.score, passage.id))[:limit]

    async def _scores(
        self, query: str, vector: Sequence[float], limit: int, kind: str | None
    ) -> dict[str, float]:
        """Return the cosines of the nearest chunks; of all, where types or a graph choose among them."""
        narrowed = kind is not None or self.mode not in (None, "naive")
        top = len(self._by_chunk) if narrowed else min(2 * limit, len(self._by_chunk))
        rows = await self._rag.chunks_vdb.query(query, top, query_embedding=vector)
        return {row["id"]: round(float(row["distance"]), _SCORE_DIGITS) for row in rows}

    async def _chosen(self, query: str, limit: int) -> set[str]:
        """Return the chunks that a graph mode chooses; the query stands for its own keywords."""
        param = import_lightrag().lightrag.QueryParam(
            mode=self.mode,
            only_need_context=True,
            enable_rerank=False,
            hl_keywords=[query],
            ll_keywords=[query],
            top_k=limit,
            chunk_top_k=limit,
            max_entity_tokens=_NO_LIMIT,
            max_relation_tokens=_NO_LIMIT,
            max_total_tokens=_NO_LIMIT,
        )
        found = await self._rag.aquery_data(query, param)
        return {chunk["chunk_id"] for chunk in found.get("data", {}).get("chunks", [])}

    async def ahealth_check(self) -> int:
        """Return the number of documents of this version, after a look at its files."""
        self.require_open(self._manifest)
        with self.named_in_errors():
            manifest = await asyncio.to_thread(self._read)
            await asyncio.to_thread(self._check_files, manifest)
        return len(manifest.documents)

    def _check_files(self, manifest: _Manifest) -> None:
        """Raise ValueError or OSError unless each file is there, as it was written."""
        found = self._hashes(manifest)
        if changed := [name for name, digest in manifest.files.items() if found.get(name) != digest]:
            raise ValueError(f"{min(changed)} is damaged")
        if manifest.documents and not manifest.files:
            raise ValueError("it was made by an earlier version")

    def _hashes(self, manifest: _Manifest) -> dict[str, str]:
        """Return the hash of each file of a workspace, by name."""
        files = [self.folder / manifest.workspace / name for name in _FILES] if manifest.documents else []
        return {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in files if path.exists()}

    async def aclose(self) -> None:
        """Write and close the storages, and end their tasks."""
        await self._release()
        self._manifest = None

    async def _release(self) -> None:
        rag, self._rag = self._rag, None
        if rag is not None:
            await rag.finalize_storages()
            await rag.embedding_func.func.shutdown()


class _Characters:
    """A tokenizer that needs no file from the network: each character is a token."""

    def encode(self, content: str) -> list[int]:
        """Return the code points of a text."""
        return [ord(character) for character in content]

    def decode(self, tokens: list[int]) -> str:
        """Return the text of code points."""
        return "".join(map(chr, tokens))


async def _no_model(*_: object, **__: object) -> NoReturn:
    raise IndexFailed("a model was called where none is needed")
