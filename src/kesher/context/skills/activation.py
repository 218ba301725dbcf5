"""The second layer: a skill's body joins the trajectory once, and stays."""

import json
import re
from collections.abc import Collection, Iterable, Mapping

from kesher.domain.canonical import canonical
from kesher.domain.json_value import Json
from kesher.domain.skill import Skill, SkillFolder
from kesher.domain.trajectory import Event, Noted

TOPIC = "skill"
"""Topic of the notes that say which skills are loaded."""

# What a person pastes may carry direction marks before the slash.
_MENTION = re.compile(
    "(?:^|(?<=[\\s\u200e\u200f\u202a-\u202e\u2066-\u2069]))/([a-z0-9]+(?:-[a-z0-9]+)*)(?![\\w/.-])"
)
_LISTED_FILES = 40


def loaded(events: Iterable[Event]) -> dict[str, str]:
    """Return the content hashes of the skills whose bodies stand in the trajectory, by name.

    A later note replaces an earlier one.
    """
    found = (event.payload for event in events if isinstance(event.payload, Noted))
    bodies = (json.loads(noted.body) for noted in found if noted.topic == TOPIC)
    return {body["name"]: body["hash"] for body in bodies}


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
    body: Json = {"name": skill.name, "hash": folder.content_hash}
    return _body_text(skill, folder), Noted(TOPIC, canonical(body))


def source(name: str) -> str:
    """Return what stands as the source of a skill's words in a trajectory."""
    return f"skill:{name}"


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
