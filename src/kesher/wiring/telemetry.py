"""Who listens to a process: measures always, spans where the settings say where they go."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from kesher import __version__
from kesher.app.condition import Figures, Watching
from kesher.config.settings import Settings
from kesher.telemetry.instrument import Instrument, listening
from kesher.telemetry.measures import (
    CONNECTIONS,
    DATABASE_UP,
    DISK_FREE,
    INDEX_LAG,
    OLDEST_SECONDS,
    QUEUED,
)

if TYPE_CHECKING:
    from kesher.adapters.telemetry.otlp import OtlpTracer
    from kesher.adapters.telemetry.prometheus import PrometheusMeter


@dataclass(frozen=True, slots=True)
class Telemetry:
    """What one application or worker tells of itself. Made by `make_telemetry`, ended by `close`.

    Attributes:
        instrument: What its work is done under (`kesher.telemetry.instrument.listening`).
    """

    instrument: Instrument
    meter: "PrometheusMeter"
    tracer: "OtlpTracer | None"

    async def text(self, watching: Watching) -> bytes:
        """Return all measures in Prometheus' text format."""
        figures = await watching.figures()
        return await asyncio.to_thread(self._text, figures)

    def _text(self, figures: Figures) -> bytes:
        put, queue = self.meter.put, figures.queue
        put(DATABASE_UP, [({}, float(queue is not None))])
        counts = {} if queue is None else queue.counts
        put(QUEUED, [({"state": name}, number) for name, number in counts.items()])
        put(OLDEST_SECONDS, [({}, float("nan") if queue is None else figures.oldest_seconds)])
        put(INDEX_LAG, [({"index": name}, lag) for name, lag in (figures.lag or {}).items()])
        put(CONNECTIONS, [({"state": name}, n) for name, n in figures.connections.items()])
        put(DISK_FREE, [({"folder": name}, free) for name, free in figures.free_bytes.items()])
        return self.meter.text()

    async def close(self) -> None:
        """Send what is left of the spans, and stop."""
        if self.tracer is not None:
            await asyncio.to_thread(self.tracer.close)


def make_telemetry(settings: Settings) -> Telemetry:
    """Return what listens. OpenTelemetry is loaded only where traces go somewhere."""
    from kesher.adapters.telemetry.prometheus import PrometheusMeter

    meter, tracer = PrometheusMeter(), _make_tracer(settings)
    if tracer is None:
        return Telemetry(Instrument(meter=meter), meter, None)
    instrument = Instrument(tracer, meter, with_content=settings.trace_content)
    return Telemetry(instrument, meter, tracer)


@asynccontextmanager
async def watched(settings: Settings, watching: Watching) -> AsyncIterator[int]:
    """Let a process without a server be heard and watched for as long as the context lasts.

    `/metrics`, `/health` and `/ready` are at the setting `metrics_port`, which it gives; 0: at
    none.

    Raises:
        ConfigurationError: the port is taken.
    """
    telemetry = make_telemetry(settings)
    try:
        with listening(telemetry.instrument):
            if settings.metrics_port == 0:
                yield 0
                return
            async with _pages(settings, telemetry, watching) as port:
                yield port
    finally:
        await telemetry.close()


def _pages(
    settings: Settings, telemetry: Telemetry, watching: Watching
) -> AbstractAsyncContextManager[int]:
    from kesher.adapters.telemetry.page import Page, serving
    from kesher.adapters.telemetry.prometheus import MEDIA_TYPE

    async def metrics() -> tuple[int, bytes]:
        return 200, await telemetry.text(watching)

    async def health() -> tuple[int, bytes]:
        return 200, b"ok\n"

    async def ready() -> tuple[int, bytes]:
        wrong = (await watching.readiness()).wrong
        lines = [f"{check}: {why}" for check, why in wrong.items()] or ["ready"]
        return (503 if wrong else 200), ("\n".join(lines) + "\n").encode()

    return serving(
        {
            "/metrics": Page(metrics, MEDIA_TYPE),
            "/health": Page(health, open=True),
            "/ready": Page(ready, open=True),
        },
        host=settings.metrics_host,
        port=settings.metrics_port,
        token=settings.metrics_token.get_secret_value(),
    )


def _make_tracer(settings: Settings) -> "OtlpTracer | None":
    if not settings.otlp_endpoint:
        return None
    from kesher.adapters.telemetry.otlp import OtlpTracer

    return OtlpTracer(settings.otlp_endpoint, service=settings.otlp_service, version=__version__)
