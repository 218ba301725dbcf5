"""`kesher evaluate`: how well Kesher finds, remembers and answers, on data of one's own."""

import time
from pathlib import Path
from typing import Annotated

import typer
from rich.progress import Progress

from kesher.cli import evaluate_memory, evaluate_room
from kesher.cli.context import Json, run, settings_of
from kesher.cli.failures import CommandError
from kesher.cli.terminal import errors, write, write_json


def add_to(main: typer.Typer) -> None:
    """Add these commands to the main one."""
    app = typer.Typer(help="Measure on data of your own.", no_args_is_help=True)
    app.command("retrieval")(evaluate_retrieval)
    evaluate_memory.add_to(app)
    evaluate_room.add_to(app)
    main.add_typer(app, name="evaluate")


def evaluate_retrieval(
    context: typer.Context,
    corpus: Annotated[Path, typer.Argument(help="JSON lines: id, title, text.")],
    queries: Annotated[Path, typer.Argument(help="JSON lines: id, q, rel, answerable.")],
    json: Json = False,
) -> None:
    """Measure the retrievers on passages and questions: R@1, R@5, R@10, MRR@10."""
    from kesher.wiring.offline import evaluate

    for file in (corpus, queries):
        if not file.is_file():
            raise CommandError("input.invalid", f"There is no file `{file}`.")
    started = time.perf_counter()
    with Progress(console=errors, transient=True) as progress:
        bar = progress.add_task("embedding", total=None)
        figures = run(
            evaluate(
                settings_of(context),
                corpus,
                queries,
                progress=lambda done, total: progress.update(bar, completed=done, total=total),
            )
        )
    if json:
        write_json(figures)
        return
    for retriever, row in figures.items():
        write(f"{retriever:10}" + "".join(f"  {name} {value:.4f}" for name, value in row.items()))
    errors.print(f"{time.perf_counter() - started:.0f} s")
