"""One knowledge base a puzzle, one index a tier, versions side by side."""

import json
import shutil
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from echoes.core.documents import Document
from echoes.core.errors import UnknownName
from echoes.core.seats.roles import Role, Tier
from echoes.models.providers.embedded import EmbeddedEmbeddings
from echoes.rag.knowledge_base import KnowledgeBase
from echoes.rag.provider_factory import RAGProviderFactory

DOCUMENTS = [Document(f"d-{tier}", f"a lamp in the {tier} window", tier, "text") for tier in Tier]


def knowledge(folder: Path) -> KnowledgeBase:
    return KnowledgeBase(folder, RAGProviderFactory("local", EmbeddedEmbeddings()))


async def test_each_tier_lies_in_a_folder_of_its_own(tmp_path: Path):
    base = knowledge(tmp_path)
    await base.build("game_x_en", "X", "v1", DOCUMENTS, {})
    assert {path.name for path in (tmp_path / "game_x_en").iterdir()} == {"public", "hint", "secret"}
    assert await base.health_check("game_x_en") == dict.fromkeys(Tier, 1)
    await base.close_all()


async def test_the_registry_holds_hash_embedder_and_provider(tmp_path: Path):
    base = knowledge(tmp_path)
    await base.build("game_x_en", "X", "v1", DOCUMENTS, {"game_id": "x"})
    entry = json.loads((tmp_path / "kb_registry.json").read_text())["game_x_en"]
    assert (entry["content_hash"], entry["embedder"], entry["provider_type"]) == (
        "v1",
        EmbeddedEmbeddings.id,
        "local",
    )
    assert entry["metadata"] == {"game_id": "x"}
    await base.close_all()


async def test_an_old_version_can_still_be_asked(tmp_path: Path):
    base = knowledge(tmp_path)
    await base.build("game_x_en", "X", "v1", DOCUMENTS, {})
    newer = [Document("n", "a lantern on the pier", Tier.PUBLIC, "text")]
    await base.build("game_x_en", "X", "v2", newer, {})
    old = await base.retriever("game_x_en", "v1", Role.PLAYER)
    new = await base.retriever("game_x_en", "v2", Role.PLAYER)
    assert [p.id for p in await old.search("lamp")] == ["d-public"]
    assert [p.id for p in await new.search("lamp")] == ["n"]
    await base.close_all()


async def test_of_versions_that_nobody_wants_no_text_is_left(tmp_path: Path):
    base = knowledge(tmp_path)
    for version, text in (("v1", "zzfirst"), ("v2", "zzsecond"), ("v3", "zzthird")):
        documents = [Document("n", text, tier, "text") for tier in Tier]
        await base.build("game_x_en", "X", version, documents, {})
    assert await base.drop_versions("game_x_en", {"v1"}) == (0, 1)
    kept = b"".join(path.read_bytes() for path in tmp_path.rglob("*") if path.is_file())
    assert [word in kept for word in (b"zzfirst", b"zzsecond", b"zzthird")] == [False, True, True]
    assert await base.health_check("game_x_en") == dict.fromkeys(Tier, 1)
    old = await base.retriever("game_x_en", "v2", Role.PLAYER)
    assert [one.text for one in await old.search("second")] == ["zzsecond"]
    await base.close_all()


async def test_where_nobody_wants_the_current_version_the_knowledge_base_is_gone(tmp_path: Path):
    base = knowledge(tmp_path)
    for version in ("v1", "v2"):
        await base.build("game_x_en", "X", version, DOCUMENTS, {})
    assert await base.drop_versions("game_x_en", {"v2"}) == (1, 0)
    assert base.entries() == {} and not (tmp_path / "game_x_en").exists()
    assert await base.drop_versions("game_x_en", {"v2"}) == (0, 0), "another process was faster"


async def test_what_is_built_while_old_versions_are_removed_stays(tmp_path: Path):
    class Overtaken(KnowledgeBase):
        """Waits for its lock until another process has built the next version."""

        @asynccontextmanager
        async def _locked(self, kb_id: str = "") -> AsyncGenerator[None]:
            if kb_id:
                await other.build(kb_id, "X", "v3", DOCUMENTS, {})
            async with super()._locked(kb_id):
                yield

    other = knowledge(tmp_path)
    for version in ("v1", "v2"):
        await other.build("game_x_en", "X", version, DOCUMENTS, {})
    base = Overtaken(tmp_path, RAGProviderFactory("local", EmbeddedEmbeddings()))
    assert await base.drop_versions("game_x_en", {"v1", "v2"}) == (0, 2)
    entry = base.entries()["game_x_en"]
    assert (entry.content_hash, entry.versions) == ("v3", ["v3"])
    assert await base.health_check("game_x_en") == dict.fromkeys(Tier, 1)
    await base.close_all()
    await other.close_all()


async def test_what_was_built_once_is_read_by_others_who_write_nothing(tmp_path: Path):
    """So that other machines may share the folder, or a copy of it, and need no right to write."""
    base = knowledge(tmp_path / "built")
    await base.build("game_x_en", "X", "v1", DOCUMENTS, {})
    await base.close_all()
    shutil.copytree(tmp_path / "built", tmp_path / "copy")

    def files() -> dict[str, tuple[int, bytes]]:
        found = [path for path in (tmp_path / "copy").rglob("*") if path.is_file()]
        return {str(path): (path.stat().st_mtime_ns, path.read_bytes()) for path in found}

    before, reader = files(), knowledge(tmp_path / "copy")
    assert reader.is_current("game_x_en", "v1")
    found = await (await reader.retriever("game_x_en", "v1", Role.REFEREE)).search("lamp")
    assert {passage.id for passage in found} == {f"d-{tier}" for tier in Tier}
    await reader.close_all()
    assert files() == before


async def test_another_embedder_makes_an_index_stale(tmp_path: Path):
    base = knowledge(tmp_path)
    await base.build("game_x_en", "X", "v1", DOCUMENTS, {})
    assert base.is_current("game_x_en", "v1")

    class Other(EmbeddedEmbeddings):
        id = "other/embedder:1"

    other = KnowledgeBase(tmp_path, RAGProviderFactory("local", Other()))
    assert not other.is_current("game_x_en", "v1")
    await base.build("game_x_en", "X", "v2", DOCUMENTS, {})
    assert await other.drop_versions("game_x_en", {"v1"}) == (0, 0), "it can't open what was built otherwise"
    assert base.entries()["game_x_en"].versions == ["v1", "v2"]
    await other.build("game_x_en", "X", "v1", DOCUMENTS, {})
    assert other.is_current("game_x_en", "v1")
    await base.close_all()
    await other.close_all()


async def test_a_version_that_was_never_built_is_refused(tmp_path: Path):
    with pytest.raises(UnknownName):
        await knowledge(tmp_path).retriever("game_x_en", "v9", Role.REFEREE)


async def test_a_deleted_knowledge_base_is_gone(tmp_path: Path):
    base = knowledge(tmp_path)
    await base.build("game_x_en", "X", "v1", DOCUMENTS, {})
    await base.delete("game_x_en")
    assert not (tmp_path / "game_x_en").exists()
    assert base.entries() == {}
