"""Names of files inside a skill: which can be meant, and which could lead out of it."""

from collections.abc import Iterable
from difflib import get_close_matches
from pathlib import PurePosixPath, PureWindowsPath

from kesher.errors import SkillError

SCRIPTS = "scripts/"
"""Where a skill keeps what can be run."""

SCRIPT_ENDINGS = (".py", ".sh")


def inside(path: str, files: Iterable[str], *, skill: str) -> str:
    """Return the skill's file that `path` names.

    Raises:
        SkillError: it leads out of the skill's folder, or there is no such file.
    """
    pure = PurePosixPath(path.strip())
    outside = pure.is_absolute() or ".." in pure.parts or PureWindowsPath(path).drive
    if outside or "\\" in path or "\0" in path:
        raise SkillError(
            f"`{path}` leads out of the skill `{skill}`. Give a path inside it, such as "
            f"`references/example.md`."
        )
    names = sorted(files)
    if str(pure) not in names:
        near = get_close_matches(str(pure), names, n=3, cutoff=0.4) or names[:10]
        raise SkillError(
            f"The skill `{skill}` has no file `{pure}`. It has: {', '.join(near) or 'none'}."
        )
    return str(pure)


def script(path: str, files: Iterable[str], *, skill: str) -> str:
    """Return the script that `path` names; `build.py` alone means `scripts/build.py`.

    Raises:
        SkillError: it is no script of the skill.
    """
    listed = list(files)
    if "/" not in path and f"{SCRIPTS}{path}" in listed:
        path = SCRIPTS + path
    scripts = [name for name in listed if name.startswith(SCRIPTS)]
    found = inside(path, scripts, skill=skill)
    if not found.endswith(SCRIPT_ENDINGS):
        raise SkillError(
            f"`{found}` of `{skill}` cannot be run. Scripts end in {' or '.join(SCRIPT_ENDINGS)}."
        )
    return found
