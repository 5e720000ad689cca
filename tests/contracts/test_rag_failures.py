"""What fails of a RAG provider is said in one line with its remedy, and no index is damaged by it."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.support import provider_or_skip, say

from echoes.app import open_engine
from echoes.core.errors import EchoesError, IndexFailed, ModelFailed
from echoes.engine.engine import GameEngine
from echoes.rag.provider_factory import RAG_PROVIDERS
from echoes.rag.providers.lightrag_import import import_lightrag
from echoes.testing import ModelServer, embed_by_letters, serving

EXTRAS = {"chroma": "chroma", "lightrag": "graph", "minirag": "minirag"}
LIBRARIES = {"chroma": "chromadb", "lightrag": "lightrag.lightrag", "minirag": "minirag.operate"}
NEAR = "the bell and the slope"
BAD: dict[str, Any] = {
    "fewer": lambda texts: embed_by_letters(texts)[1:],
    "more": lambda texts: embed_by_letters([*texts, "one more"]),
    "another length": lambda texts: [[*vector, 1.0] for vector in embed_by_letters(texts)],
    "strings": lambda texts: [["a", "b"]] * len(texts),
    "numbers as text": lambda texts: [["0.5", "0.5"]] * len(texts),
    "not a number": lambda texts: [[float("nan"), 1.0]] * len(texts),
    "infinite": lambda texts: [[float("inf"), 1.0]] * len(texts),
    "empty": lambda texts: [[]] * len(texts),
    "nothing": lambda texts: [],
    "nested": lambda texts: [[[1.0, 2.0]]] * len(texts),
    "null": lambda texts: [None] * len(texts),
    "null within": lambda texts: [[None, 1.0]] * len(texts),
    "object": lambda texts: [{"a": 1}] * len(texts),
}


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[ModelServer]:
    with serving(lambda asked: "") as started:
        started.embed = embed_by_letters
        monkeypatch.setenv("ECHOES__MODELS__PROVIDER", "api")
        monkeypatch.setenv("ECHOES__MODELS__BASE_URL", f"{started.url}/v1")
        monkeypatch.setenv("ECHOES__MODELS__EMBEDDING_MODEL_NAME", "letters")
        monkeypatch.setenv("ECHOES__MODELS__RETRIES", "0")
        yield started


@pytest.fixture
def data(bell: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("ECHOES__PATHS__DATA", str(bell.parents[1]))
    return bell


@pytest.fixture(params=RAG_PROVIDERS.names())
def provider(request: pytest.FixtureRequest, data: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setenv("ECHOES__RAG__PROVIDER", provider_or_skip(request.param))
    return request.param


@pytest.fixture(params=EXTRAS)
def hidden(request: pytest.FixtureRequest, data: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A provider whose library is missing."""
    monkeypatch.setenv("ECHOES__RAG__PROVIDER", request.param)
    _hide(request.param, monkeypatch)
    return request.param


def _hide(provider: str, monkeypatch: pytest.MonkeyPatch) -> None:
    import_lightrag.cache_clear()
    monkeypatch.setitem(sys.modules, LIBRARIES[provider], None)


def contents(folder: Path) -> dict[Path, bytes]:
    return {
        path: path.read_bytes() for path in folder.rglob("*") if path.is_file() and "sqlite" not in path.name
    }


async def ensure(engine: GameEngine) -> None:
    await engine.ensure_knowledge(*engine.scenarios.get("silent_bell", None))


async def found(engine: GameEngine) -> list[str]:
    entry = engine.knowledge.entries()["game_silent_bell_en"]
    retriever = await engine.knowledge.retriever(entry.kb_id, entry.content_hash, "referee")
    return [passage.text for passage in await retriever.search("Was the bell broken?", 1)]


def says(error: EchoesError, *words: str) -> bool:
    return (
        all(word in str(error) for word in words) and "\n" not in str(error) and "writable" not in str(error)
    )


async def test_a_missing_library_is_named_with_the_extra_that_brings_it(hidden: str):
    told: list[str] = []
    async with open_engine(announce=told.append) as engine:
        session = await engine.create_session("silent_bell")
        [asked] = await say(engine, session.session_id, NEAR)
        assert asked.event == "clarification_asked", "the text takes its place"
        for work in (ensure(engine), engine.knowledge.self_test()):
            with pytest.raises(IndexFailed) as failed:
                await work
            assert says(failed.value, "not installed", f"pip install 'echoes-of-deceit[{EXTRAS[hidden]}]'")
    assert sum(f"[{EXTRAS[hidden]}]" in line for line in told) == 1, "the player is told once"


async def test_what_was_built_outlives_a_missing_library(provider: str, monkeypatch: pytest.MonkeyPatch):
    if provider not in LIBRARIES:
        pytest.skip("it needs no library")
    async with open_engine() as engine:
        await ensure(engine)
    with monkeypatch.context() as patch:
        _hide(provider, patch)
        async with open_engine() as engine:
            with pytest.raises(IndexFailed, match="not installed"):
                await ensure(engine)
    told: list[str] = []
    async with open_engine(announce=told.append) as engine:
        await ensure(engine)
        assert await found(engine) == ["Was the bell broken?"]
    assert told == [], "it is not built again"


@pytest.mark.slow
def test_each_command_says_which_library_is_missing(
    data: Path, own_folders: Path, monkeypatch: pytest.MonkeyPatch
):
    """In processes that find no such library, whatever is imported there."""
    blocker = "import sys\nclass Hidden:\n def find_spec(self, name, *_):\n  if name.partition('.')[0] == 'lightrag': raise ModuleNotFoundError(f'No module named {name!r}')\nsys.meta_path.insert(0, Hidden())\n"
    (own_folders / "sitecustomize.py").write_text(blocker)
    paths = os.pathsep.join(filter(None, [str(own_folders), os.environ.get("PYTHONPATH")]))
    env = {**os.environ, "PYTHONPATH": paths, "ECHOES__RAG__PROVIDER": "lightrag"}
    for command, status in ((["play", "silent_bell"], 0), (["ingest", str(data)], 1), (["doctor"], 1)):
        done = subprocess.run(
            [sys.executable, "-m", "echoes", *command],
            env=env,
            input=f"{NEAR}\n",
            capture_output=True,
            text=True,
        )
        lines = [
            line
            for line in (done.stdout + done.stderr).splitlines()
            if "lightrag" in line and "echoes-of" in line
        ]
        assert len(lines) == 1 and "install 'echoes-of-deceit[graph]'" in lines[0], done
        assert (done.returncode, "Traceback" in done.stderr, "writable" in lines[0]) == (status, False, False)


async def test_an_embedder_that_answers_badly_is_named_and_harms_no_index(
    provider: str, server: ModelServer, own_folders: Path
):
    async with open_engine() as engine:
        await ensure(engine)
    before = contents(own_folders / "rag_storage")
    for name, bad in BAD.items():
        server.embed = bad
        async with open_engine() as engine:
            with pytest.raises(ModelFailed) as failed:
                await found(engine)
            assert says(failed.value, "the embedder 'letters'"), name
            assert any(word in str(failed.value) for word in ("embedding_model_name", "Serve the model")), (
                name
            )
        assert contents(own_folders / "rag_storage") == before, name
    server.embed = embed_by_letters
    told: list[str] = []
    async with open_engine(announce=told.append) as engine:
        await ensure(engine)
        assert await found(engine) == ["Was the bell broken?"]
    assert told == []


@pytest.mark.parametrize("bad", BAD.values(), ids=BAD)
async def test_a_game_goes_on_beside_an_embedder_that_answers_badly(
    data: Path, server: ModelServer, bad: Any
):
    server.embed, told = bad, list[str]()
    async with open_engine(announce=told.append) as engine:
        session = await engine.create_session("silent_bell")
        events = await say(engine, session.session_id, NEAR, "1", "/giveup")
        assert [event.event for event in events][-1] == "session_ended"
    assert sum("the embedder 'letters'" in line for line in told) == (bad is not BAD["another length"])


async def test_an_embedder_that_changes_within_a_build_is_named(
    provider: str, server: ModelServer, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("echoes.rag.providers.kept_vectors.PORTION", 2)
    asked: list[int] = []

    def changing(texts: list[str]) -> list[Any]:
        asked.append(len(texts))
        return [vector[: 64 - len(asked)] for vector in embed_by_letters(texts)]

    server.embed = changing
    async with open_engine() as engine:
        with pytest.raises(ModelFailed, match="the embedder 'letters' gives vectors of"):
            await ensure(engine)
        server.embed = embed_by_letters
        await ensure(engine)
        assert await found(engine) == ["Was the bell broken?"]


async def test_another_model_by_the_same_name_is_noticed_before_a_game(provider: str, server: ModelServer):
    async with open_engine() as engine:
        await ensure(engine)
    server.embed = BAD["another length"]
    async with open_engine() as engine:
        with pytest.raises(ModelFailed, match="vectors of 65 numbers, and gave vectors of 64 before"):
            await ensure(engine)
