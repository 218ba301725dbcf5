import asyncio
from collections.abc import Mapping
from pathlib import Path

import pytest
from opentelemetry.semconv._incubating.attributes import gen_ai_attributes

from kesher.adapters.telemetry.prometheus import OTHER, PrometheusMeter
from kesher.errors import NotFoundError
from kesher.telemetry import gen_ai
from kesher.telemetry.instrument import Instrument, count, kind_of, listening, span, timed, took
from kesher.telemetry.measures import (
    COUNTED,
    JOB_SECONDS,
    LOOKED_UP,
    PAGES,
    QUEUED,
    REQUESTS,
    STREAMS_OPEN,
)


def line(meter: PrometheusMeter, series: str) -> float:
    """Return what a series says."""
    lines = meter.text().decode().splitlines()
    return next(float(each.split(" ")[-1]) for each in lines if each.startswith(f"{series} "))


def test_nothing_comes_of_what_nobody_listens_to() -> None:
    with span("reading") as made, timed(JOB_SECONDS, kind="ingest"):
        made.set({"pages": 3})
        count(PAGES, source="ocr")
    assert made.trace_id == ""


def test_two_applications_in_one_process_count_apart() -> None:
    ours, theirs = PrometheusMeter(), PrometheusMeter()
    with listening(Instrument(meter=ours)):
        count(PAGES, 2, source="ocr")
        with listening(Instrument(meter=theirs)):
            count(PAGES, source="ocr")
    assert line(ours, 'kesher_pages_total{source="ocr"}') == 2
    assert line(theirs, 'kesher_pages_total{source="ocr"}') == 1


def test_a_task_that_is_begun_inside_is_heard_after_its_beginner_has_ended() -> None:
    meter = PrometheusMeter()

    async def work() -> None:
        await asyncio.sleep(0)
        count(PAGES, source="text")

    async def begin() -> None:
        with listening(Instrument(meter=meter)):
            task = asyncio.ensure_future(work())
        await task

    asyncio.run(begin())
    assert line(meter, 'kesher_pages_total{source="text"}') == 1


def test_a_gauge_falls_again_and_a_distribution_counts_its_values() -> None:
    meter = PrometheusMeter()
    with listening(Instrument(meter=meter)):
        count(STREAMS_OPEN, 3)
        count(STREAMS_OPEN, -1)
        took(JOB_SECONDS, 4.0, kind="ingest")
    assert line(meter, "kesher_http_streams_open") == 2
    assert line(meter, 'kesher_job_seconds_bucket{kind="ingest",le="5.0"}') == 1
    assert line(meter, 'kesher_job_seconds_bucket{kind="ingest",le="1.0"}') == 0


def test_what_is_looked_up_takes_the_place_of_what_was_before() -> None:
    meter = PrometheusMeter()
    meter.put(QUEUED, [({"state": "queued"}, 3.0), ({"state": "failed"}, 1.0)])
    meter.put(QUEUED, [({"state": "queued"}, 2.0)])
    text = meter.text().decode()
    assert 'kesher_queue_jobs{state="queued"} 2.0' in text
    assert 'state="failed"' not in text


def test_past_the_most_series_of_a_measure_what_is_new_is_counted_together() -> None:
    meter = PrometheusMeter(most_series=2)
    with listening(Instrument(meter=meter)):
        for name in ("a", "b", "ג", "d", "a"):
            count(REQUESTS, route=name, method="GET", status="200")
    series = [each for each in meter.text().decode().splitlines() if "requests_total{" in each]
    assert len(series) == 3
    both = f'kesher_http_requests_total{{method="{OTHER}",route="{OTHER}",status="{OTHER}"}}'
    assert line(meter, both) == 2
    assert "ג" not in "".join(series)


def test_no_label_could_name_a_person_a_room_or_a_text() -> None:
    named = {label for each in (*COUNTED, *LOOKED_UP) for label in each.labels}
    assert named == {
        "folder", "index", "kind", "method", "model", "of", "outcome", "purpose", "route",
        "source", "stage", "state", "status", "stop_reason",
    }  # fmt: skip


def test_an_error_is_named_by_its_code_or_class_and_never_by_its_words() -> None:
    assert kind_of(NotFoundError("room", "חדר סודי")) == "not_found"
    assert kind_of(ValueError("שאלה סודית")) == "ValueError"


def test_a_span_marks_what_fails_inside_and_lets_it_go_on() -> None:
    failed: list[str] = []

    class Noting(type(Instrument().tracer)):  # type: ignore[misc]  # the silent one, heard
        def fail(self, kind: str) -> None:
            failed.append(kind)

    noting = Noting()
    with (
        pytest.raises(NotFoundError),
        listening(Instrument(tracer=noting)),
        span("retrieval"),
    ):
        raise NotFoundError("room", "חדר")
    assert failed == ["not_found"]


def test_the_words_of_the_conventions_are_those_of_the_installed_package() -> None:
    theirs = {value for value in vars(gen_ai_attributes).values() if isinstance(value, str)}
    ours: Mapping[str, object] = {
        name: value for name, value in vars(gen_ai).items() if name.isupper()
    }
    attributes = {name: value for name, value in ours.items() if "gen_ai." in str(value)}
    assert len(attributes) >= 18
    assert {name for name, value in attributes.items() if value not in theirs} == set()
    operations = {each.value for each in gen_ai_attributes.GenAiOperationNameValues}
    assert {gen_ai.CHAT, gen_ai.EMBEDDINGS, gen_ai.RETRIEVAL, gen_ai.EXECUTE_TOOL} <= operations


def test_the_page_on_watching_lists_every_measure_with_its_labels() -> None:
    page = (Path(__file__).parents[3] / "docs" / "how-to" / "observe.md").read_text("utf-8")
    for each in (*COUNTED, *LOOKED_UP):
        labels = ", ".join(f"`{label}`" for label in each.labels)
        assert f"| `{each.name}` | {labels} | {each.about} |" in page
