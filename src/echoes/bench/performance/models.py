"""The cost of the platform beside calls of a model."""

import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import pairwise, takewhile
from pathlib import Path

from echoes.app import open_engine
from echoes.bench.performance.concurrency import ConcurrencyFigures, measure_concurrency
from echoes.bench.performance.profile import Profile, profile_sessions
from echoes.bench.situation_puzzle.rulings.asking import bundled_gold
from echoes.config import Config, load_config
from echoes.models.completion import Completion, Reply, Request
from echoes.models.wrappers.base import CompletionWrapper

LATENCY_MS = 200
_PUZZLE = "wrong_umbrella"
_EARLY, _AROUND = 5, 3
"""The turn with which a late one is compared, and how many around it, since questions differ in length."""


class _PromptRecorder(CompletionWrapper):
    """Records all prompts."""

    def __init__(self, inner: Completion, kept: list[str]) -> None:
        super().__init__(inner)
        self._kept = kept

    async def complete(self, request: Request) -> Reply:
        """Record the prompt, and ask."""
        self._kept.append(request.system + request.prompt)
        return await self.inner.complete(request)


@dataclass(frozen=True)
class LongGameFigures:
    """The cost of a long game with a model.

    Attributes:
        calls: of the model, a question.
        growth: the length of a late prompt over an early one.
        prefix: the share of a prompt that is the same as the one before, median.
        beside: milliseconds of a turn beside the call, median.
    """

    calls: float
    growth: float
    prefix: float
    beside: float


@dataclass(frozen=True)
class ModelFigures:
    """The cost of a long game with a model, and of many concurrent ones.

    Attributes:
        profile: the processor time of the latter in one process; None where the system can't tell.
    """

    long_game: LongGameFigures
    concurrent: ConcurrencyFigures
    profile: Profile | None


async def measure_models(turns: int, sessions: int, rounds: int, rag: Path) -> ModelFigures:
    """Play with a stub that answers at once, then many sessions with one that takes its time.

    Args:
        turns: of the one long game.
        sessions: played concurrently.
        rounds: questions of each of them.
        rag: where knowledge bases are kept.
    """
    with tempfile.TemporaryDirectory(prefix="echoes-bench-") as folder:
        with stub(0) as url:
            long = await _long_game(stubbed(Path(folder), rag, url), turns)
        with stub(LATENCY_MS) as url:
            config = stubbed(Path(folder), rag, url)
            many = await measure_concurrency(config, sessions, rounds)
            profile = await profile_sessions(config, sessions, rounds)
    return ModelFigures(long, many, profile)


def stubbed(folder: Path, rag: Path, url: str) -> Config:
    """Load the configuration, with a stub for the model of every role."""
    config = load_config()
    config.paths.rag_storage, config.paths.game_storage = rag, folder / "game_storage"
    models = {"provider": "api", "base_url": url, "llm_model_name": "stub", "structured": "json_schema"}
    config.models = config.models.model_copy(update={**models, "roles": {}, "replay": None, "record": None})
    config.play.referee = "model"
    return config


async def _long_game(config: Config, turns: int) -> LongGameFigures:
    items = [item for item in bundled_gold(config) if item.lang == "en" and item.story == _PUZZLE]
    asked = [items[n % len(items)].text for n in range(turns)]
    # A question asked before is ruled without a call, so questions are numbered each time round.
    again = [n // len(items) for n in range(turns)]
    texts = [f"{text.rstrip(' ?.')} ({n})?" if n else text for n, text in zip(again, asked, strict=True)]
    prompts: list[str] = []
    beside: list[float] = []
    calls = 0
    async with open_engine(config, watch=lambda role, inner: _PromptRecorder(inner, prompts)) as engine:
        session = (await engine.create_session(_PUZZLE, lang="en")).session_id
        for text in texts:
            started = time.perf_counter()
            events = [event async for event in engine.handle_message(session, text)]
            taken = (time.perf_counter() - started) * 1000
            usage = getattr(events[0], "usage", None)
            calls += usage.model_calls if usage else 0
            beside += [taken - usage.elapsed_ms] if usage and usage.model_calls else []
    early = statistics.mean(map(len, prompts[_EARLY - _AROUND : _EARLY + _AROUND]))
    late = statistics.mean(map(len, prompts[-2 * _AROUND :]))
    return LongGameFigures(
        calls=calls / len(texts),
        growth=late / early,
        prefix=statistics.median(_shared(one, other) for one, other in pairwise(prompts)),
        beside=statistics.median(beside),
    )


def _shared(before: str, now: str) -> float:
    """Return the share of a prompt, from its beginning, that is the same as the one before."""
    same = takewhile(lambda pair: pair[0] == pair[1], zip(before, now, strict=False))
    return sum(1 for _ in same) / len(now)


@contextmanager
def stub(latency_ms: float) -> Generator[str]:
    """Run a stub server in a process of its own, and yield its address."""
    command = [sys.executable, "-P", "-m", "echoes.bench.performance.stub_server", str(latency_ms)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        try:
            yield f"http://127.0.0.1:{process.stdout.readline().strip()}/v1"
        finally:
            process.terminate()
