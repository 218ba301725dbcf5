"""`kesher lint-prompt`: the faults of system messages, examples and tool definitions."""

import json as json_text
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from kesher.cli.context import Json, Language, Spoken
from kesher.cli.failures import CommandError
from kesher.cli.lint_words import IN, SEVERITIES, counted_in
from kesher.cli.terminal import errors, write, write_json
from kesher.context.prompt_lint.findings import Finding, Severity
from kesher.context.prompt_lint.lint import lint_prompt, read_prompt


def add_to(app: typer.Typer) -> None:
    """Add the command to the main one."""
    app.command("lint-prompt")(lint)


def lint(
    files: Annotated[
        list[Path], typer.Argument(help="System message, tools, examples or request; - is stdin.")
    ],
    language: Language = Spoken.ENGLISH,
    placeholders: Annotated[
        str, typer.Option("--placeholders", help="Names filled before sending: language,limit.")
    ] = "",
    json: Json = False,
) -> None:
    """Find faults in prompts and tool definitions; exit 1 where there is an error."""
    known = frozenset(name.strip() for name in placeholders.split(","))
    found = [
        (file, each)
        for file in files
        for each in lint_prompt(read_prompt(_text(file)), placeholders=known)
    ]
    if json:
        write_json([_as_json(file, each, language) for file, each in found])
    else:
        for file, each in found:
            place = f"{file}:{each.line}:{each.column} {each.part}"
            severity = SEVERITIES[language][each.severity]
            write(f"{place}: {severity} {each.code}: {each.excerpt}")
            write(f"  {each.message(language)}")
        things = counted_in(language, len(found), "finding")
        places = counted_in(language, len(files), "file")
        errors.print(IN[language].format(things=things, places=places))
    if any(each.severity is Severity.ERROR for _, each in found):
        raise typer.Exit(1)


def _as_json(file: Path, finding: Finding, language: Spoken) -> dict[str, object]:
    return {"file": str(file), **asdict(finding), "message": finding.message(language)}


def _text(file: Path) -> str:
    try:
        data = sys.stdin.buffer.read() if str(file) == "-" else file.read_bytes()
        text = data.decode("utf-8-sig")
    except OSError as error:
        raise CommandError(
            "input.invalid", f"`{file}` cannot be read: {error.strerror}. Give a file or -."
        ) from error
    except UnicodeDecodeError as error:
        raise CommandError("input.invalid", f"`{file}` is not UTF-8. Save it as UTF-8.") from error
    if not text.strip():
        raise CommandError("input.invalid", f"`{file}` is empty. Give a prompt, tools or examples.")
    if file.suffix in (".json", ".jsonl"):
        _check_json(file, text)
    return text


def _check_json(file: Path, text: str) -> None:
    """Refuse a broken JSON file, which would else pass for a system message in words."""
    try:
        json_text.loads(text)
    except ValueError as error:
        raise CommandError(
            "input.invalid",
            f"`{file}` is not one JSON value: {error}. For recorded requests, one a line, there is "
            f"`kesher lint-trace`.",
        ) from error
