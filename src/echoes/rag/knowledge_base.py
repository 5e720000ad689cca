"""One knowledge base a puzzle: built from documents, opened per role."""

import shutil
from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

from filelock import AsyncFileLock

from echoes.core.documents import Document
from echoes.core.errors import IndexFailed, StorageFailed, UnknownName
from echoes.core.roles import DEFAULT_ACCESS, TIERS, AccessPolicy
from echoes.rag.access import tiers_of
from echoes.rag.kb_registry import KnowledgeBaseConfig, KnowledgeBaseRegistry
from echoes.rag.provider_factory import RAGProviderFactory
from echoes.rag.providers.base import BaseRAGProvider
from echoes.rag.retriever import RoleRetriever


class KnowledgeBase:
    """Manages the knowledge bases below one folder.

    Each lies at `<folder>/<kb_id>/<tier>/`, with `public`, `hint` and `secret` for a puzzle: one index a
    tier, and in each index the documents of each version of the scenario.

    Args:
        folder: `rag_storage/`.
        factory: makes the indices.
    """

    def __init__(self, folder: Path, factory: RAGProviderFactory) -> None:
        self._folder = folder
        self._factory = factory
        self._registry = KnowledgeBaseRegistry(folder / "kb_registry.json")
        self._open: dict[tuple[str, str, str], BaseRAGProvider] = {}

    def entries(self) -> dict[str, KnowledgeBaseConfig]:
        """What is registered."""
        return self._registry.read()

    def is_current(self, kb_id: str, content_hash: str) -> bool:
        """Whether this version is built, by this provider and with this embedder."""
        entry = self._registry.read().get(kb_id)
        return (
            entry is not None
            and content_hash in entry.versions
            and self._same_engine(entry)
            and all((self._folder / kb_id / _folder_of(tier)).is_dir() for tier in entry.tiers)
        )

    async def build(
        self,
        kb_id: str,
        name: str,
        content_hash: str,
        documents: Sequence[Document],
        metadata: Mapping[str, str],
        tiers: Sequence[str] = TIERS,
    ) -> KnowledgeBaseConfig:
        """Build one version of a knowledge base; older versions stay for sessions in play.

        Args:
            kb_id: such as `game_wrong_umbrella_en`.
            name: for people.
            content_hash: the version.
            documents: of all tiers; each goes into the index of its tier.
            metadata: kept in the registry.
            tiers: those of the game, the most public first.
        Raises:
            IndexFailed: an index could not be built; the registry does not list the version.
            StorageFailed: the folder can't be used.
        """
        async with self._held(kb_id):
            if self.is_current(kb_id, content_hash):
                return self._registry.read()[kb_id]  # another process was quicker
            if not self._same_engine(self._registry.read().get(kb_id)):
                await self._clear(kb_id)
            for tier in tiers:
                index = await self._index(kb_id, content_hash, tier)
                await index.ainsert([document for document in documents if document.tier == tier])
            async with self._held():
                entry = self._entry(kb_id, name, content_hash, len(documents), metadata, tiers)
                self._registry.write(entry)
            return entry

    @asynccontextmanager
    async def _held(self, kb_id: str = "") -> AsyncGenerator[None]:
        """Hold one knowledge base, or the registry, against other processes that build or remove."""
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            lock = AsyncFileLock(self._folder / f".{kb_id}.lock", timeout=120)
            await lock.acquire()
        except (OSError, TimeoutError) as error:
            raise StorageFailed(
                f"the folder {self._folder} can't be used ({error})",
                "Make it writable, or name another with ECHOES__PATHS__RAG_STORAGE.",
            ) from error
        try:
            yield
        finally:
            await lock.release()

    async def is_whole(self, kb_id: str, content_hash: str) -> bool:
        """Whether a version that the registry lists still holds what was put in."""
        entry = self._registry.read()[kb_id]
        try:
            indices = [await self._index(kb_id, content_hash, tier) for tier in entry.tiers]
            counts = [await index.ahealth_check() for index in indices]
        except IndexFailed:
            return False
        return sum(counts) == entry.document_count if content_hash == entry.content_hash else sum(counts) > 0

    def _entry(
        self,
        kb_id: str,
        name: str,
        content_hash: str,
        count: int,
        metadata: Mapping[str, str],
        tiers: Sequence[str],
    ) -> KnowledgeBaseConfig:
        known = self._registry.read().get(kb_id)
        versions = known.versions if known and self._same_engine(known) else []
        older = [version for version in versions if version != content_hash]
        return KnowledgeBaseConfig(
            kb_id=kb_id,
            name=name,
            working_dir=kb_id,
            provider_type=self._factory.name,
            embedder=self._factory.embedder.id,
            content_hash=content_hash,
            versions=[*older, content_hash],
            document_count=count,
            metadata=dict(metadata),
            tiers=list(tiers),
        )

    def _same_engine(self, known: KnowledgeBaseConfig | None) -> bool:
        """Whether a knowledge base was built by this provider and with this embedder."""
        ours = (self._factory.embedder.id, self._factory.name)
        return known is not None and (known.embedder, known.provider_type) == ours

    async def retriever(
        self, kb_id: str, version: str, role: str, policy: AccessPolicy = DEFAULT_ACCESS
    ) -> RoleRetriever:
        """A retriever over the tiers of one role, and no others.

        Raises:
            UnknownName: this version is not built.
        """
        if not self.is_current(kb_id, version):
            raise UnknownName(
                f"knowledge base '{kb_id}' is not built in this version", "Ingest the puzzle again."
            )
        tiers = tiers_of(role, policy, self._registry.read()[kb_id].tiers)
        indices = [await self._index(kb_id, version, tier) for tier in tiers]
        return RoleRetriever(indices)

    async def health_check(self, kb_id: str) -> dict[str, int]:
        """How many documents each tier of the current version holds.

        Raises:
            UnknownName: no such knowledge base.
            IndexFailed: an index can't be asked.
        """
        entry = self._registry.read().get(kb_id)
        if entry is None:
            raise UnknownName(f"unknown knowledge base '{kb_id}'", "Ingest the puzzle first.")
        return {
            tier: await (await self._index(kb_id, entry.content_hash, tier)).ahealth_check()
            for tier in entry.tiers
        }

    async def delete(self, kb_id: str) -> None:
        """Remove a knowledge base with all its versions."""
        async with self._held(kb_id), self._held():
            self._registry.remove(kb_id)
            await self._clear(kb_id)

    async def _clear(self, kb_id: str) -> None:
        """Close the indices of a knowledge base and remove what lies in its folder."""
        for key in [key for key in self._open if key[0] == kb_id]:
            await self._open.pop(key).aclose()
        try:
            shutil.rmtree(self._folder / kb_id, ignore_errors=False)
        except FileNotFoundError:
            return
        except OSError as error:
            raise IndexFailed(f"{self._folder / kb_id} can't be removed ({error.strerror})") from error

    async def warm_up(self) -> None:
        """Have the embedder ready."""
        await self._factory.embedder.embed(["Is everything ready?"])

    async def close_all(self) -> None:
        """Let go of all open indices."""
        while self._open:
            await self._open.popitem()[1].aclose()

    async def _index(self, kb_id: str, version: str, tier: str) -> BaseRAGProvider:
        key = (kb_id, version, tier)
        if key not in self._open:
            index = self._factory.create(self._folder / kb_id / _folder_of(tier), version)
            await index.ainitialize()
            self._open[key] = index
        return self._open[key]


def _folder_of(tier: str) -> str:
    """The name of a tier's folder; some file systems have no colon."""
    return tier.replace(":", "-")
