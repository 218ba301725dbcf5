"""A collector of traces on loopback: takes OTLP over HTTP and reads its protobuf."""

import gzip
import threading
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest
from opentelemetry.proto.common.v1.common_pb2 import AnyValue, KeyValue
from opentelemetry.proto.trace.v1.trace_pb2 import Span, Status

Value = str | int | float | bool | list[str]


@dataclass(frozen=True)
class ReceivedSpan:
    """One span as it came."""

    name: str
    kind: int
    trace_id: str
    span_id: str
    parent_id: str
    failed: bool
    attributes: Mapping[str, Value]


@dataclass
class Receiver:
    """What has been received so far."""

    url: str
    spans: list[ReceivedSpan] = field(default_factory=list)
    service: str = ""
    raw: bytes = b""

    def take(self, body: bytes) -> None:
        """Read one request's body."""
        self.raw += body
        request = ExportTraceServiceRequest.FromString(body)
        for resource in request.resource_spans:
            self.service = str(_told(resource.resource.attributes)["service.name"])
            for scope in resource.scope_spans:
                self.spans += [_span(each) for each in scope.spans]

    def named(self, name: str) -> ReceivedSpan:
        """Return the last span of that name."""
        return next(each for each in reversed(self.spans) if each.name == name)


@contextmanager
def otlp_receiver() -> Iterator[Receiver]:
    """Run one in a thread of its own while the block lasts."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            if self.headers.get("Content-Encoding") == "gzip":
                body = gzip.decompress(body)
            if self.path == "/v1/traces":
                receiver.take(body)
            self.send_response(200 if self.path == "/v1/traces" else 404)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            return

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        receiver = Receiver(f"http://127.0.0.1:{server.server_address[1]}")
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield receiver
        finally:
            server.shutdown()


def _span(span: Span) -> ReceivedSpan:
    return ReceivedSpan(
        name=span.name,
        kind=span.kind,
        trace_id=span.trace_id.hex(),
        span_id=span.span_id.hex(),
        parent_id=span.parent_span_id.hex(),
        failed=span.status.code == Status.STATUS_CODE_ERROR,
        attributes=_told(span.attributes),
    )


def _told(attributes: Iterable[KeyValue]) -> dict[str, Value]:
    return {each.key: _value(each.value) for each in attributes}


def _value(value: AnyValue) -> Value:
    kind = value.WhichOneof("value")
    if kind == "array_value":
        return [item.string_value for item in value.array_value.values]
    found: str | int | float | bool = getattr(value, str(kind))
    return found
