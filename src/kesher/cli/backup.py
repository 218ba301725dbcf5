"""`kesher backup` and `kesher restore`: the whole store as one file, and back."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer
from rich.progress import Progress

from kesher.cli.context import Json, settings_of
from kesher.cli.terminal import confirmed, counted, errors, write, write_json
from kesher.domain.backup import BackupProgress, Manifest
from kesher.errors import BackupStoppedError
from kesher.ports.backup import Watch

BackupFile = Annotated[Path, typer.Argument(help="The backup, a ZIP file.")]


def add_to(app: typer.Typer) -> None:
    """Add these commands to the main one."""
    app.command("backup")(backup)
    app.command("restore")(restore)


def backup(
    context: typer.Context,
    file: BackupFile,
    check: Annotated[
        bool, typer.Option("--check", help="Make none: look whether that one is whole.")
    ] = False,
    replace: Annotated[
        bool, typer.Option("--replace", help="Write over a file of that name.")
    ] = False,
    json: Json = False,
) -> None:
    """Write everything that is stored into one file, while a server runs or not."""
    from kesher.wiring.backup import check_backup, make_backup

    settings = settings_of(context)
    with _followed("checking" if check else "writing") as watch:
        if check:
            manifest = check_backup(file, watch=watch)
        else:
            manifest = make_backup(settings, file, watch=watch, replace=replace)
    if json:
        write_json({"file": str(file), **_shown(manifest)})
        return
    write(f"{'Whole' if check else 'Written'}: {file}  ({_held(manifest)})")
    _tell_missing(manifest)


def restore(
    context: typer.Context,
    file: BackupFile,
    replace: Annotated[
        bool,
        typer.Option("--replace", help="Replace what is stored; a backup of it is made first."),
    ] = False,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask before replacing.")] = False,
    json: Json = False,
) -> None:
    """Put a backup into an empty store: all of it or nothing. No server may run on the store."""
    from kesher.wiring.backup import restore_backup

    settings = settings_of(context)
    place = "the database" if settings.database_url else f"`{settings.data_folder}`"
    if replace and not yes and not confirmed(f"Replace everything in {place} by `{file}`?"):
        raise typer.Exit(1)
    with _followed("restoring") as watch:
        restored = restore_backup(settings, file, watch=watch, replace=replace)
    saved = str(restored.saved) if restored.saved else None
    if json:
        write_json({"file": str(file), "saved": saved, **_shown(restored.manifest)})
        return
    write(f"Restored: {file}  ({_held(restored.manifest)})")
    if saved:
        write(f"What was stored before: {saved}")
    _tell_missing(restored.manifest)


@contextmanager
def _followed(verb: str) -> Iterator[Watch]:
    """Show a bar on stderr; Ctrl-C stops the work, which leaves nothing behind."""
    with Progress(console=errors, transient=True) as progress:
        bars = {step: progress.add_task(f"{verb} {step}", total=None) for step in _STEPS}

        def watch(now: BackupProgress) -> None:
            progress.update(bars[now.step], completed=now.done, total=now.total)

        try:
            yield watch
        except KeyboardInterrupt as interrupted:
            raise BackupStoppedError from interrupted


_STEPS = ("tables", "files")


def _shown(manifest: Manifest) -> dict[str, object]:
    return {
        "revision": manifest.revision,
        "kesher": manifest.kesher,
        "created_at": manifest.created_at.isoformat(),
        "tables": {table.shape.name: table.rows for table in manifest.tables},
        "files": manifest.files.count,
        "files_bytes": manifest.files.size_bytes,
        "missing": list(manifest.files.missing),
    }


def _held(manifest: Manifest) -> str:
    rows, files = counted(manifest.rows, "row"), counted(manifest.files.count, "file")
    return f"{rows}, {files}, form {manifest.revision}"


def _tell_missing(manifest: Manifest) -> None:
    if manifest.files.missing:
        errors.print(
            f"{counted(len(manifest.files.missing), 'original')} that documents refer to were gone "
            f"from the data folder when the backup was made; their answers still read."
        )
