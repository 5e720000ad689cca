"""The cost of traces that are sent, beside the same turns without."""

import statistics
import time
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

from echoes.app import open_engine
from echoes.bench.performance.sessions import PUZZLE, sample_questions
from echoes.config import load_config
from echoes.core.errors import BadSetting
from echoes.engine.operation.telemetry import start_tracing

_WARM = 5
_MOST = 200
"""Questions of one run: each is undone, and an undo folds the whole log."""


class _Collector:
    """An exporter that encodes spans as for OTLP, and sends them nowhere."""

    def export(self, spans: Sequence[Any]) -> Any:
        """Encode them."""
        encoder = import_module("opentelemetry.exporter.otlp.proto.common.trace_encoder")
        encoder.encode_spans(spans).SerializeToString()
        return import_module("opentelemetry.sdk.trace.export").SpanExportResult.SUCCESS

    def shutdown(self) -> None:
        """Do nothing: nothing is open."""


async def measure_tracing(questions: int, rag: Path, folder: Path) -> float | None:
    """Play one session, and send the traces of every second pair of turns.

    Args:
        questions: how many, up to 200.
        rag: where the knowledge base is, or is built.
        folder: for the session.
    Returns:
        The median time of a turn whose trace is sent, over that of one whose is not; None if OpenTelemetry
        is not installed.
    """
    config = load_config()
    config.storage.backend = "sqlite"
    config.paths.rag_storage, config.paths.game_storage = rag, folder / "traced"
    texts = sample_questions(config, "en")
    times: dict[bool, list[float]] = {False: [], True: []}
    async with open_engine(config) as engine:
        session = (await engine.create_session(PUZZLE, lang="en")).session_id
        for number in range(-2 * _WARM, 2 * min(questions, _MOST)):
            traced = number % 2 == 1
            try:
                end = start_tracing(_Collector) if traced else None
            except BadSetting:
                return None
            started = time.perf_counter()
            async for _ in engine.handle_message(session, texts[number // 2 % len(texts)]):
                pass
            if number >= 0:
                times[traced].append(time.perf_counter() - started)
            await engine.undo(session, 1)  # so that the same question costs the same again
            if end:
                end()
    return statistics.median(times[True]) / statistics.median(times[False])
