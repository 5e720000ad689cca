"""The registry is read afresh each time; a damaged one is rebuilt."""

from pathlib import Path

import pytest

from echoes.core.errors import StorageFailed
from echoes.rag.knowledge_base_registry import KnowledgeBaseConfig, KnowledgeBaseRegistry


def entry(kb_id: str) -> KnowledgeBaseConfig:
    return KnowledgeBaseConfig(
        kb_id=kb_id, name=kb_id, working_dir=kb_id, provider_type="local", embedder="e", content_hash="v1"
    )


def test_entries_of_two_processes_stand_side_by_side(tmp_path: Path):
    one, other = (KnowledgeBaseRegistry(tmp_path / "kb_registry.json") for _ in range(2))
    one.write(entry("a"))
    other.write(entry("b"))
    assert [*one.read()] == ["a", "b"]
    one.remove("a")
    assert other.read() == {"b": entry("b")}


@pytest.mark.parametrize("content", ["", "[]", '{"a": {}}', '{"a"'])
def test_a_damaged_registry_counts_as_empty(content: str, tmp_path: Path):
    path = tmp_path / "kb_registry.json"
    path.write_text(content)
    registry = KnowledgeBaseRegistry(path)
    assert registry.read() == {}
    assert registry.damaged() == path
    registry.write(entry("a"))
    assert registry.damaged() is None
    assert registry.read() == {"a": entry("a")}


def test_a_folder_that_can_t_be_used_is_named(tmp_path: Path):
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(StorageFailed, match="kb_registry"):
        KnowledgeBaseRegistry(tmp_path / "file" / "kb_registry.json").write(entry("a"))
    (tmp_path / "kb_registry.json").mkdir()
    with pytest.raises(StorageFailed):
        KnowledgeBaseRegistry(tmp_path / "kb_registry.json").read()
