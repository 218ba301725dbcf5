"""Structured logs on stderr: events with fields, never the text of documents or questions."""

import logging
import sys
import traceback
from collections.abc import Callable

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


def set_up_logs(level: str, *, harmless: Callable[[str], str]) -> None:
    """Write events of `level` and above to stderr: for people on a terminal, else as JSON.

    Args:
        harmless: Takes out of a text what would drive a terminal.
    """

    def cleaned(_: object, __: str, event: structlog.types.EventDict) -> structlog.types.EventDict:
        # No name of a file or message of an error may drive the terminal.
        return {
            name: harmless(value) if isinstance(value, str) else value
            for name, value in event.items()
        }

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
            cleaned,
            renderer,
        ],
        wrapper_class=structlog.make_filtering_bound_logger(_LEVELS[level]),
        # Looked up at each event: stderr may have been put elsewhere since.
        logger_factory=lambda *_: structlog.PrintLogger(sys.stderr),
        cache_logger_on_first_use=False,
    )
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_HarmlessFormatter(harmless))
    logging.basicConfig(level=logging.WARNING, handlers=[handler])
    logging.getLogger("uvicorn").setLevel(logging.CRITICAL)  # start-up errors are told by the CLI


def raised(error: BaseException) -> str:
    """Return where an error came from, for the field `exception` of an event.

    A logger's own way may show the values of variables, which are texts and keys: a program that
    uses Kesher as a library may have set up its logs so, or not at all.
    """
    return "".join(traceback.format_exception(error)).rstrip()


class _HarmlessFormatter(logging.Formatter):
    """For what libraries log, which quotes what they read."""

    def __init__(self, harmless: Callable[[str], str]) -> None:
        super().__init__("%(name)s: %(message)s")
        self._harmless = harmless

    def format(self, record: logging.LogRecord) -> str:
        return self._harmless(super().format(record))
