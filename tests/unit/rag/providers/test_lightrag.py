"""What LightRAG does behind one's back, and how the provider keeps it from doing so."""

import json
import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from echoes.core.documents import Document
from echoes.core.errors import BadSetting, IndexFailed
from echoes.core.seats.roles import Tier
from echoes.models.providers.embedded import EmbeddedEmbeddings
from echoes.rag.provider_factory import RAGProviderFactory
from echoes.rag.providers.base import BaseRAGProvider

pytestmark = pytest.mark.skipif(
    find_spec("lightrag") is None and "CI" not in os.environ,
    reason="lightrag is not installed; the extra `graph` brings it",
)
TEXTS = {
    "a": "The lamp stands in the window.",
    "b": "A loaf floats down the river.",
    "c": "Snow lay on the slope.",
}
DOCUMENTS = [Document(name, text, Tier.SECRET, "fact") for name, text in TEXTS.items()]


async def filled(folder: Path, mode: str | None = None) -> BaseRAGProvider:
    index = RAGProviderFactory("lightrag", EmbeddedEmbeddings(), mode).create(folder, "v1")
    await index.ainitialize()
    await index.ainsert(DOCUMENTS)
    return index


@pytest.mark.parametrize("mode", ["naive", "local", "global", "hybrid", "mix"])
async def test_every_mode_finds_the_nearest_without_a_model(tmp_path: Path, mode: str):
    index = await filled(tmp_path, mode)
    assert (await index.aquery("Is there a lamp in the window?", 2))[0].id == "a"
    await index.aclose()


def test_a_mode_that_is_unknown_is_refused_with_the_known_ones():
    with pytest.raises(BadSetting, match="Known: naive, local"):
        RAGProviderFactory("lightrag", EmbeddedEmbeddings(), "psychic")
    with pytest.raises(BadSetting, match="Known: none"):
        RAGProviderFactory("local", EmbeddedEmbeddings(), "mix")


@pytest.mark.parametrize("file", ["vdb_chunks.json", "kv_store_text_chunks.json"])
async def test_a_missing_file_is_noticed(tmp_path: Path, file: str):
    index = await filled(tmp_path)
    [path] = tmp_path.glob(f"w*/{file}")
    path.unlink()
    with pytest.raises(IndexFailed):
        await index.ahealth_check()
    await index.aclose()


async def test_a_workspace_that_no_manifest_names_is_removed_with_the_next_insert(tmp_path: Path):
    (tmp_path / f"w{'0' * 32}").mkdir()  # a process was killed in mid-insert
    index = await filled(tmp_path)
    await index.aclose()
    assert len([*tmp_path.glob("w*")]) == 1


def test_a_hostile_env_file_in_the_folder_changes_nothing(tmp_path: Path):
    (tmp_path / ".env").write_text("WORKSPACE=stolen\nENTITY_TYPES=x\nOPENAI_API_KEY=sk-1\n")
    code = (
        "import os, json; from echoes.rag.providers.lightrag_import import import_lightrag; "
        "import_lightrag(); "
        "print(json.dumps([key for key in ('WORKSPACE', 'ENTITY_TYPES', 'OPENAI_API_KEY') if key in os.environ]))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, capture_output=True, check=True, env={**os.environ}
    )
    assert json.loads(done.stdout.splitlines()[-1]) == []
