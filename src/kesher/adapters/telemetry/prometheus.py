"""Measures as Prometheus reads them, in a registry of one application's own."""

from collections.abc import Iterable, Mapping

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    PlatformCollector,
    ProcessCollector,
    generate_latest,
)

from kesher.telemetry.measures import COUNTED, LOOKED_UP, Form, Measure

MEDIA_TYPE = "text/plain; version=0.0.4; charset=utf-8"
OTHER = "other"
MOST_SERIES = 2_000
"""Of one measure: past it, what is new is counted together. A scrape stays readable."""

_Kept = Counter | Gauge | Histogram


class PrometheusMeter:
    """Keeps every measure. Any thread may add to it."""

    def __init__(self, *, most_series: int = MOST_SERIES) -> None:
        self._registry = CollectorRegistry()
        self._most = most_series
        self._kept = {each.name: _kept(each, self._registry) for each in (*COUNTED, *LOOKED_UP)}
        self._series: dict[str, set[tuple[str, ...]]] = {}
        ProcessCollector(registry=self._registry)
        PlatformCollector(registry=self._registry)

    def add(self, measure: Measure, amount: float, labels: Mapping[str, str]) -> None:
        """Add to a counter or a gauge; a gauge may fall."""
        kept = self._of(measure, labels)
        if isinstance(kept, Histogram):
            raise TypeError(f"`{measure.name}` is a distribution: observe it.")
        kept.inc(amount)

    def observe(self, measure: Measure, value: float, labels: Mapping[str, str]) -> None:
        """Note one value of a distribution."""
        kept = self._of(measure, labels)
        if not isinstance(kept, Histogram):
            raise TypeError(f"`{measure.name}` is no distribution: add to it.")
        kept.observe(value)

    def put(self, measure: Measure, values: Iterable[tuple[Mapping[str, str], float]]) -> None:
        """Set a gauge to what was looked up, by labels; nothing stays of what it was before."""
        gauge = self._kept[measure.name]
        if not isinstance(gauge, Gauge):
            raise TypeError(f"`{measure.name}` is no gauge.")
        if measure.labels:
            gauge.clear()
        for labels, value in values:
            (gauge.labels(**labels) if measure.labels else gauge).set(value)

    def text(self) -> bytes:
        """Return all of it in Prometheus' text format."""
        return generate_latest(self._registry)

    def _of(self, measure: Measure, labels: Mapping[str, str]) -> _Kept:
        kept = self._kept[measure.name]
        if not measure.labels:
            return kept
        values = tuple(labels[name] for name in measure.labels)
        known = self._series.setdefault(measure.name, set())
        if values not in known:
            if len(known) >= self._most:
                return kept.labels(*(OTHER for _ in measure.labels))
            known.add(values)
        return kept.labels(*values)


def _kept(measure: Measure, registry: CollectorRegistry) -> _Kept:
    if measure.form is Form.HISTOGRAM:
        return Histogram(
            measure.name, measure.about, measure.labels, registry=registry, buckets=measure.buckets
        )
    kind = Counter if measure.form is Form.COUNTER else Gauge
    return kind(measure.name, measure.about, measure.labels, registry=registry)
