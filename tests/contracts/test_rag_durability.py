"""A knowledge base survives what happens to files and processes, whichever provider it has."""

import os
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest
from tests.contracts.killed_builds import KILLS, NEW, OLD, build, found, opened
from tests.support import eventually, provider_or_skip

from echoes.core.documents import Document
from echoes.core.errors import IndexFailed
from echoes.core.seats.roles import Tier
from echoes.rag.provider_factory import RAG_PROVIDERS

_PROGRAM = Path(__file__).with_name("killed_builds.py")


@pytest.fixture(params=RAG_PROVIDERS.names())
def provider(request: pytest.FixtureRequest) -> str:
    return provider_or_skip(request.param)


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_a_process_that_is_killed_in_mid_build_leaves_old_and_new_whole(provider: str, tmp_path: Path):
    done = subprocess.run(
        [sys.executable, str(_PROGRAM), provider, str(tmp_path)], capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr[-3000:]
    killed = int(done.stdout.split()[-1])
    assert killed >= KILLS * 3 // 4  # threads make some calls more or fewer, so that a build may get through


@pytest.mark.parametrize("damage", ["cut", "removed"])
async def test_a_damaged_file_is_noticed_or_does_no_harm(provider: str, tmp_path: Path, damage: str):
    await build(provider, tmp_path, "v1", NEW)
    whole = {
        path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file() and path.stat().st_size
    }
    noticed = 0
    for path in sorted(one for one in whole if "/secret/" in str(one)):
        if damage == "cut":
            path.write_bytes(whole[path][: len(whole[path]) // 2])
        else:
            path.unlink()
        base = opened(provider, tmp_path)
        if await base.is_intact("game_x_en", "v1"):
            assert await found(base, "v1") == {one.id for one in NEW}, path
        else:
            noticed += 1
        await base.close_all()
        for other, content in whole.items():
            other.parent.mkdir(parents=True, exist_ok=True)
            other.write_bytes(content)
    assert noticed


async def test_what_was_deleted_is_gone_and_can_be_built_anew(provider: str, tmp_path: Path):
    await build(provider, tmp_path, "v1", [Document("x", "the canary zzold sang", Tier.SECRET, "fact")])
    base = opened(provider, tmp_path)
    await base.delete("game_x_en")
    assert not [*tmp_path.glob("game_x_en")]
    await base.build("game_x_en", "X", "v1", OLD, {})
    assert await found(base, "v1") == {one.id for one in OLD}
    await base.close_all()
    if provider == "chroma":
        pytest.skip(
            "Chroma writes memory that was never set into its files, with texts of other indices in it"
        )
    assert not any(b"zzold" in path.read_bytes() for path in tmp_path.rglob("*") if path.is_file())


async def test_two_folders_in_one_process_know_nothing_of_each_other(provider: str, tmp_path: Path):
    for name, documents in (("one", OLD), ("two", NEW)):
        await build(provider, tmp_path / name, "v1", documents)
    for name, documents in (("one", OLD), ("two", NEW)):
        base = opened(provider, tmp_path / name)
        assert await found(base, "v1") == {one.id for one in documents}
        await base.close_all()
    if provider == "chroma":
        pytest.skip(
            "Chroma writes memory that was never set into its files, with texts of other indices in it"
        )
    seen = [path.read_bytes() for path in (tmp_path / "one").rglob("*") if path.is_file()]
    assert not any(b"lantern" in content for content in seen)


def _open_files() -> list[str]:
    found: list[str] = []
    for path in Path("/proc/self/fd").iterdir():
        with suppress(FileNotFoundError):  # closed meanwhile
            found.append(str(path.readlink()))
    return found


@pytest.mark.skipif(not Path("/proc/self/fd").is_dir(), reason="the system does not tell")
async def test_a_closed_knowledge_base_holds_no_file(provider: str, tmp_path: Path):
    def none_is_held() -> bool:
        return not any(str(tmp_path) in one for one in _open_files())

    # Chroma closes its files on threads of its own, which nobody can join.
    await build(provider, tmp_path / "first", "v1", OLD)  # what a library opens once and for all
    await eventually(none_is_held)
    before = _open_files()
    await build(provider, tmp_path / "second", "v1", OLD)
    await eventually(none_is_held)
    await eventually(lambda: len(_open_files()) <= len(before))


async def test_a_folder_that_cannot_be_used_is_named(provider: str, tmp_path: Path):
    (tmp_path / "game_x_en").write_text("in the way")
    with pytest.raises(IndexFailed, match="game_x_en"):
        await build(provider, tmp_path, "v1", OLD)
