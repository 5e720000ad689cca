"""`echoes bench overhead`: what the platform costs, as ratios taken in one run.

Machines differ and are noisy; a ratio to a bare import of the same run says more than
seconds. Each process is started several times, its counterpart in between, and the
medians are compared.
"""

import asyncio
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from echoes.bench.overhead.harness import BUSY_LATENCY_MS, measure_harness
from echoes.bench.overhead.memory import measure_memory
from echoes.bench.overhead.models import LATENCY_MS, measure_models
from echoes.bench.overhead.resident import peak_mb
from echoes.bench.overhead.session import measure_asked_back, measure_turns
from echoes.bench.overhead.web import measure_web
from echoes.core.errors import BadInput

_ECHOES = [sys.executable, "-P", "-m", "echoes"]
_ROUNDS = 3
"""Questions of each of many sessions at once."""
_FIRST_RULING = "Is anything supernatural involved?\n"


@dataclass(frozen=True)
class Load:
    """How much is measured with.

    Attributes:
        rounds: how often each process is started.
        questions: how many messages the running session gets, and the long one has.
        players, events: what the store holds when memory is measured.
        turns, sessions: of the games that are played with a stub for a model.
        games: of the baseline player; `asked`: questions to a referee in one run; `busy`: games of AI players
            at once.
        visitors: of the web app at once; `asks`: questions of each.
    """

    rounds: int = 5
    questions: int = 1000
    players: int = 1000
    events: int = 100_000
    turns: int = 200
    sessions: int = 200
    games: int = 64
    asked: int = 10_000
    busy: int = 64
    visitors: int = 100
    asks: int = 10


def measure(load: Load, parts: Sequence[str] = ()) -> list[dict[str, Any]]:
    """Figures, each with its bound.

    Args:
        load: how much is measured with.
        parts: which of `PARTS`; none means all.
    Returns:
        Rows with `name`, `value` (None for what can't be measured here), `bound`, `at_least`, `unit`
        and `ok`.
    Raises:
        BadInput: there is no such part.
    """
    if unknown := sorted(set(parts) - set(PARTS)):
        raise BadInput(f"there is no part '{unknown[0]}'", f"Known: {', '.join(PARTS)}.")
    with tempfile.TemporaryDirectory(prefix="echoes-bench-") as folder:
        rag = Path(folder) / "rag_storage"  # built once, by the first
        return [row for part in parts or PARTS for row in PARTS[part](load, rag, Path(folder))]


def _starts(load: Load, rag: Path, folder: Path) -> list[dict[str, Any]]:
    rounds = load.rounds
    with tempfile.TemporaryDirectory(prefix="echoes-bench-") as own:
        env = _environment(Path(own), rag)
        play = [*_ECHOES, "play", "wrong_umbrella", "--json"]
        _seconds(play, env, _FIRST_RULING)  # builds the knowledge base
        starts = _interleaved(
            {
                "help": ([*_ECHOES, "--help"], ""),
                "bare_cli": ([sys.executable, "-c", "import typer, pydantic, rich"], ""),
                "first_ruling": (play, _FIRST_RULING),
                "bare_graph": ([sys.executable, "-c", "import langgraph.graph"], ""),
            },
            env,
            rounds,
        )
        peak = peak_mb(play, env, _FIRST_RULING * 3)
    return [
        _row(
            "echoes --help / bare import of typer, pydantic, rich",
            starts["help"] / starts["bare_cli"],
            2.0,
            "x",
        ),
        _row(
            "start to first ruling / import langgraph.graph",
            starts["first_ruling"] / starts["bare_graph"],
            3.0,
            "x",
        ),
        _row("peak memory of a terminal game", peak, 300.0, "MB"),
    ]


def _session(load: Load, rag: Path, folder: Path) -> list[dict[str, Any]]:
    questions = load.questions
    turns = asyncio.run(measure_turns(questions, rag))
    asked_back = {lang: asyncio.run(measure_asked_back(lang, rag)) for lang in ("en", "zh")}
    return [
        _row("a ruling in a running session, median", turns["total"], 30.0, "ms"),
        _row("of which graph and storage, median", turns["platform"], 10.0, "ms"),
        _row(f"the last tenth of {questions} turns / the first, time", turns["growth"], 1.5, "x"),
        _row(f"the last tenth of {questions} turns / the first, disk", turns["disk_growth"], 1.5, "x"),
        _row("event log and checkpoints, a turn", turns["disk_kb"], 4.0, "KB"),
        *(
            _row(
                f"a question asked back / its text embedded and a bare graph's turn, {lang}", ratio, 2.0, "x"
            )
            for lang, ratio in asked_back.items()
        ),
    ]


def _memory(load: Load, rag: Path, folder: Path) -> list[dict[str, Any]]:
    figures = asyncio.run(measure_memory(load.players, load.events, 60, load.questions, rag))
    much = f"{load.players} players, {load.events} events"
    return [
        _row(f"recall and record a turn, {much}", figures["recall_and_record"], 5.0, "ms"),
        _row(f"a game counted, {much}", figures["update"], 50.0, "ms"),
        _row(f"memories of a player searched, {much}", figures["search"], None, "ms"),
        _row(f"opening {load.questions} turns, beyond an empty session", figures["open"], 200.0, "ms"),
    ]


def _models(load: Load, rag: Path, folder: Path) -> list[dict[str, Any]]:
    figures = asyncio.run(measure_models(load.turns, load.sessions, _ROUNDS, rag))
    at_once = f"{load.sessions} sessions at once, {LATENCY_MS} ms a call"
    return [
        _row("model calls a question", figures["calls"], 1.05, ""),
        _row(f"prompt at turn {load.turns} / at turn 5, length", figures["growth"], 1.2, "x"),
        _row("share of a prompt that is as the one before", figures["prefix"], 0.8, "x", at_least=True),
        _row("a turn beside its model call, median", figures["beside"], 10.0, "ms"),
        _row(f"{at_once}: rate / bare loop, one process", figures["at_once"], 0.8, "x", at_least=True),
        _row(f"{at_once}: the same, one a core", figures["at_once_on_all_cores"], 0.8, "x", at_least=True),
        _row(f"{at_once}: lost turns", figures["lost"], 0.0, ""),
    ]


def _harness(load: Load, rag: Path, folder: Path) -> list[dict[str, Any]]:
    figures = asyncio.run(measure_harness(load.games, load.asked, load.busy, rag, folder))
    busy = f"{load.busy} games at once keep a model of {BUSY_LATENCY_MS} ms a call busy"
    rate = figures["games_a_minute"]
    return [
        _row("games a minute, baseline player and embedded referee", rate, 50.0, "", at_least=True),
        _row("bench referee, a question beside the referee's own time", figures["added"], 2.0, "ms"),
        _row(f"memory after {load.asked} questions / after a tenth of them", figures["growth"], 1.1, "x"),
        _row(busy, figures["busy"], 0.9, "x", at_least=True),
    ]


def _web(load: Load, rag: Path, folder: Path) -> list[dict[str, Any]]:
    figures = asyncio.run(measure_web(load.visitors, load.asks, load.rounds, rag, folder))
    many = f"{load.visitors} players at once"
    return [
        _row("the web app's page ready / an empty Gradio page", figures["page"], 3.0, "x"),
        _row("a ruling shown after it was sent, median", figures["shown"], 300.0, "ms"),
        _row(f"{many}: a ruling, median", figures["median"], None, "ms"),
        _row(f"{many}: a ruling, 95th percentile", figures["late"], 2000.0, "ms"),
        _row(f"{many}: lost questions", figures["lost"], 0.0, ""),
    ]


PARTS: dict[str, Callable[[Load, Path, Path], list[dict[str, Any]]]] = {
    "start": _starts,
    "session": _session,
    "memory": _memory,
    "models": _models,
    "benchmarks": _harness,
    "web": _web,
}
"""What can be measured, by name."""


def _row(
    name: str, value: float | None, bound: float | None, unit: str, at_least: bool = False
) -> dict[str, Any]:
    kept = bound is None or value is None or (value >= bound if at_least else value <= bound)
    return {
        "name": name,
        "value": None if value is None else round(value, 3),
        "bound": bound,
        "at_least": at_least,
        "unit": unit,
        "ok": kept,
    }


def _environment(folder: Path, rag: Path) -> dict[str, str]:
    import os

    places = {"RAG_STORAGE": rag, "GAME_STORAGE": folder / "game_storage"}
    paths = {f"ECHOES__PATHS__{name}": str(path) for name, path in places.items()}
    return {**os.environ, **paths}


def _interleaved(
    commands: dict[str, tuple[Sequence[str], str]], env: dict[str, str], rounds: int
) -> dict[str, float]:
    """The median seconds of each command, all of them in turn, after one round to warm up."""
    times: dict[str, list[float]] = {name: [] for name in commands}
    for number in range(rounds + 1):
        for name, (command, text) in commands.items():
            seconds = _seconds(command, env, text)
            if number:
                times[name].append(seconds)
    return {name: statistics.median(values) for name, values in times.items()}


def _seconds(command: Sequence[str], env: dict[str, str], text: str) -> float:
    started = time.perf_counter()
    subprocess.run(
        command,
        env=env,
        input=text.encode(),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        check=True,
    )
    return time.perf_counter() - started
