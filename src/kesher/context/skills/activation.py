"""The second layer: a skill's body joins the trajectory once, and stays."""

import json
import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from kesher.domain.canonical import canonical
from kesher.domain.json_value import Json
from kesher.domain.skill import Skill, SkillFolder
from kesher.domain.tool import Risk, ToolSpec
from kesher.domain.trajectory import Event, Noted

TOPIC = "skill"
"""Topic of the notes that say which skills are loaded."""

# What a person pastes may carry direction marks before the slash.
_MENTION = re.compile(
    "(?:^|(?<=[\\s\u200e\u200f\u202a-\u202e\u2066-\u2069]))/([a-z0-9]+(?:-[a-z0-9]+)*)(?![\\w/.-])"
)
_LISTED_FILES = 40


def loaded(events: Iterable[Event]) -> dict[str, str]:
    """Return the content hashes of the skills whose bodies stand in the trajectory, by name."""
    return {name: note.content_hash for name, note in _notes(events).items()}


def mentions(text: str, names: Collection[str]) -> tuple[str, ...]:
    """Return the skills that a user's message calls by `/name`, in order, each once.

    A path ("/etc/hosts") or a fraction ("1/2") calls nothing.
    """
    found = (match[1] for match in _MENTION.finditer(text))
    return tuple(dict.fromkeys(name for name in found if name in names))


def loading(
    skill: Skill, folder: SkillFolder, known: Mapping[str, str]
) -> tuple[str, Noted | None]:
    """Return the words that load a skill, and the note that says so, to be appended after them.

    Where the same content is loaded already: one line, and None.

    Args:
        known: Content hashes of what is loaded, by name, as `loaded` gives them.
    """
    if known.get(skill.name) == folder.content_hash:
        again = f"The skill `{skill.name}` is loaded already; its instructions above still hold."
        return again, None
    tools: list[Json] = list(skill.allowed_tools)
    body: Json = {"name": skill.name, "hash": folder.content_hash, "allowed_tools": tools}
    return _body_text(skill, folder), Noted(TOPIC, canonical(body))


def source(name: str) -> str:
    """Return what stands as the source of a skill's words in a trajectory."""
    return f"skill:{name}"


def pre_approved(events: Iterable[Event], specs: Iterable[ToolSpec]) -> frozenset[str]:
    """Return the tools that a loaded skill's `allowed-tools` lets run without a question.

    A tool that cannot be taken back (`Risk.ACT`) or whose results are others' words is never
    among them: a skill is trusted to work, not to send. A name with a pattern (`Bash(git:*)`)
    approves nothing, since our tools know no patterns.
    """
    wanted = {name for note in _notes(events).values() for name in note.allowed_tools}
    return frozenset(
        spec.name
        for spec in specs
        if spec.name in wanted and spec.risk is not Risk.ACT and not spec.external
    )


def _body_text(skill: Skill, folder: SkillFolder) -> str:
    files = [file.path for file in folder.files if file.path != "SKILL.md"]
    lines = [f'<skill name="{skill.name}">', skill.body.strip()]
    if files:
        shown = ", ".join(files[:_LISTED_FILES])
        more = f" and {len(files) - _LISTED_FILES} more" if len(files) > _LISTED_FILES else ""
        lines.append(
            f"Files of this skill, for `read_skill_file` and `run_skill_script`: {shown}{more}."
        )
    return "\n\n".join([*lines, "</skill>"])


@dataclass(frozen=True, slots=True)
class _Note:
    name: str
    content_hash: str
    allowed_tools: tuple[str, ...]


def _notes(events: Iterable[Event]) -> dict[str, _Note]:
    """Return what the notes say, by skill; a later one replaces an earlier one."""
    found = (event.payload for event in events if isinstance(event.payload, Noted))
    bodies = (json.loads(noted.body) for noted in found if noted.topic == TOPIC)
    return {
        body["name"]: _Note(body["name"], body["hash"], tuple(body["allowed_tools"]))
        for body in bodies
    }
