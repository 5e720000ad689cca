"""`kb_registry.json`: which knowledge bases there are, and what each was built from."""

import json
from pathlib import Path

from pydantic import BaseModel, Field, TypeAdapter, ValidationError

from echoes.core.errors import StorageFailed
from echoes.core.files import write_whole
from echoes.core.roles import TIERS


class KnowledgeBaseConfig(BaseModel):
    """One knowledge base.

    Attributes:
        content_hash: hash of the puzzle that the current version was built from.
        versions: content hashes that are built, oldest first; sessions in play may still
            use an older one.
        embedder: the id of the embedder; another one makes the index stale.
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
    """The file, read anew each time: other processes write it too.

    Args:
        path: `rag_storage/kb_registry.json`.
    """

    def __init__(self, path: Path) -> None:
        self._path = path

    def read(self) -> dict[str, KnowledgeBaseConfig]:
        """All entries; a damaged file counts as empty, since all can be built again.

        Raises:
            StorageFailed: the file can't be read at all.
        """
        try:
            return _REGISTRY.validate_json(self._path.read_bytes())
        except (FileNotFoundError, NotADirectoryError, ValidationError):
            return {}
        except OSError as error:
            raise StorageFailed(f"{self._path} can't be read ({error.strerror})", "Remove it.") from error

    def write(self, entry: KnowledgeBaseConfig) -> None:
        """Add or replace one entry, atomically; the caller holds the lock.

        Raises:
            StorageFailed: the file can't be written.
        """
        self._replace({**self.read(), entry.kb_id: entry})

    def remove(self, kb_id: str) -> None:
        """Forget one entry."""
        self._replace({key: entry for key, entry in self.read().items() if key != kb_id})

    def _replace(self, entries: dict[str, KnowledgeBaseConfig]) -> None:
        body = json.dumps(_REGISTRY.dump_python(entries, mode="json"), ensure_ascii=False, indent=2)
        try:
            write_whole(self._path, body + "\n")
        except OSError as error:
            raise StorageFailed(
                f"{self._path} can't be written ({error.strerror})",
                "Make it writable, or name another folder with ECHOES__PATHS__RAG_STORAGE.",
            ) from error
