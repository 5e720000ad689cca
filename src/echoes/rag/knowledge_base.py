"""Knowledge bases: built from documents, one per puzzle, and opened per role."""

from collections.abc import AsyncGenerator, Collection, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

from filelock import AsyncFileLock

from echoes.core.documents import Document
from echoes.core.errors import IndexFailed, StorageFailed, UnknownName
from echoes.core.files.writing import close_to_others, private_folder, remove_folder
from echoes.core.seats.roles import DEFAULT_ACCESS, TIERS, AccessPolicy
from echoes.core.vectors import embed, require_width
from echoes.rag.access_control import readable_tiers
from echoes.rag.graph_extraction import discard_extraction
from echoes.rag.knowledge_base_registry import KnowledgeBaseConfig, KnowledgeBaseRegistry
from echoes.rag.open_indices import IndexKey, LeasedIndex, OpenIndices
from echoes.rag.provider_factory import RAGProviderFactory
from echoes.rag.providers.base import BaseRAGProvider, is_passing
from echoes.rag.providers.kept_vectors import OnVectors, discard_kept_vectors
from echoes.rag.retriever import RoleRetriever

_PROBE = "Is everything ready?"


class KnowledgeBase:
    """The knowledge bases below one folder.

    Each has one index per tier at `<folder>/<kb_id>/<tier>/`, for a puzzle `public`, `hint` and `secret`. An
    index holds the documents of each version of the scenario.

    Args:
        folder: `rag_storage/`.
        factory: creates the indices.
    """

    def __init__(self, folder: Path, factory: RAGProviderFactory) -> None:
        self._folder = folder
        self._factory = factory
        self._registry = KnowledgeBaseRegistry(folder / "kb_registry.json")
        self._indices = OpenIndices(self._index, factory.max_open)
        self._embedder_answers = False

    def _index(self, key: IndexKey) -> BaseRAGProvider:
        close_to_others(self._folder)
        return self._factory.create(self._folder / key.kb_id / _folder_name(key.tier), key.version)

    def damaged_registry(self) -> Path | None:
        """Return the file of the registry if it is damaged, and therefore counts as empty."""
        return self._registry.damaged()

    def entries(self) -> Mapping[str, KnowledgeBaseConfig]:
        """Return the registered knowledge bases by id."""
        return self._registry.read()

    def is_current(self, kb_id: str, content_hash: str) -> bool:
        """Return whether this version is built, by this provider and with this embedder."""
        entry = self._registry.read().get(kb_id)
        return (
            entry is not None
            and content_hash in entry.versions
            and self._built_alike(entry)
            and all((self._folder / kb_id / _folder_name(tier)).is_dir() for tier in entry.tiers)
        )

    def is_outdated(self, kb_id: str) -> bool:
        """Return whether a knowledge base is there, built by another provider or with another embedder."""
        entry = self._registry.read().get(kb_id)
        return entry is not None and not self._built_alike(entry)

    async def build(
        self,
        kb_id: str,
        name: str,
        content_hash: str,
        documents: Sequence[Document],
        metadata: Mapping[str, str],
        tiers: Sequence[str] = TIERS,
        on_progress: OnVectors = lambda done, of: None,
    ) -> KnowledgeBaseConfig:
        """Build a version of a knowledge base; older versions stay for sessions in play.

        Args:
            kb_id: for example `game_wrong_umbrella_en`.
            name: the name shown to people.
            content_hash: identifies the version.
            documents: those of all tiers; each is put into the index of its tier.
            metadata: stored in the registry.
            tiers: the tiers of the game, the most public first.
            on_progress: is told how many of many documents are done.
        Returns:
            The entry in the registry.
        Raises:
            IndexFailed: an index can't be built; the registry does not list the version.
            StorageFailed: the folder can't be used.
        """
        async with self._locked(kb_id):
            if self.is_current(kb_id, content_hash):
                return self._registry.read()[kb_id]  # another process was faster
            if not self._built_alike(self._registry.read().get(kb_id)):
                await self._remove_files(kb_id)
            for tier in tiers:
                async with self._indices.lease(IndexKey(kb_id, content_hash, tier)) as index:
                    index.on_progress = on_progress
                    own = [document for document in documents if document.tier == tier]
                    if extractor := self._factory.extractor:
                        own = await extractor.extract(own, index.folder, on_progress)
                    await index.ainsert(own)
                    discard_kept_vectors(index.folder)
                    discard_extraction(index.folder)
            async with self._locked():
                entry = self._entry(kb_id, name, content_hash, len(documents), metadata, tiers)
                self._registry.write(entry)
            return entry

    @asynccontextmanager
    async def _locked(self, kb_id: str = "") -> AsyncGenerator[None]:
        """Lock one knowledge base, or the registry, against other processes that build or delete."""
        try:
            private_folder(self._folder)
            lock = AsyncFileLock(self._folder / f".{kb_id}.lock", timeout=120, mode=0o600)
            await lock.acquire()
        except TimeoutError as error:
            raise StorageFailed(
                f"another process has been building {kb_id or 'knowledge bases'} for two minutes",
                "Try again later, or end that process.",
            ) from error
        except OSError as error:
            raise StorageFailed(
                f"the folder {self._folder} can't be used ({error})",
                "Make it writable, or name another with ECHOES__PATHS__RAG_STORAGE.",
            ) from error
        try:
            yield
        finally:
            await lock.release()

    async def is_intact(self, kb_id: str, content_hash: str) -> bool:
        """Return whether a registered version still holds all of its documents.

        Raises:
            IndexFailed: it can't be read now, which says nothing about its content.
        """
        entry = self._registry.read()[kb_id]
        try:
            count = sum((await self._counts(kb_id, content_hash, entry.tiers)).values())
        except IndexFailed as error:
            if is_passing(error.__cause__):
                raise
            return False
        return count == entry.document_count if content_hash == entry.content_hash else count > 0

    async def _counts(self, kb_id: str, version: str, tiers: Sequence[str]) -> dict[str, int]:
        found: dict[str, int] = {}
        for tier in tiers:
            async with self._indices.lease(IndexKey(kb_id, version, tier)) as index:
                found[tier] = await index.ahealth_check()
                require_width(self._factory.embedder.id, self._factory.embedder.dimension, index.width)
        return found

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
        versions = known.versions if known and self._built_alike(known) else []
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

    def _built_alike(self, known: KnowledgeBaseConfig | None) -> bool:
        """Return whether a knowledge base was built by this provider and with this embedder."""
        ours = (self._factory.embedder.id, self._factory.name)
        return known is not None and (known.embedder, known.provider_type) == ours

    async def retriever(
        self, kb_id: str, version: str, role: str, policy: AccessPolicy = DEFAULT_ACCESS
    ) -> RoleRetriever:
        """Return a retriever over the tiers of one role, and no others.

        Raises:
            UnknownName: this version is not built.
        """
        if not self.is_current(kb_id, version):
            raise UnknownName(
                f"knowledge base '{kb_id}' is not built in this version", "Ingest the puzzle again."
            )
        tiers = readable_tiers(role, policy, self._registry.read()[kb_id].tiers)
        return RoleRetriever([LeasedIndex(self._indices, IndexKey(kb_id, version, tier)) for tier in tiers])

    async def health_check(self, kb_id: str) -> dict[str, int]:
        """Return the number of documents in each tier of the current version.

        Raises:
            UnknownName: there is no such knowledge base.
            IndexFailed: an index can't be read.
        """
        entry = self._registry.read().get(kb_id)
        if entry is None:
            raise UnknownName(f"unknown knowledge base '{kb_id}'", "Ingest the puzzle first.")
        return await self._counts(kb_id, entry.content_hash, entry.tiers)

    async def delete(self, kb_id: str) -> None:
        """Delete a knowledge base with all its versions."""
        async with self._locked(kb_id):
            await self._delete(kb_id)

    async def _delete(self, kb_id: str) -> None:
        """Delete a knowledge base; the caller holds its lock."""
        async with self._locked():
            self._registry.remove(kb_id)
            await self._remove_files(kb_id)

    async def drop_versions(self, kb_id: str, stale: Collection[str]) -> tuple[int, int]:
        """Remove the documents of versions; a version that was built since somebody chose them stays.

        Where the current one is among them, all are deleted: what is played is built again. Otherwise, what
        another provider or embedder has built is left alone.

        Returns:
            The number of knowledge bases that are gone, and of versions that are gone from one that stays.
        """
        async with self._locked(kb_id):
            entry = self._registry.read().get(kb_id)
            if entry is None:
                return 0, 0  # another process has deleted it
            if entry.content_hash in stale:
                await self._delete(kb_id)
                return 1, 0
            gone = [version for version in entry.versions if version in stale]
            if not (gone and self._built_alike(entry)):
                return 0, 0
            for key in (IndexKey(kb_id, version, tier) for version in gone for tier in entry.tiers):
                async with self._indices.lease(key) as index:
                    await index.ainsert([])
            async with self._locked():
                kept = [version for version in entry.versions if version not in gone]
                self._registry.write(entry.model_copy(update={"versions": kept}))
            return 0, len(gone)

    async def _remove_files(self, kb_id: str) -> None:
        """Close the indices of a knowledge base and remove its folder."""
        await self._indices.close(kb_id)
        try:
            remove_folder(self._folder / kb_id)
        except OSError as error:
            raise IndexFailed(f"{self._folder / kb_id} can't be removed ({error.strerror})") from error

    async def warm_up(self) -> None:
        """Load the embedder, or ask its server for a vector.

        Raises:
            ModelFailed: it does not answer as it should.
        """
        await embed(self._factory.embedder, [_PROBE])
        self._embedder_answers = True

    async def check(self, kb_id: str, version: str, tier: str) -> None:
        """Check that the embedder answers and that an index can be opened, before anybody relies on them.

        Raises:
            ModelFailed: the embedder's server, which is asked until it has answered once, does not answer, or
                with other vectors than the index holds.
            IndexFailed: the provider is not installed, or its folder can't be used.
        """
        async with self._indices.lease(IndexKey(kb_id, version, tier)) as index:
            if not (self._factory.embedder.in_process or self._embedder_answers):
                await index.vector_of(_PROBE)
                self._embedder_answers = True

    async def self_test(self) -> str:
        """Index a text and find it again, beside all knowledge bases; see the factory."""
        return await self._factory.self_test()

    async def close_all(self) -> None:
        """Close all open indices."""
        await self._indices.close()


def _folder_name(tier: str) -> str:
    """Return the name of a tier's folder; some file systems allow no colon."""
    return tier.replace(":", "-")
