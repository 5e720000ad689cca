"""The cost of a message in a running session."""

import statistics
import tempfile
import time
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any, cast

from langgraph.graph import END, START, StateGraph

from echoes.app import open_engine
from echoes.bench.situation_puzzle.rulings.asking import bundled_gold
from echoes.config import Config, load_config
from echoes.engine.sessions.queries import log_position
from echoes.games.turn_state import TurnState
from echoes.models.provider_registry import ModelProviderRegistry

PUZZLE = "wrong_umbrella"
_SETTLED = 5
"""Turns after which the databases have been made; growth is measured from there."""
_NODES = 5
"""Nodes that a question passes in the graph of the puzzle game."""


@dataclass(frozen=True)
class TurnFigures:
    """The cost of turns.

    Attributes:
        total: milliseconds of a ruling, median.
        platform: the same without the referee's own time.
        growth, disk_growth: the last tenth of the turns over the first, in time and in bytes of the log.
        disk_kb: kilobytes a turn.
    """

    total: float
    platform: float
    growth: float
    disk_growth: float
    disk_kb: float


async def measure_turns(questions: int, rag: Path) -> TurnFigures:
    """Ask a running session; the time that the referee itself took is in the usage of each event.

    Args:
        questions: how many.
        rag: where the knowledge base is, or is built.
    """
    config = load_config()
    texts = sample_questions(config, "en")
    with tempfile.TemporaryDirectory(prefix="echoes-bench-") as folder:
        config.paths.rag_storage = rag
        config.paths.game_storage = Path(folder) / "game_storage"
        totals: list[float] = []
        platform: list[float] = []
        logged: list[int] = []
        before = 0
        async with open_engine(config) as engine:
            session = await engine.create_session(PUZZLE, lang="en")
            for number in range(questions):
                started = time.perf_counter()
                events = [
                    e async for e in engine.handle_message(session.session_id, texts[number % len(texts)])
                ]
                total = (time.perf_counter() - started) * 1000
                before = _size(config.paths.game_storage) if number == _SETTLED else before
                logged.append(log_position(engine, session.session_id))
                own = sum(getattr(getattr(event, "usage", None), "elapsed_ms", 0.0) for event in events)
                totals.append(total)
                if events[-1].event in ("question_ruled", "ruling_unavailable"):
                    platform.append(total - own)
        grown = _size(config.paths.game_storage) - before
    tenth = max(1, len(totals) // 10)
    return TurnFigures(
        total=statistics.median(totals),
        platform=statistics.median(platform),
        growth=statistics.median(totals[-tenth:]) / statistics.median(totals[:tenth]),
        disk_growth=(logged[-1] - logged[-1 - tenth]) / (logged[tenth] - logged[0]),
        disk_kb=grown / 1024 / (len(totals) - _SETTLED - 1),
    )


async def measure_asked_back(lang: str, rag: Path) -> float | None:
    """Measure a question that is asked back, over the least work that it needs.

    Args:
        lang: of the game.
        rag: where the knowledge base is, or is built.
    Returns:
        The median of such turns, divided by that of embedding the same texts and of turns of a graph of as
        many empty nodes, in the same storage; all in turn. None where nothing was asked back.
    """
    config = load_config()
    embeddings = ModelProviderRegistry(config.models).embeddings()
    with tempfile.TemporaryDirectory(prefix="echoes-bench-") as folder:
        config.paths.rag_storage = rag
        config.paths.game_storage = Path(folder) / "game_storage"
        asked: list[float] = []
        least: list[float] = []
        async with open_engine(config) as engine:
            session = await engine.create_session(PUZZLE, lang=lang)
            bare = _bare_graph().compile(checkpointer=await engine.storage.checkpointer())
            for number, text in enumerate(sample_questions(config, lang)):
                started = time.perf_counter()
                events = [e async for e in engine.handle_message(session.session_id, text)]
                answered = time.perf_counter()
                await embeddings.embed([text])
                settings: Any = {"configurable": {"thread_id": "bare"}}
                await bare.ainvoke({"message": text, "turn": 0}, settings, durability="exit")
                if number >= _SETTLED and events[-1].event == "clarification_asked":
                    asked.append(answered - started)
                    least.append(time.perf_counter() - answered)
    return statistics.median(asked) / statistics.median(least) if asked else None


def _bare_graph() -> Any:
    """Build a graph whose nodes do nothing but write."""
    graph: Any = cast("Any", StateGraph)(TurnState)
    names = [START, *(f"node_{number}" for number in range(_NODES)), END]
    for name in names[1:-1]:
        graph.add_node(name, _counted)
    for one, following in pairwise(names):
        graph.add_edge(one, following)
    return graph


def _counted(state: TurnState[Any]) -> TurnState[Any]:
    return {"turn": state.get("turn", 0) + 1}


def sample_questions(config: Config, lang: str) -> list[str]:
    """Return the bundled questions about the puzzle that is measured with."""
    items = [item for item in bundled_gold(config) if item.lang == lang]
    return [item.text for item in items if item.story == PUZZLE]


def _size(folder: Path) -> int:
    """Return the bytes below a folder, without the kept versions of puzzles."""
    files = (path for path in folder.rglob("*") if path.is_file() and path.suffix != ".json")
    return sum(path.stat().st_size for path in files)
