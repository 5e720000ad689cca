"""Traces reach OpenTelemetry as trees with the times of the steps; without the setting nothing of it is loaded."""

import os
import subprocess
import sys

import pytest
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

from echoes.core.errors import BadSetting
from echoes.core.operation.tracing import Span
from echoes.engine.operation.telemetry import TraceExporter, start_tracing

_ON = """
from echoes.core.operation.tracing import span
from echoes.engine.operation.telemetry import start_tracing
end = start_tracing()
with span("turn"):
    pass
end()
"""
_OFF = """
import sys
from echoes.app import open_engine
open_engine()
assert not [name for name in sys.modules if name.startswith("opentelemetry")]
"""


def test_a_tree_of_spans_becomes_a_trace():
    kept = InMemorySpanExporter()
    provider = TracerProvider()
    provider.add_span_processor(SimpleSpanProcessor(kept))
    turn = Span("turn", {"game": "g"}, began=10.0, seconds=2.0, began_ns=1_000_000_000)
    call = Span("model call", {"error": "ModelFailed"}, turn, began=10.5, seconds=1.0)
    turn.children.append(call)
    TraceExporter(provider).export(turn)
    inner, outer = kept.get_finished_spans()
    assert (inner.parent and inner.parent.span_id) == outer.context.span_id
    assert (outer.start_time, outer.end_time) == (1_000_000_000, 3_000_000_000)
    assert (inner.start_time, inner.end_time) == (1_500_000_000, 2_500_000_000)
    assert (outer.attributes, inner.status.is_ok) == ({"game": "g"}, False)


def test_the_standard_variables_choose_exporter_and_service():
    variables = {**os.environ, "OTEL_TRACES_EXPORTER": "console", "OTEL_SERVICE_NAME": "club"}
    done = subprocess.run(
        [sys.executable, "-c", _ON], env=variables, capture_output=True, text=True, check=True
    )
    assert '"name": "turn"' in done.stdout
    assert '"service.name": "club"' in done.stdout


def test_an_exporter_that_is_not_installed_is_named(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("OTEL_TRACES_EXPORTER", "nowhere")
    with pytest.raises(BadSetting, match="no exporter 'nowhere'"):
        start_tracing()


def test_nothing_of_it_is_loaded_when_it_is_off():
    subprocess.run([sys.executable, "-c", _OFF], check=True)
