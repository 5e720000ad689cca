"""Every RAG provider on every surface, with the embedded embedder and with served ones.

What a game does is the same within a process and beyond; what differs is who starts it, so each surface is started
once for each provider.
"""

import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.attacks.conftest import Attacker, Target
from tests.support import CANARY, ROOT, canary_puzzle, provider_or_skip, say, write_puzzle
from tests.warm import echoes
from tests.web.conftest import Server

from echoes.app import open_engine
from echoes.core.memories import INDEXED
from echoes.core.seats.roles import Role
from echoes.engine.engine import GameEngine
from echoes.games.situation_puzzle.roles import PuzzleRole
from echoes.rag.provider_factory import RAG_PROVIDERS
from echoes.testing import ModelServer, embed_by_letters, serving

PREPARING = "Preparing “The Silent Bell” …"
KB = "game_silent_bell_en"
QUESTIONS = ["Was the bell broken?", "the bell and the slope", "1", "/hint"]
SOLUTION = "/answer " + " ".join(fact["statement"] for fact in canary_puzzle()["facts"])
EMBEDDERS = {"embedded": "", "api": "/v1", "ollama": ""}


@pytest.fixture(scope="module")
def server() -> Iterator[ModelServer]:
    with serving(lambda asked: "") as started:
        started.embed = embed_by_letters
        yield started


@pytest.fixture(params=RAG_PROVIDERS.names())
def provider(request: pytest.FixtureRequest, bell: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setenv("ECHOES__RAG__PROVIDER", provider_or_skip(request.param))
    monkeypatch.setenv("ECHOES__PATHS__DATA", str(bell.parents[1]))
    return request.param


@pytest.fixture(params=EMBEDDERS)
def embedder(request: pytest.FixtureRequest, server: ModelServer, monkeypatch: pytest.MonkeyPatch) -> str:
    return _configured(request.param, server, monkeypatch)


@pytest.fixture
def served_embedder(server: ModelServer, monkeypatch: pytest.MonkeyPatch) -> str:
    return _configured("api", server, monkeypatch)


def _configured(kind: str, server: ModelServer, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setenv("ECHOES__MODELS__PROVIDER", kind)
    if kind == "embedded":
        return "minilm"
    monkeypatch.setenv("ECHOES__MODELS__BASE_URL", server.url + EMBEDDERS[kind])
    monkeypatch.setenv("ECHOES__MODELS__EMBEDDING_MODEL_NAME", "letters")
    return "letters"


async def answers_with_the_right_parts(engine: GameEngine, provider: str, embedder: str) -> None:
    """Ask the knowledge base that was built, as the roles may."""
    entry = engine.knowledge.entries()[KB]
    assert entry.provider_type == provider
    assert entry.embedder.startswith(embedder)

    async def found(role: str, query: str, **narrowed: Any) -> list[str]:
        access = engine.games["situation_puzzle"].access
        retriever = await engine.knowledge.retriever(KB, entry.content_hash, role, access)
        return [passage.text for passage in await retriever.search(query, **narrowed)]

    for ruling in canary_puzzle()["rulings"]:
        text = ruling.get("text") or ruling["texts"][0]
        assert (await found(Role.REFEREE, text))[0] == text
    assert "zzfacttwo" in (await found(Role.REFEREE, "Did snow lay on the slope?", kind="fact"))[0]
    assert "zzhint" in " ".join(await found(PuzzleRole.HINT_MASTER, "the season"))
    for_players = await found(Role.PLAYER, "the sexton, the bell, the slope and the season", limit=200)
    assert for_players and not CANARY.search(" ".join(for_players))


class Terminal:
    """Whoever is told, with a lock that can't be copied, as a terminal has one."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self._lock = threading.RLock()

    def tell(self, line: str) -> None:
        with self._lock:
            self.lines.append(line)


async def test_a_game_is_played_to_its_end(provider: str, embedder: str):
    terminal = Terminal()
    async with open_engine(announce=terminal.tell) as engine:
        session = await engine.create_session("silent_bell")
        events = await say(engine, session.session_id, *QUESTIONS, SOLUTION)
        assert [event.event for event in events] == [
            "question_ruled",
            "clarification_asked",
            "question_ruled",
            "hint_given",
            "hypothesis_judged",
            "solution_revealed",
            "session_ended",
        ]
        await answers_with_the_right_parts(engine, provider, embedder)
    assert terminal.lines == [PREPARING]


async def test_what_is_built_is_there_for_the_next_process(provider: str, embedder: str):
    for said in ([PREPARING], []):
        terminal = Terminal()
        async with open_engine(announce=terminal.tell) as engine:
            await engine.ensure_knowledge(*engine.scenarios.get("silent_bell", None))
            await answers_with_the_right_parts(engine, provider, embedder)
        assert terminal.lines == said


@pytest.mark.usefixtures("each_backend")
async def test_memories_are_indexed_by_it(bell: Path, embedder: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("ECHOES__PATHS__DATA", str(bell.parents[1]))
    async with open_engine() as engine:
        session = await engine.create_session("silent_bell", player_id="ann")
        await say(engine, session.session_id, *QUESTIONS, SOLUTION)
    async with open_engine() as engine:
        found = await (await engine.storage.store()).asearch((INDEXED,), query="the bell", limit=5)
        assert found and all(one.score is not None for one in found)


@pytest.mark.slow
@pytest.mark.parametrize("surface", ["play", "ingest", "ai"])
async def test_a_command_builds_it(provider: str, served_embedder: str, surface: str, own_folders: Path):
    played = "\n".join([*QUESTIONS, SOLUTION])
    command = {
        "play": ["play", "silent_bell"],
        "ingest": ["ingest", str(write_puzzle(own_folders / "new", canary_puzzle()))],
        "ai": ["play", "silent_bell", "--ai", "baseline", "--turns", "6"],
    }[surface]
    done = echoes(*command, text=played)
    assert done.returncode == 0, done.stderr
    expected = (PREPARING, "The player has nothing more to say")
    assert [line for line in done.stderr.splitlines() if line and not line.startswith(expected)] == []
    assert surface != "play" or "avalanche" in done.stdout
    async with open_engine() as engine:
        await answers_with_the_right_parts(engine, provider, served_embedder)


@pytest.mark.slow
async def test_the_web_app_builds_it(provider: str, served_embedder: str, own_folders: Path):
    web = Server(own_folders)
    ours = ("ECHOES__RAG", "ECHOES__MODELS")
    web.settings = {name: value for name, value in os.environ.items() if name.startswith(ours)}
    web.start()
    try:
        visitor = Attacker(Target(web.url.rstrip("/"), "", None))
        game = visitor.begin("silent_bell")
        for message in (*QUESTIONS, SOLUTION):
            assert "error" not in visitor.call("send_message", game=game, text=message)
    finally:
        web.stop()
    async with open_engine() as engine:
        [session] = engine.storage.event_log.sessions()
        kinds = [entry.event.event for entry in engine.storage.event_log.read(session)]
        assert "solution_revealed" in kinds
        await answers_with_the_right_parts(engine, provider, served_embedder)
    assert "can't be used" not in (own_folders / "server.log").read_text()


@pytest.mark.slow
def test_the_demo_runs(provider: str, served_embedder: str):
    done = subprocess.run(
        [sys.executable, str(ROOT / "demo" / "bring_a_puzzle.py")],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert f"ingested {KB}" in done.stdout
    assert "Was the bell broken? → NO" in done.stdout
