"""What we ask of skills' folders, of the record of trust, and of what runs their scripts."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from kesher.domain.skill import SkillFolder


class SkillShelf(Protocol):
    """Folders in which skills lie."""

    async def folders(self) -> Sequence[SkillFolder]:
        """Return every folder with a `SKILL.md`, farthest source first, by name."""
        ...

    async def contents(self, folder: SkillFolder) -> Mapping[str, bytes]:
        """Return all files as they are now, by path, read once and together.

        Raises:
            SkillError: the folder is gone, or holds what may not be used.
        """
        ...


class SkillTrust(Protocol):
    """Which contents a person has read and allowed."""

    async def trusted(self) -> Mapping[str, str]:
        """Return content hashes by skill name."""
        ...

    async def trust(self, name: str, content_hash: str) -> None:
        """Record that this very content is allowed."""
        ...

    async def withdraw(self, name: str) -> bool:
        """Forget it; False where it was not trusted."""
        ...


@dataclass(frozen=True, slots=True)
class ScriptLimits:
    """What one run of a script may use."""

    seconds: float = 120.0
    memory_bytes: int = 2 * 1024**3
    output_bytes: int = 64 * 1024
    """Of each of stdout and stderr; what is over it is counted and not kept."""
    file_bytes: int = 512 * 1024**2
    """Largest file that it may write."""


@dataclass(frozen=True, slots=True)
class ScriptRun:
    """A script to run.

    Attributes:
        files: The skill's files by path: the script runs in a copy, so it cannot change the skill.
        script: Path of a `.py` or `.sh` file among them.
        work_folder: Where it runs, reads what it is given and leaves what it makes.
    """

    files: Mapping[str, bytes]
    script: str
    arguments: tuple[str, ...]
    work_folder: Path
    limits: ScriptLimits = ScriptLimits()


@dataclass(frozen=True, slots=True)
class ScriptResult:
    """How a run ended.

    Attributes:
        status: Its exit status; negative: the signal that ended it; None: its time was up.
        dropped_bytes: Of both outputs together, over the limit.
        network_cut: It ran without a network. False: the system does not allow to cut it.
        files_confined: It could read the system's folders and its own, and write in its own only.
            False: as above.
        changed: Files in the work folder that it made or changed, by path.
    """

    status: int | None
    stdout: str
    stderr: str
    dropped_bytes: int
    seconds: float
    network_cut: bool
    files_confined: bool
    changed: tuple[str, ...] = ()


class ScriptRunner(Protocol):
    """Runs a script in a process of its own, with limits and without the caller's secrets."""

    async def run(self, run: ScriptRun) -> ScriptResult:
        """Run it to its end or its limit; no process of it is left when this returns.

        Raises:
            SkillError: it is no script that can be run here.
        """
        ...
