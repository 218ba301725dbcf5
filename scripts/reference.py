"""Writes docs/reference/ from the code: settings, commands, errors, rights. `--check` compares.

python scripts/reference.py [--check]
"""

import inspect
import sys
from pathlib import Path
from typing import Any

import typer
from pydantic import SecretStr

from kesher import errors
from kesher.cli.main import app
from kesher.config.settings import Settings
from kesher.domain.access import RIGHTS, Right
from kesher.domain.standing import Thing
from kesher.server.policy import RULES
from kesher.server.rules import InRoom, InThread, Rule, SignedIn

FOLDER = Path(__file__).parents[1] / "docs" / "reference"
NOTE = "<!-- Made by scripts/reference.py from the code; change the code, then run it. -->\n\n"


def settings_page() -> str:
    """Return the page of all settings."""
    rows = []
    fields = Settings.model_fields
    # The data folder comes first, and what the class takes from its base last.
    for name in sorted(fields, key=lambda one: one not in Settings.__annotations__):
        field = fields[name]
        default = field.default
        if isinstance(default, SecretStr):
            default = default.get_secret_value()
        shown = f"`{default}`" if default not in ("", None) else "empty"
        rows.append(
            f"### `{name}`\n\n`KESHER_{name.upper()}`, default {shown}\n\n{field.description}\n"
        )
    intro = (
        "# Settings\n\nEach is set by its environment variable, or by its name in a `kesher.toml` "
        "in the working folder (`--config FILE` names another). The command line comes first, then "
        "the environment, then the file. An unknown name is an error.\n\n"
    )
    return NOTE + intro + "\n".join(rows)


def commands_page() -> str:
    """Return the page of all commands."""
    root = typer.main.get_command(app)
    parts = [
        "# Commands\n",
        "Results go to stdout, everything else to stderr. Exit codes: 0 done, "
        "1 refused with one sentence, 2 wrong usage, 130 ended by Ctrl-C.\n",
    ]
    parts += _command_parts(root, "kesher", None)
    return NOTE + "\n".join(parts) + "\n"


def _command_parts(command: Any, name: str, parent: typer.Context | None) -> list[str]:  # noqa: ANN401 - typer keeps its command class to itself
    context = typer.Context(
        command, info_name=name.rsplit(" ", maxsplit=1)[-1], parent=parent, terminal_width=100
    )
    parts = [f"## `{name}`\n", f"```text\n{command.get_help(context).strip()}\n```\n"]
    for child_name, child in getattr(command, "commands", {}).items():
        if not child.hidden:
            parts += _command_parts(child, f"{name} {child_name}", context)
    return parts


def errors_page() -> str:
    """Return the page of all error codes."""
    rows = []
    for _, kind in inspect.getmembers(errors, inspect.isclass):
        if issubclass(kind, errors.KesherError):
            meaning = (kind.__doc__ or "").strip().split("\n")[0]
            rows.append((kind.code, kind.__name__, "yes" if kind.retryable else "no", meaning))
    lines = [
        f"| `{code}` | `{name}` | {again} | {meaning} |"
        for code, name, again, meaning in sorted(rows)
    ]
    head = "| Code | Class | May succeed later | Meaning |\n|---|---|---|---|\n"
    intro = (
        "# Errors\n\nThe code stands in API problems (`code`), and in the CLI's `--json` output. "
        "Every class is in `kesher.errors`.\n\n"
    )
    beside = "\n".join(f"| `{code}` | {meaning} |" for code, meaning in _WITHOUT_CLASS)
    return (
        NOTE
        + intro
        + head
        + "\n".join(lines)
        + "\n\n## Codes without a class\n\n| Code | Meaning |\n|---|---|\n"
        + beside
        + "\n"
    )


_WITHOUT_CLASS = (
    ("http.422", "API: a field is missing, unknown or of another form; the text names each."),
    ("http.404", "API: there is no such path."),
    ("http.405", "API: the path is not used by that method."),
    ("internal", "API: a fault of our own; what is stored is untouched. May succeed later."),
    ("audit.broken", "CLI: an event of the audit was changed or taken out."),
    ("cancelled", "CLI: the person said no."),
    ("server.unreachable", "CLI: a server holds the data folder and does not answer."),
    ("server", "CLI: the server's answer ended too early, or it did not start."),
)


def access_page() -> str:
    """Return the page of who may call which route."""
    intro = (
        "# Who may call what\n\nThe rule of each route, as the server holds everybody to it. On a "
        "server without accounts the local person may all. Who has no part in a thing is told 404, "
        "as if there were none; who has a part and lacks the right, 403; who is not signed in, "
        "401.\n\n"
    )
    roles = "".join(f" {role} |" for role in RIGHTS)
    head = f"## Roles\n\n| Right |{roles}\n|---|{'---|' * len(RIGHTS)}\n"
    rights = [
        f"| `{right}` |"
        + "".join(f" {'yes' if right in held else ''} |" for held in RIGHTS.values())
        for right in Right
    ]
    rows = [f"| `{at.replace(' ', ' /api')}` | {_who(rule)} |" for at, rule in RULES.items()]
    routes = "\n\n## Routes\n\n| Route | Who |\n|---|---|\n"
    return NOTE + intro + head + "\n".join(rights) + routes + "\n".join(rows) + "\n"


def _who(rule: Rule) -> str:
    if isinstance(rule, InRoom):
        beside = ", or an administrator" if rule.or_administrator else ""
        room = "room" if rule.thing is Thing.ROOM else f"room of the {rule.thing}"
        return f"right `{rule.right}` in the {room}{beside}"
    if isinstance(rule, InThread):
        beside = "; where it is shared, whoever may read the room" if rule.shared else ""
        return f"whose thread the {rule.thing} is in, with right `{rule.right}` in its room{beside}"
    if isinstance(rule, SignedIn) and not rule.by_key:
        return "whoever is signed in, in person (no API key)"
    told = (type(rule).__doc__ or "").split("\n")[0].rstrip(".")
    return told[0].lower() + told[1:]


PAGES = {
    "settings.md": settings_page,
    "cli.md": commands_page,
    "errors.md": errors_page,
    "access.md": access_page,
}


def main() -> int:
    """Write the pages, or say which differ."""
    stale = []
    for name, page in PAGES.items():
        path = FOLDER / name
        text = page()
        if path.is_file() and path.read_text(encoding="utf-8") == text:
            continue
        stale.append(name)
        if "--check" not in sys.argv:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
    if stale and "--check" in sys.argv:
        sys.stderr.write(f"Stale: {', '.join(stale)}. Run `python scripts/reference.py`.\n")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
