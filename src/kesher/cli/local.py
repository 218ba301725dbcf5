"""Commands that need no room: `read`, `serve`, `doctor`, `openapi`."""

import json as json_format
from pathlib import Path
from typing import Annotated

import typer
from rich.progress import Progress

from kesher.cli.context import Json, run, settings_of
from kesher.cli.terminal import errors, write, write_json
from kesher.config.settings import Settings
from kesher.telemetry import set_up_logs
from kesher.text.harmless import harmless


def add_to(app: typer.Typer) -> None:
    """Add these commands to the main one."""
    app.command("read")(read)
    app.command("serve")(serve)
    app.command("doctor")(doctor)
    app.command("openapi", hidden=True)(openapi)


def read(
    context: typer.Context,
    file: Annotated[
        Path, typer.Argument(help="A PDF, Word, PowerPoint, Excel, HTML, mail or text file.")
    ],
    json: Json = False,
) -> None:
    """Print a file's pages in logical order, with form feeds between them."""
    from kesher.engine import read_document

    with Progress(console=errors, transient=True) as progress:
        bar = progress.add_task(file.name, total=None)
        pages = read_document(
            file,
            settings_of(context),
            progress=lambda done, total: progress.update(bar, completed=done, total=total),
        )
    if json:
        write_json([{"number": p.number, "text": p.text, "source": p.source} for p in pages])
    else:
        write("\f".join(page.seen_text + "\n" for page in pages).rstrip("\n"))


def serve(
    context: typer.Context,
    host: Annotated[str | None, typer.Option(help="Address; default 127.0.0.1.")] = None,
    port: Annotated[int | None, typer.Option(help="Port; 0 takes a free one.")] = None,
) -> None:
    """Serve the page and the API."""
    from kesher.server.run import listen
    from kesher.server.run import serve as run_server

    settings = settings_of(context, host=host, port=port)
    set_up_logs(settings.log_level, harmless=harmless, form=settings.log_format)
    taken = listen(settings)
    run(
        run_server(
            settings,
            taken,
            ready=lambda url: _say_address(url, settings),
            welcomed=_say_welcome,
            model_progress=say_model,
        )
    )


def _say_welcome(url: str) -> None:
    errors.print(f"Make the first administrator, once and within a day, at {url}")


def _say_address(url: str, settings: Settings) -> None:
    errors.print(f"Kesher is at {url}  (data: {settings.data_folder}; Ctrl-C ends it)")
    if settings.token.get_secret_value() and not settings.accounts:
        errors.print(f"It takes requests on {settings.host}; whoever asks needs the token.")


def say_model(done: int, total: int) -> None:
    """Tell of the building of the embedding model: one line that moves on a terminal."""
    end = "\n" if done == total or not errors.is_terminal else "\r"
    if errors.is_terminal or done in (0, total):
        errors.print(f"Building the embedding model, once on this machine: {done}/{total}", end=end)


def openapi(context: typer.Context) -> None:
    """Print the OpenAPI document, for generating clients."""
    from kesher.server.app import create_app

    write(json_format.dumps(create_app(settings_of(context)).openapi(), indent=1, sort_keys=True))


def doctor(
    context: typer.Context,
    traces: Annotated[
        str,
        typer.Option(
            help="Look instead for every trace of an id (of a document, room, thread, answer, "
            "person, memory ...) or of a sentence, in tables and files."
        ),
    ] = "",
    json: Json = False,
) -> None:
    """Check what this machine has and whether the data folder is well."""
    from kesher.app.doctor import Finding
    from kesher.wiring.examine import examine

    if traces:
        _show_traces(context, traces, json=json)
        return
    findings: list[Finding] = run(examine(settings_of(context)))
    if json:
        write_json([{"name": f.name, "well": f.well, "detail": f.detail} for f in findings])
    else:
        for finding in findings:
            mark = _mark(well=finding.well, optional=finding.optional)
            write(f"{mark:4} {finding.name}: {finding.detail}")
    if not all(finding.well or finding.optional for finding in findings):
        raise typer.Exit(1)


def _mark(*, well: bool, optional: bool) -> str:
    """Return how a finding begins: what Kesher serves without is a note and no fault."""
    if well:
        return "ok"
    return "note" if optional else "bad"


def _show_traces(context: typer.Context, wanted: str, *, json: bool) -> None:
    """Print every trace; exit 1 where there is any, 0 where there is none."""
    from kesher.app.traces import Trace, counted_as_left
    from kesher.wiring.traces import find_traces

    found: list[Trace] = run(find_traces(settings_of(context), wanted))
    if json:
        write_json(
            [
                {"place": t.place, "kind": t.kind, "count": t.count, "remedy": t.remedy}
                for t in found
            ]
        )
    else:
        for trace in found:
            write(f"{trace.kind}  {trace.place}  {trace.count}  {trace.remedy}".rstrip())
        if not counted_as_left(found):
            write("No trace is left.")
    if counted_as_left(found):
        raise typer.Exit(1)
