"""`kesher worker`: the work behind the requests, in a process of its own."""

import typer

from kesher.cli.context import run, settings_of
from kesher.cli.local import say_model
from kesher.cli.terminal import errors
from kesher.telemetry import set_up_logs
from kesher.text.harmless import harmless


def add_to(app: typer.Typer) -> None:
    """Add this command to the main one."""
    app.command("worker")(worker)


def worker(context: typer.Context) -> None:
    """Read documents, tend memory and renew vectors for the servers on a PostgreSQL database."""
    from kesher.worker import work

    settings = settings_of(context)
    set_up_logs(settings.log_level, harmless=harmless, form=settings.log_format)
    run(work(settings, ready=_say_ready, model_progress=say_model))


def _say_ready() -> None:
    errors.print("Kesher's worker takes jobs  (Ctrl-C ends it; what it holds is given back)")
