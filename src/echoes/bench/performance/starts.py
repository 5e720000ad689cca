"""Starting processes: the command line and a first ruling, beside bare imports.

Each process is started several times, its counterpart in between, and the medians are compared.
"""

import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from echoes.bench.performance.resident import peak_mb

_ECHOES = [sys.executable, "-P", "-m", "echoes"]
_FIRST_RULING = "Is anything supernatural involved?\n"


@dataclass(frozen=True)
class StartFigures:
    """The cost of a start.

    Attributes:
        help: seconds of `echoes --help`, over those of a bare import of its libraries.
        first_ruling: seconds until a first ruling, over those of a bare import of the graph library.
        peak_mb: memory of a terminal game; None where the system does not tell.
    """

    help: float
    first_ruling: float
    peak_mb: float | None


def measure_starts(rounds: int, rag: Path) -> StartFigures:
    """Start each process a number of times.

    Args:
        rounds: how often.
        rag: where the knowledge base is, or is built.
    """
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
    return StartFigures(
        help=starts["help"] / starts["bare_cli"],
        first_ruling=starts["first_ruling"] / starts["bare_graph"],
        peak_mb=peak,
    )


def _environment(folder: Path, rag: Path) -> dict[str, str]:
    places = {"RAG_STORAGE": rag, "GAME_STORAGE": folder / "game_storage"}
    paths = {f"ECHOES__PATHS__{name}": str(path) for name, path in places.items()}
    return {**os.environ, **paths}


def _interleaved(
    commands: dict[str, tuple[Sequence[str], str]], env: dict[str, str], rounds: int
) -> dict[str, float]:
    """Return the median seconds of each command, all of them in turn, after one round to warm up."""
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
