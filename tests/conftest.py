"""Shared by all tests: folders of their own, no network, and a puzzle with canaries."""

import os
import shutil
import socket
import subprocess
import sys
from array import array
from collections.abc import AsyncIterator, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from filelock import FileLock
from hypothesis import HealthCheck, settings
from tests.support import canary_puzzle, write_puzzle

from echoes.app import open_engine
from echoes.config import load_config
from echoes.engine.engine import GameEngine
from echoes.models.providers.embedded import EmbeddedEmbeddings
from echoes.rag.knowledge_base_registry import KnowledgeBaseRegistry

if TYPE_CHECKING:
    from tests.postgres_cluster import Cluster

TESTS = Path(__file__).parent
os.environ["XDG_CONFIG_HOME"] = str(
    TESTS / "nobodys_settings"
)  # what `echoes setup` wrote for a caller is not read
VECTORS: dict[str, "array[float]"] = {}
MANY = 64
"""Texts that are too many to be remembered: those of a bundled puzzle, whose vectors are there already."""
EMBED = EmbeddedEmbeddings.embed

# How fast a machine is says nothing about a rule.
settings.register_profile("any machine", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("any machine")


@pytest.fixture(autouse=True)
def own_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Each test reads and writes below its own folder, and sees no setting of the caller."""
    for variable in list(os.environ):
        if variable.startswith("ECHOES") or variable.endswith("_API_KEY"):
            monkeypatch.delenv(variable)
    monkeypatch.setenv("ECHOES__PATHS__RAG_STORAGE", str(tmp_path / "rag_storage"))
    monkeypatch.setenv("ECHOES__PATHS__GAME_STORAGE", str(tmp_path / "game_storage"))
    monkeypatch.setenv("OLLAMA_HOST", "127.0.0.1:1")  # where nothing listens
    # Where the machine is busy, a turn takes as long as it takes.
    monkeypatch.setenv("ECHOES__STORAGE__LOCK_WAIT_S", "300")
    return tmp_path


@pytest.fixture(autouse=True)
def no_network(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only loopback may be reached."""
    connect = socket.socket.connect

    def guarded(self: socket.socket, address: Any) -> None:
        if self.family != socket.AF_UNIX and str(address[0]) not in ("127.0.0.1", "::1", "localhost"):
            raise AssertionError(f"a test tried to reach {address}")
        connect(self, address)

    monkeypatch.setattr(socket.socket, "connect", guarded)


@pytest.fixture(autouse=True)
def each_text_embedded_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Within a worker, the vector of a text is computed once: it is the same whoever asks."""

    async def remembered(embedder: EmbeddedEmbeddings, texts: Sequence[str]) -> list[list[float]]:
        if len(texts) > MANY:
            return await EMBED(embedder, texts)
        fresh = [*dict.fromkeys(text for text in texts if text not in VECTORS)]
        found = await EMBED(embedder, fresh) if fresh else []
        VECTORS.update(zip(fresh, (array("f", vector) for vector in found), strict=True))
        return [VECTORS[text].tolist() for text in texts]

    monkeypatch.setattr(EmbeddedEmbeddings, "embed", remembered)


@pytest.fixture
async def engine(knowledge: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[GameEngine]:
    """An engine on the bundled puzzles."""
    monkeypatch.setenv("ECHOES__PATHS__RAG_STORAGE", str(knowledge))
    async with open_engine() as opened:
        yield opened


@pytest.fixture
async def own_engine(own_folders: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[GameEngine]:
    """An engine with a data folder of its own, empty at first."""
    monkeypatch.setenv("ECHOES__PATHS__DATA", str(own_folders / "data"))
    async with open_engine(load_config()) as opened:
        yield opened


@pytest.fixture
def bell(own_folders: Path) -> Path:
    """The canary puzzle, in the data folder of `own_engine`."""
    return write_puzzle(own_folders / "data" / "situation_puzzles", canary_puzzle())


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Browsers first, so that one worker keeps their servers; quick ones last, to be shared out at the end.

    Tests with a browser share its event loop, so that it need not be started anew for each.
    """
    for item in items:
        if "people" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.asyncio(loop_scope="session"), append=False)
    order = {"web": 0, "unit": 2}
    items.sort(key=lambda item: order.get(item.path.relative_to(TESTS).parts[0], 1))


@pytest.fixture(scope="session")
def knowledge(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Path:
    """The knowledge bases of the bundled puzzles, for all workers: each is built by the first test that plays it.

    Those of the default puzzle are there from the start, as `echoes` itself builds them.
    """
    shared = tmp_path_factory.getbasetemp()
    folder = (shared if worker_id == "master" else shared.parent) / "knowledge"
    with FileLock(f"{folder}.lock"):
        if not folder.exists():
            draft = folder.with_suffix(".draft")
            places = {"RAG_STORAGE": draft / "rag_storage", "GAME_STORAGE": draft / "game_storage"}
            env = {**os.environ, **{f"ECHOES__PATHS__{name}": str(path) for name, path in places.items()}}
            for lang in ("en", "zh"):
                command = [sys.executable, "-m", "echoes", "ask", "wrong_umbrella", "?", "--lang", lang]
                subprocess.run(command, env=env, check=True, capture_output=True)
            (draft / "rag_storage").rename(folder)
    return folder


@pytest.fixture
def ready(knowledge: Path, own_folders: Path) -> None:
    """A folder of the test's own with what is built: a file is replaced there, never changed, so links will do."""
    own = own_folders / "rag_storage"
    own.mkdir()
    shutil.copy(knowledge / "kb_registry.json", own)
    for kb_id in KnowledgeBaseRegistry(own / "kb_registry.json").read():
        shutil.copytree(knowledge / kb_id, own / kb_id, copy_function=os.link)


@pytest.fixture(scope="session")
def cluster() -> "Iterator[Cluster]":
    """A PostgreSQL server for the tests of one worker, which may crash it."""
    from tests.postgres_cluster import Cluster, programs  # most tests need none of it

    folder = programs()
    if folder is None:
        missing = "no PostgreSQL is installed: the `postgres` back end is NOT tested (Debian: apt-get install postgresql)"
        pytest.fail(missing) if os.environ.get("CI") else pytest.skip(missing)
    started = Cluster(folder)
    yield started
    started.remove()


@pytest.fixture
def database(cluster: "Cluster") -> str:
    """The address of a database with the tables of echoes, all empty."""
    return cluster.url(cluster.make_database())


@pytest.fixture(params=["sqlite", "postgres"])
def each_backend(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Both back ends on which games are kept, as the settings name them."""
    if request.param == "postgres":
        monkeypatch.setenv("ECHOES__STORAGE__URL", request.getfixturevalue("database"))
    monkeypatch.setenv("ECHOES__STORAGE__BACKEND", request.param)
    return request.param
