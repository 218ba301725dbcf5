"""`kesher skills`: list, check, look at, trust, run."""

from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from kesher.app.skills import Skills
from kesher.cli.client import JsonObject
from kesher.cli.context import Json, run
from kesher.cli.failures import CommandError
from kesher.cli.terminal import confirmed, counted, errors, write, write_json
from kesher.context.guard.review import review
from kesher.context.skills.manifest import MANIFEST_BYTES, parse
from kesher.domain.skill import ListedSkill, SkillState
from kesher.errors import SkillError
from kesher.ports.skills import ScriptResult
from kesher.text.harmless import one_line
from kesher.wiring.counting import o200k_count
from kesher.wiring.skills import make_skills

MANIFEST = "SKILL.md"

app = typer.Typer(help="Skills: list, validate, show, trust, run.", no_args_is_help=True)


def add_to(main: typer.Typer) -> None:
    """Add these commands to the main one."""
    main.add_typer(app, name="skills")


Name = Annotated[str, typer.Argument(help="The skill's name.")]


@app.command("list")
def list_skills(json: Json = False) -> None:
    """List the skills, where they come from and whether they may be loaded."""
    entries = run(make_skills(project=Path.cwd()).listed())
    if json:
        write_json([_as_json(entry) for entry in entries])
        return
    for entry in entries:
        about = entry.skill.description if entry.skill else ""
        write(
            f"{entry.folder.name}  {entry.folder.source}  {entry.state}  {one_line(about)}".rstrip()
        )
        for said in _remarks(entry):
            write(f"    {said}")


@app.command("validate")
def validate(
    folder: Annotated[Path, typer.Argument(help="A folder with `SKILL.md`, or that file.")],
    json: Json = False,
) -> None:
    """Check a skill's folder against the Agent Skills specification; exit 1 where it breaks it."""
    place = folder.resolve()
    place = place.parent if place.name == MANIFEST else place
    count = o200k_count()
    skill = parse(_manifest(place), folder=place.name, count=count)
    tokens, chars = count(skill.body), len(skill.description)
    if json:
        write_json(
            {
                "folder": str(place),
                "valid": True,
                "name": skill.name,
                "body_tokens": tokens,
                "description_chars": chars,
                "allowed_tools": list(skill.allowed_tools),
            }
        )
        return
    write(
        f"{skill.name} is valid: its body has {tokens:,} tokens, its description {chars:,} "
        f"characters."
    )


def _manifest(folder: Path) -> bytes:
    file = folder / MANIFEST
    if not file.is_file():
        there = "is a file" if folder.is_file() else "holds no `SKILL.md`"
        what = there if folder.exists() else "is not there"
        raise SkillError(
            f"`{folder}` {what}. Give the folder of one skill, such as `.kesher/skills/my-skill`, "
            f"with a `SKILL.md` in it."
        )
    with file.open("rb") as manifest:
        return manifest.read(MANIFEST_BYTES + 1)


@app.command("show")
def show(name: Name, json: Json = False) -> None:
    """Show a skill's files and what they ask for, to judge it before it is trusted."""
    skills = make_skills(project=Path.cwd())
    entry, texts = run(_seen(skills, name))
    asked = _asked_for(texts)
    if json:
        write_json({**_as_json(entry), "files": dict(texts), "findings": asked})
        return
    write(f"{name}  {entry.folder.source}  {entry.state}  {entry.folder.content_hash[:12]}")
    if entry.skill and entry.skill.allowed_tools:
        write(f"It asks for these tools; they stay guarded: {', '.join(entry.skill.allowed_tools)}")
    for path, text in texts.items():
        write(f"\n=== {path}\n{text}")
    write(f"\n{counted(len(asked), 'passage')} to look at{':' if asked else ''}")
    for finding in asked:
        write(f"  {finding['severity']} {finding['kind']}  {finding['path']}: {finding['excerpt']}")


@app.command("trust")
def trust(
    name: Name,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
    withdraw: Annotated[bool, typer.Option("--withdraw", help="Trust it no more.")] = False,
) -> None:
    """Allow a skill to be loaded, as its folder is now; any change asks again."""
    skills = make_skills(project=Path.cwd())
    if withdraw:
        done = run(skills.withdraw(name))
        write(f"{name} is trusted no more." if done else f"{name} was not trusted.")
        return
    entry = run(skills.waiting(name))
    asked = _asked_for(run(skills.texts(entry)))
    errors.print(f"{entry.folder.place}: {counted(len(asked), 'passage')} to look at", markup=False)
    if not yes and not confirmed(f"Trust `{name}` as it is now?"):
        raise CommandError("cancelled", "Nothing was trusted.")
    run(skills.trust(name, entry.folder.content_hash))
    write(f"{name} is trusted.")


@app.command("run")
def run_script(
    name: Name,
    script: Annotated[str, typer.Argument(help="A file under the skill's `scripts/`.")],
    arguments: Annotated[list[str] | None, typer.Argument(help="Given to the script.")] = None,
    folder: Annotated[Path, typer.Option("--in", help="Folder to run in.")] = Path(),
    json: Json = False,
) -> None:
    """Run a script of a trusted skill, without network and confined where the system allows."""
    skills = make_skills(project=Path.cwd())
    result = run(skills.run(name, script, arguments or [], work_folder=folder))
    if json:
        write_json(asdict(result))
        raise typer.Exit(0 if result.status == 0 else 1)
    _write_result(result)
    if result.status != 0:
        ended = "ran out of time" if result.status is None else f"ended with {result.status}"
        raise CommandError("skill", f"`{script}` {ended}.")


def _write_result(result: ScriptResult) -> None:
    write(result.stdout.rstrip("\n"))
    if result.stderr:
        errors.print(result.stderr.rstrip("\n"), markup=False)
    if not (result.network_cut and result.files_confined):
        open_ends = [] if result.network_cut else ["the network"]
        open_ends += [] if result.files_confined else ["your files"]
        errors.print(f"This system does not let us cut off {' and '.join(open_ends)}.")


async def _seen(skills: Skills, name: str) -> tuple[ListedSkill, Mapping[str, str]]:
    entries = [entry for entry in await skills.listed() if entry.folder.name == name]
    waiting = (SkillState.UNTRUSTED, SkillState.CHANGED)
    # What waits for a person's word is what a person wants to see.
    entry = next((e for e in entries if e.state in waiting), None) or await skills.find(name)
    return entry, await skills.texts(entry)


def _asked_for(texts: Mapping[str, str]) -> list[JsonObject]:
    return [
        {
            "path": path,
            "kind": str(finding.kind),
            "severity": finding.severity.name.lower(),
            "excerpt": finding.excerpt,
        }
        for path, text in texts.items()
        for finding in review(text)
    ]


def _remarks(entry: ListedSkill) -> list[str]:
    before = [f"It stands before {place}." for place in entry.shadowed]
    return [*entry.problems, *before]


def _as_json(entry: ListedSkill) -> JsonObject:
    return {
        "name": entry.folder.name,
        "source": str(entry.folder.source),
        "state": str(entry.state),
        "place": entry.folder.place,
        "description": entry.skill.description if entry.skill else "",
        "hash": entry.folder.content_hash,
        "allowed_tools": list(entry.skill.allowed_tools) if entry.skill else [],
        "remarks": _remarks(entry),
    }
