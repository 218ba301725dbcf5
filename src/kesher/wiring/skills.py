"""Skills of this machine and this project."""

from pathlib import Path

from kesher.app.skills import Skills
from kesher.domain.skill import SkillSource
from kesher.skills import FOLDER
from kesher.wiring.counting import o200k_count

HOME = ".kesher"
"""Folder, in the user's home and in a project, that holds `skills/`."""


def make_skills(*, project: Path, home: Path | None = None) -> Skills:
    """Return the skills that ship, those of the user, and those of a project, nearest last.

    Args:
        project: The folder whose `.kesher/skills` counts as the project's.
        home: The user's home; None: as the system says.
    """
    from kesher.adapters.scripts.runner import ScriptProcesses
    from kesher.adapters.skill_folders import SkillFolders
    from kesher.adapters.skill_trust import SkillTrustFile

    own = (home or Path.home()) / HOME
    shelf = SkillFolders(
        [
            (SkillSource.BUILT_IN, FOLDER),
            (SkillSource.USER, own / "skills"),
            (SkillSource.PROJECT, project / HOME / "skills"),
        ]
    )
    trust = SkillTrustFile(own / "skill-trust.json")
    return Skills(shelf, trust, ScriptProcesses(), count=o200k_count())
