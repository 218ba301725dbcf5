"""Everything that is measured: names, labels and meaning, as Prometheus shows them.

Labels take few values, and none that names a room, a person or a text: a route's template, a state,
a model. docs/how-to/observe.md lists them; a test compares the two.
"""

from dataclasses import dataclass, field
from enum import StrEnum

_ANSWER_SECONDS = (0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0, 300.0)
_STAGE_SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 5.0)
_JOB_SECONDS = (0.5, 1.0, 5.0, 15.0, 60.0, 300.0, 1_800.0, 7_200.0)


class Form(StrEnum):
    """How a measure behaves."""

    COUNTER = "counter"
    GAUGE = "gauge"
    HISTOGRAM = "histogram"


@dataclass(frozen=True, slots=True)
class Measure:
    """One thing that is measured.

    Attributes:
        about: What it says, in one sentence.
        buckets: Upper bounds of a histogram, rising, in its unit.
    """

    name: str
    about: str
    form: Form
    labels: tuple[str, ...] = ()
    buckets: tuple[float, ...] = field(default=())


REQUESTS = Measure(
    "kesher_http_requests_total",
    "Requests that were answered.",
    Form.COUNTER,
    ("route", "method", "status"),
)
REQUEST_SECONDS = Measure(
    "kesher_http_request_seconds",
    "From a request's headers to the end of its answer; of streams, to their end.",
    Form.HISTOGRAM,
    ("route", "method"),
    _ANSWER_SECONDS,
)
STREAMS_OPEN = Measure("kesher_http_streams_open", "Event streams that are open now.", Form.GAUGE)
ANSWERS = Measure(
    "kesher_answers_total",
    "Answers that were stored.",
    Form.COUNTER,
    ("kind", "stop_reason"),
)
ANSWER_SECONDS = Measure(
    "kesher_answer_seconds",
    "From a question to its stored answer.",
    Form.HISTOGRAM,
    (),
    _ANSWER_SECONDS,
)
FIRST_WORD_SECONDS = Measure(
    "kesher_answer_first_word_seconds",
    "From a question to the first word of its answer.",
    Form.HISTOGRAM,
    (),
    _ANSWER_SECONDS,
)
TOKENS = Measure(
    "kesher_model_tokens_total",
    "Tokens as providers counted them; `cached` and `reasoning` are parts of input and output.",
    Form.COUNTER,
    ("model", "purpose", "kind"),
)
PRICE_USD = Measure(
    "kesher_model_price_usd_total",
    "What requests cost by the profile's prices, in US dollars.",
    Form.COUNTER,
    ("model", "purpose"),
)
MODEL_CALLS = Measure(
    "kesher_model_calls_total",
    "Calls of models that write, by how they ended: `ok`, `closed` by us, or an error's code.",
    Form.COUNTER,
    ("model", "outcome"),
)
MODEL_SECONDS = Measure(
    "kesher_model_call_seconds",
    "From sending a request to a model to the end of its answer.",
    Form.HISTOGRAM,
    ("model",),
    _ANSWER_SECONDS,
)
EMBEDDINGS = Measure(
    "kesher_embeddings_total",
    "Texts that were turned into vectors.",
    Form.COUNTER,
    ("model", "of"),
)
EMBEDDING_SECONDS = Measure(
    "kesher_embedding_seconds",
    "One call of the embedding model: a question, or a batch of passages.",
    Form.HISTOGRAM,
    ("model", "of"),
    _STAGE_SECONDS,
)
RETRIEVAL_SECONDS = Measure(
    "kesher_retrieval_stage_seconds",
    "One stage of a search.",
    Form.HISTOGRAM,
    ("stage",),
    _STAGE_SECONDS,
)
JOBS = Measure(
    "kesher_jobs_total",
    "Work on documents that ended, by how: `done`, `failed`, `again` or `lost` to another.",
    Form.COUNTER,
    ("kind", "outcome"),
)
JOB_SECONDS = Measure(
    "kesher_job_seconds",
    "From taking up work on a document to its end.",
    Form.HISTOGRAM,
    ("kind",),
    _JOB_SECONDS,
)
PAGES = Measure(
    "kesher_pages_total",
    "Pages that were read, by where their text comes from, `failed` where none could be.",
    Form.COUNTER,
    ("source",),
)
TOOL_CALLS = Measure(
    "kesher_tool_calls_total",
    "Calls of tools by agents, by how they ended.",
    Form.COUNTER,
    ("outcome",),
)

QUEUED = Measure(
    "kesher_queue_jobs", "Work on documents in the database, by state.", Form.GAUGE, ("state",)
)
OLDEST_SECONDS = Measure(
    "kesher_queue_oldest_seconds",
    "How long the work that waits longest has waited.",
    Form.GAUGE,
)
INDEX_LAG = Measure(
    "kesher_index_lag_changes",
    "By how many changes the rooms that this process searched lately are behind, all together.",
    Form.GAUGE,
    ("index",),
)
CONNECTIONS = Measure(
    "kesher_database_connections", "Connections of this process.", Form.GAUGE, ("state",)
)
DATABASE_UP = Measure(
    "kesher_database_up", "Whether the database answered this scrape: 1 or 0.", Form.GAUGE
)
DISK_FREE = Measure(
    "kesher_disk_free_bytes", "Free bytes where this folder lies.", Form.GAUGE, ("folder",)
)

COUNTED = (
    REQUESTS,
    REQUEST_SECONDS,
    STREAMS_OPEN,
    ANSWERS,
    ANSWER_SECONDS,
    FIRST_WORD_SECONDS,
    TOKENS,
    PRICE_USD,
    MODEL_CALLS,
    MODEL_SECONDS,
    EMBEDDINGS,
    EMBEDDING_SECONDS,
    RETRIEVAL_SECONDS,
    JOBS,
    JOB_SECONDS,
    PAGES,
    TOOL_CALLS,
)
"""Counted as it happens."""
LOOKED_UP = (QUEUED, OLDEST_SECONDS, INDEX_LAG, CONNECTIONS, DATABASE_UP, DISK_FREE)
"""Looked up when they are asked for."""
