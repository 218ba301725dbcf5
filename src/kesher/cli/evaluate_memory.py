"""Commands that measure memory: `kesher evaluate memory`, `kesher evaluate recall`."""

from pathlib import Path
from typing import Annotated

import typer
from rich.progress import Progress

from kesher.cli.context import Json, run, settings_of
from kesher.cli.failures import CommandError
from kesher.cli.terminal import errors, write, write_json


def add_to(app: typer.Typer) -> None:
    """Add these commands to `kesher evaluate`."""
    app.command("memory")(evaluate_memory)
    app.command("recall")(evaluate_recall)


def evaluate_memory(
    context: typer.Context,
    gold: Annotated[Path, typer.Argument(help="Folder of conversations (*.json, utterances).")],
    out: Annotated[Path, typer.Option("--out", help="Folder for the predictions.")],
) -> None:
    """Run conversations through memory and write what it learned and answers, for a scorer.

    Messages and questions are read, never facts or answers; rules alone, no chat model.
    """
    from kesher.wiring.offline import evaluate_memory as predicted

    _check_folder(gold)
    with Progress(console=errors, transient=True) as progress:
        bar = progress.add_task("conversations and utterances", total=None)
        run(
            predicted(
                settings_of(context),
                gold,
                out,
                progress=lambda done, total: progress.update(bar, completed=done, total=total),
            )
        )
    write(f"Predictions are in {out}.")


def evaluate_recall(
    context: typer.Context,
    folder: Annotated[Path, typer.Argument(help="NAME.turns.jsonl with NAME.questions.jsonl.")],
    json: Json = False,
) -> None:
    """Measure how much of the evidence memory finds in a log, by tokens, beside baselines."""
    from kesher.wiring.offline import evaluate_log_recall

    _check_folder(folder)
    with Progress(console=errors, transient=True) as progress:
        bar = progress.add_task("turns and questions", total=None)
        table = run(
            evaluate_log_recall(
                settings_of(context),
                folder,
                progress=lambda done, total: progress.update(bar, completed=done, total=total),
            )
        )
    if json:
        write_json(table)
        return
    for method, rows in table.items():
        for category, row in rows.items():
            figures = "".join(
                f"  {name} {value:.3f}" for name, value in row.items() if name != "questions"
            )
            write(f"{method:8} {category:12} n={row['questions']:4.0f}{figures}")


def _check_folder(folder: Path) -> None:
    if not folder.is_dir():
        raise CommandError("input.invalid", f"There is no folder `{folder}`.")
