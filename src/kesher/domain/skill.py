"""Agent Skills: instructions, files and scripts in a folder, loaded on demand."""

from dataclasses import dataclass
from enum import StrEnum

from kesher.domain.canonical import canonical, digest
from kesher.domain.json_value import Json


class SkillSource(StrEnum):
    """Which folder a skill comes from; the later in this list is nearer and wins."""

    BUILT_IN = "built_in"
    USER = "user"
    PROJECT = "project"

    @property
    def nearness(self) -> int:
        """0 for the farthest."""
        return list(SkillSource).index(self)


@dataclass(frozen=True, slots=True)
class SkillFile:
    """One file of a skill.

    Attributes:
        path: Relative to the skill's folder, with `/`.
        sha256: Of its bytes, hexadecimal.
    """

    path: str
    sha256: str
    size_bytes: int


@dataclass(frozen=True, slots=True)
class SkillFolder:
    """A folder that holds a skill, as it lay on the disk when it was read.

    Attributes:
        name: The folder's own name.
        place: Where it lies, for a person.
        manifest: Bytes of `SKILL.md`.
        files: All files, by path.
        problem: Why nothing of it may be used (a link that leads out, too large ...); else empty.
    """

    name: str
    source: SkillSource
    place: str
    manifest: bytes
    files: tuple[SkillFile, ...]
    problem: str = ""

    @property
    def content_hash(self) -> str:
        """SHA-256 over every path and every file: any change of the folder changes it."""
        return content_hash(self.files)


def content_hash(files: tuple[SkillFile, ...]) -> str:
    """Return the SHA-256, hexadecimal, over paths and contents, in the order of the paths."""
    listed: list[Json] = [
        [file.path, file.sha256] for file in sorted(files, key=lambda file: file.path)
    ]
    return digest(canonical(listed))


@dataclass(frozen=True, slots=True)
class Skill:
    """What a valid `SKILL.md` says.

    Attributes:
        name: ASCII, equal to the folder's.
        body: The instructions after the front matter, line ends as line feeds.
        license, compatibility: Empty where the manifest has none.
        metadata: Names and values as written, by name.
        allowed_tools: Tools that its author wants to use without being asked each time. Shown to
            the person who judges the skill; it loosens nothing.
    """

    name: str
    description: str
    body: str
    license: str = ""
    compatibility: str = ""
    metadata: tuple[tuple[str, str], ...] = ()
    allowed_tools: tuple[str, ...] = ()


class SkillState(StrEnum):
    """Whether a skill may be loaded."""

    TRUSTED = "trusted"
    UNTRUSTED = "untrusted"
    """Nobody has read it and said yes yet."""
    CHANGED = "changed"
    """It was trusted, and its folder has changed since."""
    INVALID = "invalid"


@dataclass(frozen=True, slots=True)
class ListedSkill:
    """A skill as a person sees it in a list.

    Attributes:
        skill: None where the manifest is not valid.
        problems: Why it is invalid, or what about it deserves a look.
        shadowed: Places of farther skills of this name, which this one stands before.
    """

    folder: SkillFolder
    state: SkillState
    skill: Skill | None = None
    problems: tuple[str, ...] = ()
    shadowed: tuple[str, ...] = ()
