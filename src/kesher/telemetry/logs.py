"""Structured logs on stderr: events with fields, never the text of documents or questions."""

import logging
import sys
import traceback
from collections.abc import Callable
from errno import errorcode

import structlog

_LEVELS = {
    "debug": logging.DEBUG,
    "info": logging.INFO,
    "warning": logging.WARNING,
    "error": logging.ERROR,
}


def set_up_logs(level: str, *, harmless: Callable[[str], str], form: str = "auto") -> None:
    """Write events of `level` and above to stderr: for people on a terminal, else as JSON.

    Args:
        harmless: Takes out of a text what would drive a terminal.
        form: `json`, `text`, or `auto` for what stderr is.
    """

    def cleaned(_: object, __: str, event: structlog.types.EventDict) -> structlog.types.EventDict:
        # No name of a file may drive the terminal.
        return {
            name: harmless(value) if isinstance(value, str) else value
            for name, value in event.items()
        }

    for_people = sys.stderr.isatty() if form == "auto" else form == "text"
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            _placed,
            cleaned,
            _renderer(for_people=for_people),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(_LEVELS[level]),
        # Looked up at each event: stderr may have been put elsewhere since.
        logger_factory=lambda *_: structlog.PrintLogger(sys.stderr),
        cache_logger_on_first_use=False,
    )
    logging.basicConfig(level=logging.WARNING, handlers=[_Libraries()])
    logging.getLogger("uvicorn").setLevel(logging.CRITICAL)  # start-up errors are told by the CLI


def request_id() -> str:
    """Return the id of the request that is being served; empty where there is none."""
    return str(structlog.contextvars.get_contextvars().get("request_id", ""))


def raised(error: BaseException) -> str:
    """Return where an error came from, for the field `exception` of an event.

    Its places and kinds only. A logger's own way may show the values of variables, and an error's
    words quote what was read: texts of documents and questions, and keys.
    """
    return "\nThen:\n\n".join(_told(each) for each in reversed(_chain(error)))


def _chain(error: BaseException | None) -> list[BaseException]:
    """Return an error and what it came from, the last first."""
    found: list[BaseException] = []
    while error is not None and error not in found:
        found.append(error)
        error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    return found


def _told(error: BaseException) -> str:
    places = "".join(traceback.format_tb(error.__traceback__))
    inside = error.exceptions if isinstance(error, BaseExceptionGroup) else ()
    named = f"Traceback (most recent call last):\n{places}{type(error).__name__}{_known(error)}"
    return "\nOne of it:\n\n".join([named, *map(raised, inside)])


def _known(error: BaseException) -> str:
    """Return what an error says of itself without words: a code of ours, or of the system's."""
    if isinstance(error, OSError) and error.errno is not None:
        return f" ({errorcode.get(error.errno, error.errno)})"
    # Ours; a SQLite file's; PostgreSQL's.
    for name in ("code", "sqlite_errorname", "sqlstate"):
        found = getattr(error, name, None)
        if isinstance(found, str):
            return f" ({found})"
    return ""


def _placed(_: object, __: str, event: structlog.types.EventDict) -> structlog.types.EventDict:
    """Put an exception that a logger was given into the event, without its words."""
    given = event.pop("exc_info", None)
    error = given if isinstance(given, BaseException) else sys.exc_info()[1] if given else None
    if error is not None:
        event["exception"] = raised(error)
    return event


def _renderer(*, for_people: bool) -> structlog.types.Processor:
    if for_people:
        return structlog.dev.ConsoleRenderer(exception_formatter=structlog.dev.plain_traceback)
    return structlog.processors.JSONRenderer(ensure_ascii=False)


class _Libraries(logging.Handler):
    """For what libraries log: as events like ours, without the values, which quote what is read."""

    def emit(self, record: logging.LogRecord) -> None:
        """Write one as an event."""
        error = record.exc_info[1] if record.exc_info else None
        # Where the words are made before they are logged, what they quote follows in later lines.
        said = str(record.msg).partition("\n")[0]
        told = structlog.get_logger(record.name)
        note = told.error if record.levelno >= logging.ERROR else told.warning
        note("library", logger=record.name, said=said, **_exception(error))


def _exception(error: BaseException | None) -> dict[str, str]:
    return {} if error is None else {"exception": raised(error)}
