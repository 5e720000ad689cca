"""The registry of knowledge bases, `kb_registry.json`, with the source of each."""

from collections.abc import Mapping
from pathlib import Path

from pydantic import BaseModel, Field, TypeAdapter, ValidationError
from pydantic_core import to_json

from echoes.core.errors import StorageFailed
from echoes.core.files.writing import Stamp, atomic_write, stamp_of
from echoes.core.seats.roles import TIERS


class KnowledgeBaseConfig(BaseModel, frozen=True):
    """The registry's entry for one knowledge base.

    Attributes:
        content_hash: hash of the puzzle from which the current version was built.
        versions: content hashes of the built versions, oldest first; sessions in play may still use an
            older one.
        embedder: id of the embedder; with another one the index is stale.
    """

    kb_id: str
    name: str
    working_dir: str
    provider_type: str
    embedder: str
    content_hash: str
    versions: list[str] = Field(default_factory=list)
    document_count: int = 0
    metadata: dict[str, str] = Field(default_factory=dict)
    tiers: list[str] = Field(default_factory=lambda: [*TIERS])
    status: str = "ready"


_REGISTRY = TypeAdapter(dict[str, KnowledgeBaseConfig])


class KnowledgeBaseRegistry:
    """The registry file; other processes write it too, so it is read again whenever it has changed.

    Args:
        path: `rag_storage/kb_registry.json`.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._entries: Mapping[str, KnowledgeBaseConfig] = {}
        self._stamp: Stamp | None = None
        self._lines: dict[str, tuple[KnowledgeBaseConfig, bytes]] = {}

    def read(self) -> Mapping[str, KnowledgeBaseConfig]:
        """Return all entries; a damaged file counts as empty, since everything can be rebuilt.

        Raises:
            StorageFailed: the file exists and can't be read.
        """
        try:
            stamp = stamp_of(self._path)
            if stamp != self._stamp:
                self._entries, self._stamp = self._parsed(), stamp
            return self._entries
        except OSError as error:
            raise StorageFailed(f"{self._path} can't be read ({error.strerror})", "Remove it.") from error

    def damaged(self) -> Path | None:
        """Return the file if it is there and damaged; else None."""
        try:
            _REGISTRY.validate_json(self._path.read_bytes())
        except ValidationError:
            return self._path
        except OSError:
            return None
        return None

    def _parsed(self) -> Mapping[str, KnowledgeBaseConfig]:
        try:
            return _REGISTRY.validate_json(self._path.read_bytes())
        except (ValidationError, FileNotFoundError, NotADirectoryError):
            return {}

    def write(self, entry: KnowledgeBaseConfig) -> None:
        """Add or replace an entry atomically; the caller holds the lock.

        Raises:
            StorageFailed: the file can't be written.
        """
        self._replace({**self.read(), entry.kb_id: entry})

    def remove(self, kb_id: str) -> None:
        """Remove an entry; the caller holds the lock.

        Raises:
            StorageFailed: the file can't be written.
        """
        self._replace({key: entry for key, entry in self.read().items() if key != kb_id})

    def _replace(self, entries: dict[str, KnowledgeBaseConfig]) -> None:
        try:
            self._lines = {key: self._line(key, entry) for key, entry in entries.items()}
            lines = b",\n".join(line for _, line in self._lines.values())
            atomic_write(self._path, b"{\n%s\n}\n" % lines, private=True)
            self._entries, self._stamp = entries, stamp_of(self._path)
        except OSError as error:
            raise StorageFailed(
                f"{self._path} can't be written ({error.strerror})",
                "Make it writable, or name another folder with ECHOES__PATHS__RAG_STORAGE.",
            ) from error

    def _line(self, key: str, entry: KnowledgeBaseConfig) -> tuple[KnowledgeBaseConfig, bytes]:
        """Return an entry with its line of the file; of thousands, all but one are as they were."""
        known = self._lines.get(key)
        if known and known[0] is entry:
            return known
        return entry, b"%s: %s" % (to_json(key), to_json(entry))
