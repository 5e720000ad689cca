"""The cost of taking in many puzzles, and of searching their knowledge bases."""

import asyncio
import json
import random
import statistics
import threading
import time
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path

from echoes.app import game_types, open_engine, open_scenarios
from echoes.bench.performance.resident import resident_mb
from echoes.bench.ready_vectors import ReadyVectors
from echoes.bench.situation_puzzle.dossiers.making import make_dossier
from echoes.config import Config, load_config
from echoes.core.documents import Document
from echoes.core.errors import EchoesError
from echoes.core.seats.roles import Role
from echoes.engine.engine import GameEngine
from echoes.engine.scenarios.ingest import ingest_each, open_import
from echoes.engine.sessions.queries import game_context
from echoes.games.situation_puzzle.authoring.rule_once import rule_once
from echoes.models.providers.embedded import EmbeddedEmbeddings
from echoes.rag.knowledge_base import KnowledgeBase
from echoes.rag.provider_factory import RAGProviderFactory

_GAME, _PUZZLE = "situation_puzzle", "wrong_umbrella"
_WORDS = (
    "lamp window river loaf train station letter doctor mirror garden shadow bridge sailor clock ticket "
    "piano candle orchard widow driver engine whistle painter island tunnel harbour judge apple violin porter"
).split()
_QUERIES = 40
_ASKED = "Was she happy that it was raining?"
_DOSSIER, _DOSSIER_WORDS = "kite_house", 50
"""Words of the dossier for each short puzzle: 50,000 for 1,000."""
_BLOCK = 4096
"""The bytes that a file takes at least."""


@dataclass(frozen=True)
class IngestFigures:
    """The cost of knowledge bases.

    Attributes:
        rate: short puzzles a second of processor time, beside that of embedding them.
        descriptors, threads: the most in use above those at the start; None where the system does not tell.
        resident_mb: the resident set after the last puzzle; None where the system does not tell.
        disk_kb: of a short puzzle's knowledge base.
        rerun_s: processor time of taking in the same files again.
        open_ms: opening a knowledge base and asking once, median.
        bundled_mb: on disk, of a bundled puzzle's knowledge base.
        first_game_s, first_ruling_s: until the first game of a bundled puzzle begins, and until its first
            question is answered, in a process that has read no puzzle and made no knowledge base yet.
        query: a query, over the same by Chroma; None where that is not installed.
        dossier_s: until a long dossier is taken in.
        dossier_asked_s: processor time of a question about it in another process, its start included.
    """

    rate: float
    descriptors: int | None
    threads: int
    resident_mb: float | None
    disk_kb: float
    rerun_s: float
    open_ms: float
    bundled_mb: float
    first_game_s: float
    first_ruling_s: float
    query: float | None
    dossier_s: float
    dossier_asked_s: float


async def measure_ingest(puzzles: int, folder: Path) -> IngestFigures:
    """Take in short puzzles, then open and search knowledge bases.

    Args:
        puzzles: how many.
        folder: for the files that are written.
    """
    config = load_config()
    config.paths.data, config.paths.rag_storage = folder / "ingest" / "data", folder / "ingest" / "rag"
    config.paths.game_storage = folder / "ingest" / "game_storage"
    path = folder / "short_puzzles.jsonl"
    path.write_text("".join(json.dumps(_short_puzzle(number)) + "\n" for number in range(puzzles)), "utf-8")
    descriptors, threads = _descriptors(), threading.active_count()
    spent, most, most_threads = await _ingested(config, path)
    async with open_engine(config) as engine:
        embedding = await _cpu(lambda: _embedded(engine))
    resident, disk_kb = resident_mb(), _size(config.paths.rag_storage) / puzzles / 1e3
    rerun, _, _ = await _ingested(config, path)
    with ProcessPoolExecutor(1, get_context("spawn"), max_tasks_per_child=1) as pool:
        begun, answered, bundled = pool.submit(_first_game, folder).result()
        taken_in = pool.submit(_take_in_dossier, folder, _DOSSIER_WORDS * puzzles).result()
        asked = pool.submit(_ask_dossier, folder).result()
    open_ms, query = await _searched(_bundled_documents(), folder)
    return IngestFigures(
        rate=puzzles / max(spent - embedding, 1e-3),
        descriptors=None if descriptors is None or most is None else most - descriptors,
        threads=most_threads - threads,
        resident_mb=resident,
        disk_kb=disk_kb,
        rerun_s=rerun,
        open_ms=open_ms,
        bundled_mb=bundled,
        first_game_s=begun,
        first_ruling_s=answered,
        query=query,
        dossier_s=taken_in,
        dossier_asked_s=asked,
    )


def _short_puzzle(number: int) -> dict[str, str]:
    chance = random.Random(number)

    def some(count: int) -> str:
        return " ".join(chance.choice(_WORDS) for _ in range(count))

    return {
        "id": f"short_{number}",
        "title": f"Case {number}",
        "statement": f"A man sees a {some(8)} and leaves the {some(6)}. Why, in case {number}?",
        "answer": f"He knew that the {some(10)} was a {some(8)}, and so the {some(4)} had to go.",
    }


async def _ingested(config: Config, path: Path) -> tuple[float, int | None, int]:
    """Return the processor time in seconds, and the most descriptors and threads meanwhile."""
    descriptors, threads = _descriptors(), 0
    async with open_engine(config) as engine:
        started = time.process_time()
        async for _ in ingest_each(engine, open_import(engine, [path], _GAME), _GAME):
            now = _descriptors()
            descriptors = None if now is None or descriptors is None else max(now, descriptors)
            threads = max(threads, threading.active_count())
        return time.process_time() - started, descriptors, threads


async def _embedded(engine: GameEngine) -> None:
    """Embed the texts of the short puzzles as their knowledge bases do, tier by tier."""
    embedder = EmbeddedEmbeddings()
    for name, scenario in engine.scenarios.list_all():
        if scenario.id.startswith("short_"):
            documents = engine.games[name].documents(scenario)
            for tier in engine.games[name].tiers:
                await embedder.embed([one.text for one in documents if one.tier == tier])


def _first_game(folder: Path) -> tuple[float, float, float]:
    """Play the first turn of a bundled puzzle, in a process that has warmed up and has read no puzzle.

    Returns:
        The seconds until the game begins, those until its first question is ruled on, and the size of its
        knowledge base in MB.
    """
    return asyncio.run(_first_turn(folder))


async def _first_turn(folder: Path) -> tuple[float, float, float]:
    config = load_config()
    config.paths.game_storage, config.paths.rag_storage = folder / "first_games", folder / "first_rag"
    async with open_engine(config) as engine:
        await engine.session_factory.warm_up(engine.storage)
        started = time.perf_counter()
        session = await engine.create_session(_PUZZLE, lang="en")
        begun = time.perf_counter()
        async for _ in engine.handle_message(session.session_id, _ASKED):
            pass
        answered = time.perf_counter()
    return begun - started, answered - started, _size(config.paths.rag_storage) / 1e6


def _take_in_dossier(folder: Path, words: int) -> float:
    """Return the seconds until a dossier is taken in."""
    made = make_dossier(load_config().paths.material("dossiers") / f"{_DOSSIER}_en.json", words)
    path = folder / "dossier.json"
    path.write_text(json.dumps(made.puzzle.to_json()), "utf-8")

    async def taken_in() -> float:
        async with open_engine(_own_config(folder)) as engine:
            started = time.perf_counter()
            async for _ in ingest_each(engine, open_import(engine, [path], _GAME), _GAME):
                pass
            return time.perf_counter() - started

    return asyncio.run(taken_in())


def _ask_dossier(folder: Path) -> float:
    """Ask a question about the dossier, and return the processor time of this process."""

    async def asked() -> None:
        async with open_engine(_own_config(folder)) as engine:
            context = await game_context(engine, _DOSSIER, "en")
            await rule_once(context.referee, _ASKED)
            await context.retrievers[Role.REFEREE].search(_ASKED)

    asyncio.run(asked())
    return time.process_time()


def _own_config(folder: Path) -> Config:
    config = load_config()
    config.paths.data, config.paths.rag_storage = folder / "dossiers" / "data", folder / "dossiers" / "rag"
    config.paths.game_storage = folder / "dossiers" / "game_storage"
    return config


def _bundled_documents() -> list[Document]:
    games = game_types(config := load_config())
    return games[_GAME].documents(open_scenarios(config, games).get(_PUZZLE, "en")[1])


async def _searched(documents: Sequence[Document], folder: Path) -> tuple[float, float | None]:
    """Return the milliseconds of opening and asking once, and those of a query over those of Chroma."""
    embedder = ReadyVectors(EmbeddedEmbeddings())
    queries = [f"Was the umbrella number {number} stolen?" for number in range(_QUERIES)]
    await embedder.embed(queries)

    async def built(provider: str) -> KnowledgeBase:
        base = KnowledgeBase(folder / provider, RAGProviderFactory(provider, embedder))
        await base.build("bench", "bench", "v1", documents, {})
        return base

    async def ask(base: KnowledgeBase, query: str) -> None:
        await (await base.retriever("bench", "v1", Role.REFEREE)).search(query)

    async def reopened(query: str) -> None:
        await ask(KnowledgeBase(folder / "local", RAGProviderFactory("local", embedder)), query)

    local = await built("local")
    asked = await _median(lambda query: ask(local, query), queries)
    opened = await _median(reopened, queries)
    try:
        chroma = await built("chroma")
    except EchoesError:
        return opened, None
    beside = await _median(lambda query: ask(chroma, query), queries)
    await chroma.close_all()
    return opened, asked / beside


async def _median(work: Callable[[str], Awaitable[None]], queries: Sequence[str]) -> float:
    """Return the median milliseconds, after one to warm up."""
    times: list[float] = []
    for query in [queries[0], *queries]:
        started = time.perf_counter()
        await work(query)
        times.append((time.perf_counter() - started) * 1000)
    return statistics.median(times[1:])


async def _cpu(work: Callable[[], Awaitable[None]]) -> float:
    started = time.process_time()
    await work()
    return time.process_time() - started


def _descriptors() -> int | None:
    folder = Path("/proc/self/fd")
    return len([*folder.iterdir()]) if folder.is_dir() else None


def _size(folder: Path) -> int:
    """Return the bytes of the files and folders below a folder, in whole blocks."""
    return sum(-(-path.stat().st_size // _BLOCK) * _BLOCK for path in folder.rglob("*"))
