"""Spans over OTLP/HTTP, by OpenTelemetry's SDK; nothing of it is process-wide."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from opentelemetry import trace
from opentelemetry.context import Context
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor
from opentelemetry.trace import Status, StatusCode
from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

from kesher.telemetry.instrument import Attributes, Kind, Span

_KINDS = {
    Kind.INSIDE: trace.SpanKind.INTERNAL,
    Kind.SERVER: trace.SpanKind.SERVER,
    Kind.CLIENT: trace.SpanKind.CLIENT,
}
_PROPAGATOR = TraceContextTextMapPropagator()
_EXPORT_SECONDS = 5
_TRACES = "/v1/traces"


class OtlpTracer:
    """Sends spans in batches from a thread of its own; what cannot be sent is dropped.

    What the SDK reads from the environment (`OTEL_TRACES_SAMPLER`, `OTEL_RESOURCE_ATTRIBUTES`,
    `OTEL_EXPORTER_OTLP_HEADERS` ...) holds.
    """

    def __init__(self, endpoint: str, *, service: str, version: str) -> None:
        """Prepare it.

        Args:
            endpoint: Base address of the collector, `http://127.0.0.1:4318`.
            service: The name that the spans come under.
        """
        base = endpoint.rstrip("/")
        url = base if base.endswith(_TRACES) else base + _TRACES
        resource = Resource.create({"service.name": service, "service.version": version})
        self._provider = TracerProvider(resource=resource, shutdown_on_exit=False)
        exporter = OTLPSpanExporter(endpoint=url, timeout=_EXPORT_SECONDS)
        self._provider.add_span_processor(BatchSpanProcessor(exporter))
        self._tracer = self._provider.get_tracer("kesher", version)

    def begin(
        self, name: str, attributes: Attributes, *, kind: Kind, parent: Mapping[str, str] | None
    ) -> Span:
        """Begin a span, as a child of the caller's in `parent`, else of the current one."""
        context = None if parent is None else _PROPAGATOR.extract(parent, Context())
        made = self._tracer.start_span(
            name,
            context=context,
            kind=_KINDS[kind],
            attributes=dict(attributes),
            record_exception=False,
        )
        return OtlpSpan(made)

    def close(self) -> None:
        """Send what is left, within seconds, and stop. Blocks."""
        self._provider.shutdown()


class OtlpSpan:
    """One span of the SDK's."""

    def __init__(self, span: trace.Span) -> None:
        self._span = span

    @property
    def trace_id(self) -> str:
        """The trace's id, 32 hexadecimal digits."""
        return trace.format_trace_id(self._span.get_span_context().trace_id)

    def rename(self, name: str) -> None:
        """Give it the name that is known only now."""
        self._span.update_name(name)

    def set(self, attributes: Attributes) -> None:
        """Add what has become known."""
        self._span.set_attributes(dict(attributes))

    def fail(self, kind: str) -> None:
        """Mark it as failed, by the error's code or class only: its words may quote people's."""
        self._span.set_attribute("error.type", kind)
        self._span.set_status(Status(StatusCode.ERROR))

    @contextmanager
    def current(self) -> Iterator[None]:
        """Give a context in which spans that begin are children of this one."""
        # Left to itself the library records an exception with its words.
        with trace.use_span(
            self._span, end_on_exit=False, record_exception=False, set_status_on_exception=False
        ):
            yield

    def end(self) -> None:
        """Say that the work is over."""
        self._span.end()
