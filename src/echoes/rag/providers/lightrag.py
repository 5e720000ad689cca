"""The LightRAG provider: vectors and a graph of what the author has written, made without a model."""

import asyncio
import json
import shutil
import uuid
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, NoReturn

import numpy as np
from numpy.typing import NDArray

from echoes.core.documents import Document, Passage
from echoes.core.errors import EchoesError, IndexFailed
from echoes.core.files import atomic_write, private_folder
from echoes.core.protocols import EmbeddingClient
from echoes.rag.providers.base import BaseRAGProvider
from echoes.rag.providers.lightrag_import import import_lightrag

_SCORE_DIGITS = 6
_BATCH = 64
"""Texts that are embedded at once."""
_MIN_GRAPH_QUERY = 3
"""Letters of a query below which LightRAG refuses to search its graph."""


@dataclass(frozen=True)
class _Manifest:
    """One version of an index.

    Attributes:
        workspace: the name of its folder, which no other version or index has had before.
        dimension: the length of a vector.
        documents: the documents in order.
    """

    workspace: str
    dimension: int
    documents: list[Document]


class LightRAGProvider(BaseRAGProvider):
    """One LightRAG workspace per tier and version, named by a manifest.

    LightRAG keeps one store per workspace name in a process, whatever its folder, so that a name is never
    used twice. It has no filter: equal texts become one chunk, and the manifest tells which documents, and
    of which types, a chunk stands for. An update is built beside the old version, and counts once its
    manifest is written; what no manifest names is removed.
    """

    modes = ("naive", "local", "global", "hybrid", "mix")

    def __init__(self, folder: Path, version: str, embedder: EmbeddingClient) -> None:
        super().__init__(folder, version, embedder)
        self._manifest: _Manifest | None = None
        self._rag: Any = None
        self._by_chunk: dict[str, list[Document]] = {}

    @property
    def _path(self) -> Path:
        return self.folder / f"{self.version}-{self.embedder_digest}.json"

    async def ainitialize(self) -> None:
        """Open the workspace of this version, if there is one."""
        import_lightrag()
        try:
            private_folder(self.folder)
            await self._open(self._read())
        except Exception as error:  # noqa: BLE001 - LightRAG raises errors of all kinds
            self._fail(error)

    def _read(self) -> _Manifest:
        if not self._path.exists():
            return _Manifest("", 0, [])
        found: dict[str, Any] = json.loads(self._path.read_bytes())
        documents = [Document(**row) for row in found["documents"]]
        return _Manifest(found["workspace"], found["dimension"], documents)

    async def _open(self, manifest: _Manifest) -> None:
        self._rag = None
        self._by_chunk = defaultdict(list)
        for document in manifest.documents:
            self._by_chunk[_chunk_id(document.text)].append(document)
        if manifest.documents:
            self._rag = self._workspace(manifest)
            await self._rag.initialize_storages()
        self._manifest = manifest

    def _workspace(self, manifest: _Manifest) -> Any:
        modules = import_lightrag()
        embed = modules.utils.EmbeddingFunc(
            embedding_dim=manifest.dimension, func=self._embed, max_token_size=8192
        )
        return modules.lightrag.LightRAG(
            working_dir=str(self.folder),
            workspace=manifest.workspace,
            tokenizer=modules.utils.Tokenizer("characters", _Characters()),
            embedding_func=embed,
            embedding_batch_num=_BATCH,
            llm_model_func=_no_model,
            enable_llm_cache=False,
            enable_llm_cache_for_entity_extract=False,
            vector_db_storage_cls_kwargs={"cosine_better_than_threshold": -1.0},
        )

    async def _embed(self, texts: list[str], **_: object) -> NDArray[np.float64]:
        return np.array(await self.embedder.embed(texts))

    async def ainsert(self, documents: Sequence[Document]) -> None:
        """Replace the content of this version by these documents."""
        self._require_open()
        try:
            await self._release()
            dimension = len((await self.embedder.embed([documents[0].text]))[0]) if documents else 0
            manifest = _Manifest(f"w{uuid.uuid4().hex}", dimension, list(documents))
            await self._open(manifest)
            if self._rag is not None:
                await self._rag.ainsert_custom_kg(_graph(documents))
                self._check_files(manifest)
            await asyncio.to_thread(self._commit, manifest)
        except EchoesError:
            raise
        except Exception as error:  # noqa: BLE001 - LightRAG raises errors of all kinds
            self._fail(error)

    def _commit(self, manifest: _Manifest) -> None:
        """Write the manifest, then remove the workspaces that no manifest names."""
        body = {**asdict(manifest), "documents": [asdict(document) for document in manifest.documents]}
        atomic_write(self._path, json.dumps(body, ensure_ascii=False), private=True)
        named = {json.loads(path.read_bytes())["workspace"] for path in self.folder.glob("*.json")}
        for path in self.folder.glob("w*"):
            if path.is_dir() and path.name not in named:
                shutil.rmtree(path)

    async def aquery(self, query: str, limit: int, kind: str | None = None) -> list[Passage]:
        """Return the nearest documents, best first; a graph mode chooses among them by its graph."""
        self._require_open()
        if self._rag is None or not query.strip():
            return []
        try:
            [vector] = await self.embedder.embed([query])
            scores = await self._scores(query, vector, limit, kind)
            if self.mode not in (None, "naive") and len(query.strip()) >= _MIN_GRAPH_QUERY:
                chosen = await self._chosen(query, limit)
                scores = {chunk: score for chunk, score in scores.items() if chunk in chosen}
        except EchoesError:
            raise
        except Exception as error:  # noqa: BLE001 - LightRAG raises errors of all kinds
            self._fail(error)
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
        )
        found = await self._rag.aquery_data(query, param)
        return {chunk["chunk_id"] for chunk in found.get("data", {}).get("chunks", [])}

    async def ahealth_check(self) -> int:
        """Return the number of documents of this version, after a look at its files."""
        self._require_open()
        try:
            manifest = await asyncio.to_thread(self._read)
            await asyncio.to_thread(self._check_files, manifest)
        except Exception as error:  # noqa: BLE001 - LightRAG raises errors of all kinds
            self._fail(error)
        return len(manifest.documents)

    def _check_files(self, manifest: _Manifest) -> None:
        """Raise ValueError or OSError unless each chunk is there, with its text and its vector."""
        wanted = {_chunk_id(document.text) for document in manifest.documents}
        if not wanted:
            return
        folder = self.folder / manifest.workspace
        texts: dict[str, Any] = json.loads((folder / "kv_store_text_chunks.json").read_bytes())
        vectors: dict[str, Any] = json.loads((folder / "vdb_chunks.json").read_bytes())
        if {*texts} != wanted or {row["__id__"] for row in vectors["data"]} != wanted:
            raise ValueError("texts are missing")
        if not (folder / "graph_chunk_entity_relation.graphml").stat().st_size:
            raise ValueError("its graph is empty")

    async def aclose(self) -> None:
        """Write and close the storages, and end their tasks."""
        await self._release()
        self._manifest = None

    async def _release(self) -> None:
        rag, self._rag = self._rag, None
        if rag is not None:
            await rag.finalize_storages()
            await rag.embedding_func.func.shutdown()

    def _require_open(self) -> None:
        if self._manifest is None:
            raise IndexFailed(f"the index {self.folder} is not open")

    def _fail(self, error: Exception) -> NoReturn:
        reason = str(error).splitlines()[0] if str(error) else type(error).__name__
        raise IndexFailed(
            f"the index {self._path} can't be used ({reason})",
            "Make its folder writable, or delete it: it is built again from the puzzle.",
        ) from error


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


def _chunk_id(text: str) -> str:
    utils = import_lightrag().utils
    identity: str = utils.compute_mdhash_id(utils.sanitize_text_for_encoding(text), prefix="chunk-")
    return identity


def _graph(documents: Sequence[Document]) -> dict[str, list[dict[str, str]]]:
    """Return the graph of documents: each is an entity, tied to its type and to others of its number."""
    chunks = [{"content": one.text, "source_id": _chunk_id(one.text)} for one in documents]
    entities: list[dict[str, str]] = []
    relationships: list[dict[str, str]] = []
    for one in documents:
        source = {"source_id": _chunk_id(one.text)}
        name, group = f"{one.type} {one.id}", f"{one.type} group {one.metadata.get('number', 'all')}"
        entities.append({"entity_name": name, "entity_type": one.type, "description": one.text, **source})
        entities.append({"entity_name": group, "entity_type": "group", "description": group, **source})
        tie = {"src_id": name, "tgt_id": group, "description": one.text, "keywords": one.type}
        relationships.append({**tie, **source})
    return {"chunks": chunks, "entities": entities, "relationships": relationships}
