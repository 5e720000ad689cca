"""OpenTelemetry: traces handed on to a collector; the only place that knows its packages, and loads them."""

from collections.abc import Callable
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from os import environ
from typing import Any

from pydantic import BaseModel, ConfigDict

from echoes.core.errors import BadSetting
from echoes.core.extras import how_to_install
from echoes.core.operation.tracing import Span, observe_traces

_NS = 1_000_000_000


class TelemetrySettings(BaseModel):
    """The `telemetry` section.

    Attributes:
        traces: whether traces are sent, to where the environment variables of OpenTelemetry say.
    """

    model_config = ConfigDict(extra="forbid")

    traces: bool = False


class TraceExporter:
    """Makes an OpenTelemetry trace of each outermost span.

    Args:
        provider: an OpenTelemetry tracer provider.
    """

    def __init__(self, provider: Any) -> None:
        self._provider, self._tracer = provider, provider.get_tracer("echoes")
        self._api: Any = import_module("opentelemetry.trace")

    def export(self, outermost: Span) -> None:
        """Hand a trace on; sending it is left to the provider's own thread."""
        self._add(outermost, None, outermost)

    def _add(self, span: Span, around: Any, outermost: Span) -> None:
        begin = outermost.began_ns + round((span.began - outermost.began) * _NS)
        made = self._tracer.start_span(
            span.name,
            context=self._api.set_span_in_context(around) if around else None,
            attributes=span.attributes,
            start_time=begin,
        )
        if "error" in span.attributes:
            made.set_status(self._api.Status(self._api.StatusCode.ERROR))
        for child in span.children:
            self._add(child, made, outermost)
        made.end(end_time=begin + round((span.seconds or 0.0) * _NS))


@cache
def start_tracing(exporter: Callable[[], Any] | None = None) -> Callable[[], None]:
    """Send all traces of this process from now on, and return a function that ends it.

    `OTEL_TRACES_EXPORTER` names the exporter (`otlp` by default, `console`, `none`), which reads its own
    variables, as the rest of OpenTelemetry does.

    Args:
        exporter: makes the exporter; None for the one that is named.
    Raises:
        BadSetting: the packages are missing, or there is no such exporter.
    """
    name = environ.get("OTEL_TRACES_EXPORTER") or "otlp"
    if exporter is None and (name == "none" or environ.get("OTEL_SDK_DISABLED", "").lower() == "true"):
        return lambda: None
    try:
        sdk, resources = (import_module(f"opentelemetry.sdk.{part}") for part in ("trace", "resources"))
        processors = import_module("opentelemetry.sdk.trace.export")
    except ImportError:
        raise BadSetting(
            "telemetry.traces needs OpenTelemetry, which is not installed", how_to_install("telemetry")
        ) from None
    named = environ.get("OTEL_SERVICE_NAME") or "echoes"
    provider = sdk.TracerProvider(resource=resources.Resource.create({"service.name": named}))
    provider.add_span_processor(processors.BatchSpanProcessor((exporter or _exporter(name))()))
    stop = observe_traces(TraceExporter(provider).export)

    def end() -> None:
        stop()
        provider.shutdown()
        start_tracing.cache_clear()

    return end


def _exporter(name: str) -> Any:
    """Return the class of an exporter by the name that OpenTelemetry gives it."""
    protocol = environ.get("OTEL_EXPORTER_OTLP_TRACES_PROTOCOL", environ.get("OTEL_EXPORTER_OTLP_PROTOCOL"))
    of_otlp = [f"otlp_proto_{(protocol or 'grpc').partition('/')[0]}"]
    of_otlp += ["otlp_proto_http", "otlp_proto_grpc"] if protocol is None else []
    for wanted in of_otlp if name == "otlp" else [name]:
        for found in entry_points(group="opentelemetry_traces_exporter", name=wanted):
            try:
                return found.load()
            except ImportError:
                continue
    raise BadSetting(
        f"OpenTelemetry has no exporter '{name}' here", "Install its package, or set OTEL_TRACES_EXPORTER."
    )
