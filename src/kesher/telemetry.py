"""Structured logs on stderr: events with fields, never the text of documents or questions."""

import logging
import sys

import structlog
import structlog.tracebacks

_LEVELS = {
    "debug": logging.DEBUG,
    "info": logging.INFO,
    "warning": logging.WARNING,
    "error": logging.ERROR,
}
# The values of variables would be texts of documents and questions, and keys.
_TRACEBACKS = structlog.tracebacks.ExceptionDictTransformer(show_locals=False)


def set_up_logs(level: str) -> None:
    """Write events of `level` and above to stderr: for people on a terminal, else as JSON."""
    for_people = sys.stderr.isatty()
    renderer: structlog.types.Processor = (
        structlog.dev.ConsoleRenderer(exception_formatter=structlog.dev.plain_traceback)
        if for_people
        else structlog.processors.JSONRenderer(ensure_ascii=False)
    )
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            *([] if for_people else [structlog.processors.ExceptionRenderer(_TRACEBACKS)]),
            renderer,
        ],
        wrapper_class=structlog.make_filtering_bound_logger(_LEVELS[level]),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
        cache_logger_on_first_use=False,
    )
    logging.basicConfig(level=logging.WARNING, stream=sys.stderr, format="%(name)s: %(message)s")
    logging.getLogger("uvicorn").setLevel(logging.CRITICAL)  # start-up errors are told by the CLI
